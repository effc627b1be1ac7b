//! Commands, as real processes.

use std::time::Duration;

use missions::Success;
use serde_json::json;
use stdx::{Clock, SystemClock, SystemTimer, Timer, block_on};

use crate::world::World;

#[track_caller]
fn check(command: &str, success: Success, expected: &str) {
    let world = World::new(&[("src/a.txt", "a")]);
    let res = world.run("run_command", json!({"command": command}));
    assert_eq!((res.success, res.text.as_str()), (success, expected));
}

#[test]
fn output_and_exit_code_are_told() {
    check("echo hi", Success::Yes, "hi\n[exit code 0]");
    check("true", Success::Yes, "[exit code 0]");
    check("printf x; exit 3", Success::No, "x\n[exit code 3]");
    check(
        "echo out; echo err >&2",
        Success::Yes,
        "out\n[standard error]\nerr\n[exit code 0]",
    );
    check("kill -9 $$", Success::No, "[ended by signal 9]");
    check("cat", Success::Yes, "[exit code 0]");
    check("cat src/a.txt", Success::Yes, "a\n[exit code 0]");
}

#[test]
fn the_environment_is_what_was_given() {
    let line = "echo $PAGER $GIT_TERMINAL_PROMPT $TACKLE_TRAIL ${HOME-none}";
    check(line, Success::Yes, "cat 0 user:guard none\n[exit code 0]");
}

#[test]
fn a_folder_of_the_project_can_be_named() {
    let world = World::new(&[("src/a.txt", "a")]);
    let text = world.done("run_command", json!({"command": "ls", "cwd": "src"}));
    assert_eq!(text, "a.txt\n[exit code 0]");
    let why = world.failed("run_command", json!({"command": "ls", "cwd": "nowhere"}));
    assert!(why.contains("cannot be entered"), "{why}");
}

#[test]
fn a_flood_is_cut_in_its_middle() {
    let world = World::new(&[]);
    let line = "head -c 104857600 /dev/zero | tr '\\0' x; echo end";
    let text = world.done("run_command", json!({"command": line}));
    assert!(text.len() < 33 << 10, "{} bytes", text.len());
    assert!(
        text.contains("x\n[104824836 bytes left out]\nx"),
        "what is missing is told"
    );
    assert!(text.ends_with("xend\n[exit code 0]"));
}

/// Whether the process whose id a command left in `pid` is gone within two seconds.
fn is_gone(world: &World) -> bool {
    let pid = world.text("pid").expect("the command wrote it");
    let stat = std::path::PathBuf::from(format!("/proc/{}/stat", pid.trim()));
    (0..100).any(|_| {
        block_on(SystemTimer.sleep(Duration::from_millis(20)));
        let limit = stdx::fs::Limit::mebibytes(1);
        let state =
            stdx::fs::read(&stat, limit).map(|it| String::from_utf8_lossy(&it).into_owned());
        state.map_or(true, |it| it.contains(") Z "))
    })
}

const GRANDCHILD: &str = "sh -c 'sleep 1000 & echo $! > pid.new; mv pid.new pid; wait' & wait";

#[test]
fn time_that_is_up_ends_the_whole_tree() {
    let world = World::new(&[]);
    let input = json!({"command": format!("echo begun; {GRANDCHILD}"), "timeout_seconds": 1});
    let text = world.failed("run_command", input);
    assert_eq!(
        text,
        "begun\n[ended after 1 seconds with all it had started]"
    );
    assert!(is_gone(&world));
}

#[test]
fn a_cancel_ends_the_whole_tree() {
    let world = World::new(&[]);
    let pid = world.project().join("pid");
    let cancel = world.cancel.clone();
    let clock = SystemClock;
    let begun = clock.now();
    let watcher = std::thread::spawn(move || {
        while !pid.exists() {
            block_on(SystemTimer.sleep(Duration::from_millis(5)));
        }
        cancel.cancel("the person pressed Ctrl-C");
    });
    let text = world.failed("run_command", json!({"command": GRANDCHILD}));
    watcher.join().unwrap();
    assert_eq!(text, "[cancelled]");
    assert!(clock.now().duration_since(begun).unwrap() < Duration::from_secs(10));
    assert!(is_gone(&world));
}

#[test]
fn a_command_without_sandbox_says_so() {
    let tool = World::new(&[]).tool("run_command");
    let description = &tool.spec().description;
    assert!(description.ends_with(
        "It runs without a sandbox (this is a test): change nothing outside the project."
    ));
}
