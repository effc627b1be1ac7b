//! What it costs to find, read and register 5,000 skills, against one program that walks the same
//! folders and reads the same files; how much memory it takes; and how soon one changed file counts.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures time, starts programs and prints what it measured"
)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use skills::{Layout, Product, Registry, SkillPlace, Source};

/// Skills in the tree.
const SKILLS: usize = 5_000;
/// Pairs of runs, of which the medians count.
const ROUNDS: usize = 21;
/// Files that are changed, one after the other.
const CHANGES: usize = 100;
/// At most this many times walking and reading.
const GOAL_LOAD: f64 = 3.0;
/// The most memory of a process that holds all of them, in megabytes.
const GOAL_MEMORY: f64 = 60.0;
/// The longest that one changed file may take, in milliseconds; noticing it comes on top.
const GOAL_CHANGE: f64 = 200.0;
/// The word by which the bench starts itself to measure its memory.
const CHILD: &str = "--memory-of";

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let Some(at) = words.iter().position(|it| it == CHILD) {
        let registry = load(Path::new(&words[at + 1]));
        assert_eq!(black_box(&registry).skills().count(), SKILLS);
        println!("{}", peak_kilobytes());
        return;
    }
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !words.iter().any(|it| it == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    (0..SKILLS).for_each(|it| write_skill(&root, it));
    measure_load(&root);
    measure_memory(&root);
    measure_change(&root);
}

fn measure_load(root: &Path) {
    let expected = walk_and_read(root);
    assert_eq!(load(root).skills().count(), SKILLS);
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        took[0].push(timed(|| drop(black_box(load(root)))));
        took[1].push(timed(|| assert_eq!(walk_and_read(root), expected)));
    }
    let [ours, other] = took.map(|mut it| percentile(&mut it, 50));
    let ratio = ours.as_secs_f64() / other.as_secs_f64();
    let more = json!({ "ours_us": micros(ours), "other_us": micros(other) });
    let name = "5,000 skills found, read and registered, against walking and reading";
    print(name, (ratio, GOAL_LOAD), more);
}

fn measure_memory(root: &Path) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child.arg(CHILD).arg(root).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Where the system does not tell, nothing is said.
    if let Ok(kilobytes) = text.trim().parse::<u32>() {
        let megabytes = f64::from(kilobytes) / 1024.0;
        let more = json!({ "megabytes": rounded(megabytes) });
        let name = "memory of 5,000 skills, against 60 MB";
        print(name, (megabytes / GOAL_MEMORY, 1.0), more);
    }
}

fn measure_change(root: &Path) {
    let mut registry = load(root);
    let mut took = Vec::new();
    for it in 0..CHANGES {
        let at = it * (SKILLS / CHANGES);
        let file = skill_file(root, at);
        fs::write(&file, format!("{}\nChanged.\n", skill_text(at))).unwrap();
        let start = Instant::now();
        let change = registry.changed(std::slice::from_ref(&file));
        took.push(start.elapsed());
        assert_eq!(change.read, [file], "nothing else is read");
        registry = change.registry;
        let skill = registry.get(&skill_name(at)).unwrap();
        assert!(skill.body().ends_with("Changed."));
    }
    let slow = percentile(&mut took, 95);
    let ratio = slow.as_secs_f64() * 1000.0 / GOAL_CHANGE;
    let more = json!({ "median_us": micros(percentile(&mut took, 50)), "p95_us": micros(slow) });
    let name = "one changed file among 5,000 registered (95 of 100), against 200 ms";
    print(name, (ratio, 1.0), more);
}

/// What the plainest program does: looks into each folder and reads what is in it.
fn walk_and_read(root: &Path) -> usize {
    let mut n_bytes = 0;
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap();
        if !folder.file_type().unwrap().is_dir() {
            continue;
        }
        for file in fs::read_dir(folder.path()).unwrap() {
            n_bytes += black_box(fs::read(file.unwrap().path()).unwrap()).len();
        }
    }
    n_bytes
}

fn load(root: &Path) -> Registry {
    let place = SkillPlace {
        dir: root.to_owned(),
        source: Source::Project,
        product: Product::ClaudeCode,
        layout: Layout::Folders,
        boundary: Some(root.to_owned()),
    };
    Registry::load(vec![place], Vec::new())
}

fn write_skill(root: &Path, at: usize) {
    let file = skill_file(root, at);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, skill_text(at)).unwrap();
}

fn skill_file(root: &Path, at: usize) -> PathBuf {
    root.join(skill_name(at)).join("SKILL.md")
}

fn skill_name(at: usize) -> String {
    format!("skill-{at:04}")
}

/// A skill with the fields of those in public repositories, about as often as there, and 4 KB of
/// text.
fn skill_text(at: usize) -> String {
    let mut res = format!("---\nname: {}\n", skill_name(at));
    res.push_str(description(at));
    let fields: [(usize, &str); 9] = [
        (48, "license: MIT\n"),
        (
            32,
            "allowed-tools: Read, Grep, Bash(git log:*), Bash(npm run *)\n",
        ),
        (2, "allowed-tools:\n  - Read\n  - \"Bash(ls *)\"\n"),
        (28, "version: 1.0.0\n"),
        (26, "author: somebody\n"),
        (
            12,
            "metadata:\n  author: somebody\n  version: \"1.2\"\n  category: writing\n",
        ),
        (3, "tags: [sea, tides, \"tables\"]\n"),
        (2, "argument-hint: <place> [date]\n"),
        (2, "user-invocable: false\n"),
    ];
    for (key, (percent, field)) in fields.iter().enumerate() {
        // Each key falls on skills of its own, and the two lists of tools never meet.
        if (at * 37 + key * 29) % 100 < *percent {
            res.push_str(field);
        }
    }
    res.push_str("---\n\n# What to do\n\n");
    res.push_str(&"Look at the table of tides first, and say when it is too old.\n".repeat(64));
    res
}

/// Half on one line without marks, as in public files; one of two hundred is no YAML.
fn description(at: usize) -> &'static str {
    match at % 200 {
        0 => "description: Checks the tides. Use when: somebody plans a trip by sea.\n",
        1..=99 => {
            "description: Checks the table of tides before a trip by sea — use it when somebody asks for a time, a place or a boat, and not for rivers.\n"
        }
        100..=149 => {
            "description: \"Checks the tides: use it when somebody says \\\"when can we sail?\\\", asks for a time, a place or a boat, and not for rivers.\"\n"
        }
        150..=159 => {
            "description: 'Checks the tides: it''s for trips by sea, for those who ask for a time, a place or a boat.'\n"
        }
        160..=184 => {
            "description: >-\n  Checks the table of tides before a trip by sea. Use it when somebody\n  asks for a time, a place or a boat, and not for rivers.\n"
        }
        _ => {
            "description: |\n  Checks the table of tides before a trip by sea.\n\n  Use it when: somebody asks for a time, a place or a boat.\n"
        }
    }
}

/// The most memory that this process ever held, if the system tells.
fn peak_kilobytes() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    peak.unwrap_or("").trim_end_matches("kB").trim().to_owned()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn percentile(took: &mut [Duration], percent: usize) -> Duration {
    took.sort_unstable();
    took[(took.len() * percent / 100).min(took.len() - 1)]
}

fn print(name: &str, (ratio, goal): (f64, f64), more: Value) {
    let mut line =
        json!({ "name": name, "ratio": rounded(ratio), "goal": goal, "ok": ratio <= goal });
    if let (Value::Object(line), Value::Object(more)) = (&mut line, more) {
        line.extend(more);
    }
    println!("{line}");
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
