//! What a command hook costs through the whole engine, against the barest way to do the same.
//!
//! The ways take turns within one loop, so that what else the machine does falls on all of them; the
//! ratio of the medians counts. `--long` runs ten thousand dispatches and looks for what they leak.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures time, starts programs and prints what it measured"
)]

use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hooks_cmd::{BaseEnvironment, CommandBackend};
use hooks_core::{
    DialectId, Dialects, DispatchCx, Engine, Event, EventName, Layer, Moment, Ports, RunStatus,
    Session, Source, Tool, ToolUse, TrustState, parse_document,
};
use serde_json::{Map, Value, json};
use stdx::block_on;

const ROUNDS: usize = 301;
/// A command hook may cost this much of the barest spawn.
const GOAL: f64 = 1.15;
/// Ten hooks in a row may cost this much of a shell loop.
const GOAL_TEN: f64 = 1.1;

fn main() {
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !std::env::args().any(|it| it == "--bench") {
        return;
    }
    against_barest("small host");
    ten_in_a_row();
    leaks();
    let ballast = vec![1u8; 2 << 30];
    against_barest("2 GiB host");
    black_box(ballast);
}

fn against_barest(host: &str) {
    for command in [&["/bin/true"][..], &["/bin/sh", "-c", "true"]] {
        let engine = engine(&[hook(command)]);
        let event = event();
        let payload = payload();
        let mut ours = || fire(&engine, &event);
        let mut barest = || bare(command, &payload);
        report(
            &format!("{host}: a hook `{}`", command.join(" ")),
            GOAL,
            medians(&mut ours, &mut barest),
        );
    }
}

fn ten_in_a_row() {
    let engine = engine(&[(); 10].map(|()| hook(&["/bin/sh", "-c", "true"])));
    let event = event();
    let file = std::env::temp_dir().join(format!("tackle-bench-{}.json", std::process::id()));
    std::fs::write(&file, payload()).unwrap();
    let script = format!(
        "for i in 1 2 3 4 5 6 7 8 9 10; do /bin/sh -c true < {} > /dev/null; done",
        file.display()
    );
    let mut ours = || fire(&engine, &event);
    let mut shell = || {
        let status = Command::new("/bin/sh").args(["-c", &script]).status();
        assert!(status.unwrap().success());
    };
    report(
        "ten hooks in a row, against a shell loop",
        GOAL_TEN,
        medians(&mut ours, &mut shell),
    );
    std::fs::remove_file(&file).unwrap();
}

/// Ten thousand dispatches (a thousand without `--long`) leave no descriptor, no zombie and no memory.
fn leaks() {
    let n = if std::env::args().any(|it| it == "--long") {
        10_000
    } else {
        1_000
    };
    let engine = engine(&[hook(&["/bin/true"])]);
    let event = event();
    (0..200).for_each(|_| fire(&engine, &event));
    let (fds, rss) = (n_open(), resident());
    (0..n).for_each(|_| fire(&engine, &event));
    let ratio = resident() / rss;
    let clean = n_open() <= fds && n_zombies() == 0;
    let name = format!("resident memory after {n} dispatches");
    print(
        &name,
        if clean { ratio } else { f64::INFINITY },
        1.05,
        Duration::ZERO,
    );
}

fn n_open() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Kilobytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|it| it.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn n_zombies() -> usize {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = processes.filter_map(|it| std::fs::read_to_string(it.path().join("stat")).ok());
    stats
        .filter(|it| {
            let rest = it.rsplit(')').next().unwrap_or_default();
            let words: Vec<_> = rest.split_whitespace().collect();
            words.first() == Some(&"Z") && words.get(1) == Some(&own.as_str())
        })
        .count()
}

fn medians(ours: &mut dyn FnMut(), other: &mut dyn FnMut()) -> [Duration; 2] {
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        took[0].push(timed(ours));
        took[1].push(timed(other));
    }
    took.map(|mut it| {
        it.sort_unstable();
        it[it.len() / 2]
    })
}

fn timed(way: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    way();
    start.elapsed()
}

fn report(name: &str, goal: f64, [ours, other]: [Duration; 2]) {
    print(name, ours.as_secs_f64() / other.as_secs_f64(), goal, ours);
}

fn print(name: &str, ratio: f64, goal: f64, median: Duration) {
    let rounded = (ratio * 1000.0).round() / 1000.0;
    let micros = u64::try_from(median.as_micros()).unwrap_or(u64::MAX);
    println!(
        "{}",
        json!({ "name": name, "ratio": rounded, "goal": goal, "ok": ratio <= goal, "median_us": micros })
    );
}

fn hook(command: &[&str]) -> Value {
    match command {
        [shell, "-c", line] if shell.ends_with("sh") => {
            json!({ "type": "command", "command": line })
        }
        [program, args @ ..] => json!({ "type": "command", "command": program, "args": args }),
        [] => unreachable!("a command has a program"),
    }
}

/// One after another, as our own dialect has it.
fn engine(hooks: &[Value]) -> Engine {
    let text = json!({ "hooks": { "PreToolUse": [{ "hooks": hooks }] } }).to_string();
    let dialect = DialectId::Tackle.dialect();
    let document = parse_document("hooks.json".as_ref(), text.as_bytes()).unwrap();
    let config = (dialect.read_config)(dialect.rules, &document);
    assert_eq!(config.handlers.len(), hooks.len(), "{:?}", config.problems);
    let layer = Layer {
        dialect: DialectId::Tackle,
        source: Source::User,
        file: "hooks.json".into(),
        trust: TrustState::NotNeeded,
        handlers: config.handlers,
        skipped: config.skipped,
        plugin: None,
        http: config.http,
        problems: config.problems,
    };
    let backend = CommandBackend::new(BaseEnvironment::new(std::env::vars_os()));
    let ports = Ports {
        backends: vec![Arc::new(backend)],
        ..Ports::default()
    };
    Engine::new(vec![layer], &Dialects::default(), ports)
}

fn event() -> Event {
    let here = std::env::current_dir().unwrap();
    let session = Session {
        id: "s".to_owned(),
        cwd: here.clone(),
        project: here,
        transcript: None,
    };
    let mut event = Event::new(EventName::PreToolUse, session);
    let input: Map<_, _> = [("command".to_owned(), json!("ls"))].into_iter().collect();
    event.tool = Some(ToolUse {
        spoken: "run_command".to_owned(),
        meanings: vec![Tool::Shell],
        input,
        call_id: None,
        output: None,
    });
    event
}

fn payload() -> Vec<u8> {
    json!({ "session_id": "s", "cwd": "/", "hook_event_name": "PreToolUse", "tool_name": "run_command", "tool_input": { "command": "ls" } })
        .to_string()
        .into_bytes()
}

fn fire(engine: &Engine, event: &Event) {
    let dispatch = block_on(engine.dispatch(event, Moment::BeforeApproval, &DispatchCx::default()));
    assert!(
        dispatch
            .outcome
            .runs
            .iter()
            .all(|it| it.status == RunStatus::Ok),
        "{:?}",
        dispatch.outcome.runs
    );
}

/// Spawns, feeds, reads, waits: nothing more.
fn bare(command: &[&str], payload: &[u8]) {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read has gone already; that is no fault here.
    drop(child.stdin.take().unwrap().write_all(payload));
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_end(&mut out).unwrap();
    child.wait().unwrap();
}
