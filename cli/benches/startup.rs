//! What `tackle hooks run` costs from start to exit on a project with a hundred hooks of which none
//! matches, against a program that prints "hello" and against an idle `node`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a bench measures time, starts programs and prints what it measured"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

const ROUNDS: usize = 301;
/// At most this many times the hello.
const GOAL_HELLO: f64 = 2.0;
/// At most this part of an idle node.
const GOAL_NODE: f64 = 1.0 / 20.0;

fn main() {
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !std::env::args().any(|it| it == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    project(&root);
    let hello = installed(&hello(&root), &root);
    let mut ours = tackle(
        &installed(Path::new(env!("CARGO_BIN_EXE_tackle")), &root),
        &root,
    );
    let mut plain = command(&hello, &root);
    let [fast, slow] = medians(&mut ours, &mut plain, ROUNDS);
    print(
        "`hooks run` of 100 hooks, against a hello",
        fast,
        slow,
        GOAL_HELLO,
    );
    let mut node = command(Path::new("node"), &root);
    node.args(["-e", ""]);
    if node.status().is_ok_and(|it| it.success()) {
        let [fast, slow] = medians(&mut ours, &mut node, 41);
        print(
            "`hooks run` of 100 hooks, against `node -e ''`",
            fast,
            slow,
            GOAL_NODE,
        );
    } else {
        eprintln!("there is no `node` here to compare with");
    }
}

/// A project with ninety lists of names and ten regular expressions, allowed by folder.
fn project(root: &Path) {
    let matcher = |it: usize| {
        if it < 90 {
            format!("Tool{it}|Other{it}")
        } else {
            format!("^mcp__server{it}__.*$")
        }
    };
    let groups: Vec<_> = (0..100)
        .map(|it| json!({ "matcher": matcher(it), "hooks": [{ "type": "command", "command": format!("hook-{it}") }] }))
        .collect();
    let text = json!({ "hooks": { "PreToolUse": groups } }).to_string();
    let settings = json!({ "trusted_folders": [root.join("repo")] }).to_string();
    for (path, text) in [
        ("repo/.claude/settings.json", text),
        ("home/settings.json", settings),
    ] {
        let file = root.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    std::fs::create_dir_all(root.join("repo/.git")).unwrap();
}

/// The barest program: built with the flags that a release has.
fn hello(root: &Path) -> PathBuf {
    let (source, program) = (root.join("hello.rs"), root.join("hello"));
    std::fs::write(&source, "fn main() { println!(\"hello\"); }").unwrap();
    let status = Command::new("rustc")
        .args(["-O", "-C", "strip=symbols", "-o"])
        .args([&program, &source])
        .status();
    assert!(status.unwrap().success());
    program
}

/// The program as an installation leaves it: copied, and not as the linker wrote it page by page.
fn installed(program: &Path, root: &Path) -> PathBuf {
    let folder = root.join("bin");
    std::fs::create_dir_all(&folder).unwrap();
    let res = folder.join(program.file_name().unwrap());
    std::fs::copy(program, &res).unwrap();
    res
}

fn tackle(program: &Path, root: &Path) -> Command {
    let mut res = command(program, &root.join("repo"));
    res.arg("--home").arg(root.join("home"));
    res.args([
        "--json",
        "hooks",
        "run",
        "PreToolUse",
        "--dialect",
        "claude-code",
        "--tool",
        "Bash",
        "--tool-input",
        r#"{"command":"ls"}"#,
    ]);
    res
}

fn command(program: &Path, cwd: &Path) -> Command {
    let mut res = Command::new(program);
    res.current_dir(cwd)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    res
}

fn medians(ours: &mut Command, other: &mut Command, rounds: usize) -> [Duration; 2] {
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        took[0].push(timed(ours));
        took[1].push(timed(other));
    }
    took.map(|mut it| {
        it.sort_unstable();
        it[it.len() / 2]
    })
}

fn timed(command: &mut Command) -> Duration {
    let start = Instant::now();
    assert!(command.status().unwrap().success());
    start.elapsed()
}

fn print(name: &str, ours: Duration, other: Duration, goal: f64) {
    let ratio = ours.as_secs_f64() / other.as_secs_f64();
    let rounded = (ratio * 1000.0).round() / 1000.0;
    let micros = |it: Duration| u64::try_from(it.as_micros()).unwrap_or(u64::MAX);
    println!(
        "{}",
        json!({ "name": name, "ratio": rounded, "goal": goal, "ok": ratio <= goal, "ours_us": micros(ours), "other_us": micros(other) })
    );
}
