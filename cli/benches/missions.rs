//! What a mission costs beside its model and its tools: time for each step, memory with a long history,
//! the time until eight cancelled missions are gone. With `--long`: what a mission that is killed again
//! and again leaves.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a bench measures time, starts programs and prints what it measured"
)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[path = "missions/kills.rs"]
mod kills;

/// Steps of the long mission.
const STEPS: usize = 200;
/// Milliseconds that a step may cost.
const GOAL_STEP: f64 = 2.0;
/// Megabytes that a mission with a history of 20 MB may have.
const GOAL_MEMORY: f64 = 60.0;
/// Seconds until cancelled missions are gone.
const GOAL_CANCEL: f64 = 1.0;
/// Missions side by side.
const SIDE_BY_SIDE: usize = 8;

fn main() {
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !std::env::args().any(|it| it == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    print("a step of a mission, in ms", step_cost(&root), GOAL_STEP);
    if cfg!(target_os = "linux") {
        let name = "memory of a mission with 20 MB of history, in MB";
        print(name, memory(&root), GOAL_MEMORY);
    }
    let name = "eight cancelled missions are gone, in s";
    print(name, cancelled(&root), GOAL_CANCEL);
    if std::env::args().any(|it| it == "--long") {
        let unnoticed = kills::rounds(&root, 100);
        print("effects lost or doubled in 100 kills", unnoticed, 0.0);
    }
}

/// A project with a script.
struct Project {
    repo: PathBuf,
    home: PathBuf,
}

impl Project {
    fn new(root: &Path, name: &str, steps: &[Value]) -> Project {
        let repo = root.join(name).join("repo");
        std::fs::create_dir_all(repo.join(".git")).unwrap();
        let project = Project {
            home: root.join("home"),
            repo,
        };
        project.script(steps);
        project
    }

    fn script(&self, steps: &[Value]) {
        let text = json!({ "steps": steps }).to_string();
        std::fs::write(self.repo.join("script.json"), text).unwrap();
        std::fs::write(self.repo.join("a.txt"), "one\ntwo\n").unwrap();
    }

    fn run(&self, more: &[&str]) -> Command {
        let tackle = std::env::var_os("TACKLE_BIN");
        let tackle = tackle.unwrap_or_else(|| env!("CARGO_BIN_EXE_tackle").into());
        let mut res = Command::new(tackle);
        res.current_dir(&self.repo)
            .arg("--home")
            .arg(&self.home)
            .args([
                "--json",
                "run",
                "--model",
                "scripted:script.json",
                "--mode",
                "auto",
            ])
            .args(more)
            .arg("go")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        res
    }
}

fn step_cost(root: &Path) -> f64 {
    let read = json!({ "tool": "read_file", "input": { "path": "a.txt" } });
    // Another path each time: the same call over and over ends as stuck.
    let look = json!({ "tool": "list_files", "input": {} });
    let steps: Vec<Value> = (0..STEPS)
        .map(|it| {
            if it % 2 == 0 {
                read.clone()
            } else {
                look.clone()
            }
        })
        .collect();
    let (long, short) = (
        Project::new(root, "long", &steps),
        Project::new(root, "short", &[]),
    );
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..9 {
        took[0].push(timed(&long));
        took[1].push(timed(&short));
    }
    let [long, short] = took.map(|mut it| {
        it.sort_unstable();
        it[it.len() / 2]
    });
    (long.saturating_sub(short)).as_secs_f64() * 1000.0 / STEPS as f64
}

fn timed(project: &Project) -> Duration {
    let start = Instant::now();
    let out = project.run(&[]).output().unwrap();
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stdout)
    );
    start.elapsed()
}

/// The most memory while a tool runs, after a history of 20 MB was read.
fn memory(root: &Path) -> f64 {
    let wait = json!({ "tool": "run_command", "input": { "command": "sleep 1" } });
    let project = Project::new(root, "memory", &[json!({ "text": "first" })]);
    let first = project.run(&[]).output().unwrap();
    let session = result(&first.stdout)["session"]
        .as_str()
        .unwrap()
        .to_owned();
    let transcript = transcript(&project.home, &session);
    let mut lines = String::new();
    for at in 0..400 {
        let text = format!("{at} {}", "words ".repeat(50_000 / 6));
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        let content = match role {
            "user" => json!(text),
            _ => json!([{ "type": "text", "text": text }]),
        };
        lines +=
            &json!({ "type": role, "message": { "role": role, "content": content } }).to_string();
        lines.push('\n');
    }
    let mut old = std::fs::read_to_string(&transcript).unwrap();
    old += &lines;
    std::fs::write(&transcript, old).unwrap();
    project.script(&[wait]);
    let mut child = project.run(&["--session", &session]).spawn().unwrap();
    let most = watched(&mut child);
    child.wait().unwrap();
    most
}

fn watched(child: &mut Child) -> f64 {
    let status = format!("/proc/{}/status", child.id());
    let mut most: f64 = 0.0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|it| it.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|it| it.split_whitespace().nth(1)?.parse::<f64>().ok());
        most = most.max(kilobytes.unwrap_or_default() / 1024.0);
        std::thread::sleep(Duration::from_millis(5));
    }
    most
}

fn cancelled(root: &Path) -> f64 {
    let projects: Vec<Project> = (0..SIDE_BY_SIDE)
        .map(|it| {
            let command = format!("echo {it} > mine.txt; sleep 60");
            let step = json!({ "tool": "run_command", "input": { "command": command } });
            Project::new(root, &format!("side-{it}"), &[step])
        })
        .collect();
    let mut children: Vec<Child> = projects
        .iter()
        .map(|it| it.run(&[]).spawn().unwrap())
        .collect();
    for (at, project) in projects.iter().enumerate() {
        let mine = project.repo.join("mine.txt");
        while std::fs::read_to_string(&mine).unwrap_or_default() != format!("{at}\n") {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    let start = Instant::now();
    for child in &children {
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
    }
    for child in &mut children {
        child.wait().unwrap();
    }
    start.elapsed().as_secs_f64()
}

fn result(stdout: &[u8]) -> Value {
    let text = String::from_utf8_lossy(stdout);
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_default()
}

fn transcript(home: &Path, session: &str) -> PathBuf {
    let projects = std::fs::read_dir(home.join("projects")).unwrap().flatten();
    let files = projects.map(|it| it.path().join("sessions").join(format!("{session}.jsonl")));
    files
        .into_iter()
        .find(|it| it.exists())
        .expect("the session has a transcript")
}

fn print(name: &str, value: f64, goal: f64) {
    let rounded = (value * 1000.0).round() / 1000.0;
    println!(
        "{}",
        json!({ "name": name, "ratio": rounded, "goal": goal, "ok": value <= goal })
    );
}
