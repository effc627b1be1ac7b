use serde_json::json;

use super::world::Ground;

fn line(event: &str, status: &str, exit_code: Option<i32>, stderr: &str) -> String {
    let record = json!({ "time": "2026-01-02T03:04:05.678Z", "project": "/repo", "session": "s", "event": event,
        "id": "i", "dialect": "tackle", "command": "./a", "status": status, "exit_code": exit_code, "signal": null,
        "duration_ms": 12, "stderr": stderr, "why": null });
    format!("{record}\n")
}

fn ground() -> Ground {
    let lines = [
        line("Stop", "timed-out", None, ""),
        line("PreToolUse", "failed", Some(3), "oh no\nmore"),
        line("PostToolUse", "ok", Some(0), "by the way"),
        line("PreToolUse", "blocked", Some(2), "not on a Friday"),
    ];
    Ground::new().file("home/.tackle/hook-runs.jsonl", &lines.concat())
}

#[test]
fn the_newest_run_is_on_top_with_its_outcome() {
    let expected = "\
when                  event        outcome    took   command
2026-01-02 03:04:05Z  PreToolUse   blocked    12 ms  ./a
                      not on a Friday
2026-01-02 03:04:05Z  PostToolUse  ok         12 ms  ./a
2026-01-02 03:04:05Z  PreToolUse   exit 3     12 ms  ./a
                      oh no⏎more
2026-01-02 03:04:05Z  Stop         timed out  12 ms  ./a
";
    let ran = ground().run(&["hooks", "runs"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, expected, "")
    );
}

#[test]
fn a_run_that_went_well_shows_its_errors_when_asked() {
    assert!(
        !ground()
            .run(&["hooks", "runs"])
            .stdout
            .contains("by the way")
    );
    assert!(
        ground()
            .run(&["hooks", "runs", "-v"])
            .stdout
            .contains("by the way")
    );
}

#[test]
fn the_list_can_be_short() {
    let found = ground().json(&["hooks", "runs", "--limit", "2"]);
    let events: Vec<_> = found["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["event"].clone())
        .collect();
    assert_eq!(events, ["PreToolUse", "PostToolUse"]);
}

#[test]
fn no_run_says_what_to_do() {
    let ran = Ground::new().run(&["hooks", "runs"]);
    assert!(ran.stdout.contains("tackle demo"), "{ran:?}");
    assert_eq!(
        Ground::new().json(&["hooks", "runs"]),
        json!({ "runs": [], "problems": [] })
    );
}

#[test]
fn every_run_is_kept_with_what_it_said() {
    let hooks = r#"{ "PostToolUse": [{ "command": "echo no >&2; exit 3" }] }"#;
    let ground = Ground::new().file("home/.nemocode/hooks.json", hooks);
    let args = [
        "hooks",
        "run",
        "PostToolUse",
        "--tool",
        "run_command",
        "--field",
        "session_id=s1",
    ];
    assert_eq!(ground.run(&args).code, 0);
    let mut found = ground.json(&["hooks", "runs"]);
    found["runs"][0]["duration_ms"] = json!(0);
    let expected = json!({ "time": "1970-01-01T00:00:01.000Z", "project": "[ROOT]/repo", "session": "s1",
        "event": "PostToolUse", "id": "nemocode:user:PostToolUse[0]", "dialect": "nemocode",
        "command": "echo no >&2; exit 3", "status": "failed", "exit_code": 3, "signal": null, "duration_ms": 0,
        "stderr": "no", "why": found["runs"][0]["why"] });
    assert_eq!(found["runs"], json!([expected]));
}
