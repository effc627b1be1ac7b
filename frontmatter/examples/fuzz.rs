//! Reads mutations of headers until the time is up, and stops at the first broken promise.
//!
//! `cargo run --release -p frontmatter --example fuzz -- --seconds 600 --seed 1`

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program of its own, which measures time and says what it found"
)]

use std::path::Path;
use std::time::{Duration, Instant};

use frontmatter::{Node, Value};

/// The longest that one text of a few kilobytes may take.
const MAX_TIME: Duration = Duration::from_millis(500);
/// The longest text, in bytes.
const MAX_LEN: usize = 4096;

/// Texts to begin with.
const SEEDS: &[&str] = &[
    "---\nname: tide\ndescription: Reads: tides\ntools: [Read, Bash(git log *)]\n---\nBody.\n",
    "\u{feff}---\r\nname: x\r\ndescription: |\r\n  One: two.\r\n\r\n  three\r\n--- MIT\r\n---\r\nBody.\r\n",
    "---\nname: x\ndescription: Examples:\n\n<example>\nuser: \"hi\"\n</example>\nmodel: a\n---\nb\n",
    "---\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: \"a: b\" # c\n---\n",
    "---\nargument-hint: [a] [b]\ntags: - one\n  - two\na: &x {k: v}\nb: *x\nc:\n  <<: *x\n---\n",
    "<!-- c -->\n\n---\nname: \"a\nb\"\nx: 'it''s'\ny: >-\n  f\n\n  g\nz: ~\n---\n---\nname: y\n---\n",
    "---\n\tname: x\nmeta:\n\ta: @b\n\tc: `d` %e\nf: {{N}}\ng: \"\\d\"\nh: 'open\n---\n",
    "name: x\ndescription: y\n---\n# T\n```\n---\nname: z\n---\n```\n",
];

/// Pieces to put in.
const PIECES: &[&str] = &[
    "---",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    ": ",
    ":",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    " #",
    "|",
    ">",
    "|+2",
    "&a ",
    "*a",
    "!t ",
    "!!int ",
    "@",
    "`",
    "%",
    "\\",
    "...",
    "<!--",
    "-->",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "\u{a0}",
    "é",
    "\u{0}",
    "1.0",
    "true",
    "~",
    ",",
    "? ",
    "<<: ",
    "name: ",
    "description: ",
    "tools: ",
    "\u{1f600}",
    "%YAML 1.2\n",
    "%TAG ! x\n",
    "\n---\n",
];

fn main() {
    let seconds = argument("--seconds").unwrap_or(10);
    let seed = argument("--seed").unwrap_or(1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut pool: Vec<Vec<u8>> = SEEDS.iter().map(|it| it.as_bytes().to_vec()).collect();
    let mut count = 0_u64;
    while Instant::now() < end {
        let mut bytes = random.pick(&pool).clone();
        for _ in 0..=random.below(6) {
            mutate(&mut bytes, &pool, &mut random);
        }
        bytes.truncate(MAX_LEN);
        assert_promises(&bytes);
        count += 1;
        // Mutations of mutations wander further.
        let at = SEEDS.len() + random.below(256);
        match pool.get_mut(at) {
            Some(old) => *old = bytes,
            None => pool.push(bytes),
        }
    }
    println!("{count} texts in {seconds} s, seed {seed}: no finding");
}

fn argument(name: &str) -> Option<u64> {
    let mut words = std::env::args().skip_while(|it| it != name).skip(1);
    words.next()?.parse().ok()
}

/// Numbers that look random and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 1).unwrap_or(0) % limit.max(1)
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

fn mutate(bytes: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let end = at + random.below(bytes.len() - at + 1);
    match random.below(7) {
        0 | 1 => insert(bytes, at, random.pick(PIECES).as_bytes()),
        2 => drop(bytes.drain(at..end.min(at + 20))),
        3 => insert(bytes, at, &[u8::try_from(random.below(256)).unwrap_or(0)]),
        4 => {
            let other = random.pick(pool);
            let from = random.below(other.len() + 1);
            let to = from + random.below((other.len() - from).min(80) + 1);
            insert(bytes, at, &other[from..to]);
        }
        5 => {
            let again = bytes[at..end.min(at + 60)].to_vec();
            insert(bytes, at, &again.repeat(1 + random.below(4)));
        }
        _ => insert(
            bytes,
            at,
            random.pick(PIECES).repeat(1 + random.below(60)).as_bytes(),
        ),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

/// Panics if the text breaks a promise, and says which text it was.
fn assert_promises(bytes: &[u8]) {
    let start = Instant::now();
    let broken = std::panic::catch_unwind(|| broken_promise(bytes));
    let took = start.elapsed();
    let shown = String::from_utf8_lossy(bytes);
    match broken {
        Ok(None) => {}
        Ok(Some(what)) => panic!("{what}: {shown:?}"),
        Err(_) => panic!("it panics: {shown:?} ({bytes:?})"),
    }
    assert!(took < MAX_TIME, "it takes {took:?}: {shown:?}");
}

fn broken_promise(bytes: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(bytes);
    let parts = frontmatter::split(&text);
    if parts.join() != text {
        return Some("parts joined are not the text");
    }
    let loaded = frontmatter::read(Path::new("SKILL.md"), bytes);
    if loaded.value.body != parts.body {
        return Some("the body is not whole");
    }
    let last = u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX) + 2;
    let is_in_text = |it: stdx::Place| (1..=last).contains(&it.line) && it.column >= 1;
    if !loaded
        .problems
        .iter()
        .all(|it| it.place.is_some_and(is_in_text))
    {
        return Some("a problem lies outside of the text");
    }
    let fields = loaded.value.header.fields();
    let is_sound = |it: &frontmatter::Field| is_in_text(it.place) && is_sound(&it.value, last);
    (!fields.iter().all(is_sound)).then_some("a value lies outside of the text")
}

/// Asks a value for all that it can say.
fn is_sound(node: &Node, last: u32) -> bool {
    let _ = (node.text(), node.truth(), node.to_json(), node.describe());
    let words = node
        .words()
        .iter()
        .all(|it| (1..=last).contains(&it.place.line) && !it.text.is_empty());
    let inner = match &node.value {
        Value::List(items) => items.iter().all(|it| is_sound(it, last)),
        Value::Map(fields) => fields.iter().all(|it| is_sound(&it.value, last)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => true,
    };
    words && inner && (1..=last).contains(&node.place.line)
}
