use serde_json::json;

use super::world::{GUARD, Ground};

#[test]
fn json_has_the_layers_their_trust_and_what_is_skipped() {
    let ground = Ground::new()
        .file("home/.claude/settings.json", GUARD)
        .file(
            "repo/.vyotiq/hooks.json",
            r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "prompt", "prompt": "x" }] }] } }"#,
        );
    let expected = json!({ "layers": [
        { "dialect": "claude-code", "source": "user", "file": "[ROOT]/home/.claude/settings.json",
          "trust": "not-needed", "hooks": [
            { "id": "claude-code:user:hooks.PreToolUse[0].hooks[0]", "event": "PreToolUse", "matcher": "Bash",
              "type": "command", "command": "sh guard.sh", "timeout_ms": 5000, "on_failure": "proceed" }],
          "skipped": [] },
        { "dialect": "agent-v", "source": "project", "file": "[ROOT]/repo/.vyotiq/hooks.json",
          "trust": "undecided", "hooks": [],
          "skipped": [{ "event": "Stop", "reason": "a hook of type `prompt` does not run in agent-v", "line": 1 }] },
    ], "problems": [
        { "severity": "note", "code": "hooks/not-run-here",
          "message": "a hook of type `prompt` does not run in agent-v",
          "file": "[ROOT]/repo/.vyotiq/hooks.json", "line": 1, "column": 35 },
    ] });
    let mut found = ground.json(&["hooks", "list"]);
    found["problems"][0]
        .as_object_mut()
        .expect("there is a problem")
        .remove("hint");
    assert_eq!(found, expected);
}

#[test]
fn a_dialect_can_be_listed_alone() {
    let ground = Ground::new()
        .file("home/.claude/settings.json", GUARD)
        .file("home/.neo/settings.json", GUARD);
    let found = ground.json(&["hooks", "list", "--dialect", "neo"]);
    let dialects: Vec<_> = found["layers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["dialect"])
        .collect();
    assert_eq!(dialects, ["neo"]);
}

#[test]
fn people_see_what_waits_for_them() {
    let ran = Ground::new()
        .file("repo/.claude/settings.json", GUARD)
        .run(&["hooks", "list"]);
    let expected = "\
.claude/settings.json  claude-code project  undecided
  PreToolUse  Bash  5 s  sh guard.sh

1 hook not allowed to run: `tackle hooks trust allow` shows them and asks
";
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, expected, "")
    );
}

#[test]
fn who_was_told_no_is_not_told_again() {
    let ground = Ground::new().file("repo/.claude/settings.json", GUARD);
    assert_eq!(ground.run(&["hooks", "trust", "deny"]).code, 0);
    let ran = ground.run(&["hooks", "list"]);
    assert!(
        ran.stdout.contains("claude-code project  denied"),
        "{ran:?}"
    );
    assert!(!ran.stdout.contains("trust allow"), "{ran:?}");
}

#[test]
fn an_empty_project_says_where_a_hook_can_be_put() {
    let ran = Ground::new().run(&["hooks", "list"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for word in [
        "No hook is active in [ROOT]/repo",
        "~/.tackle/hooks.json",
        ".claude/settings.json",
        "tackle demo",
    ] {
        assert!(ran.stdout.contains(word), "no `{word}` in {}", ran.stdout);
    }
}

#[test]
fn commands_of_files_cannot_order_the_terminal_about() {
    let file = r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "a\u001b[2Jb\nc" }] }] } }"#;
    let ran = Ground::new()
        .file("repo/.claude/settings.json", file)
        .run(&["hooks", "list"]);
    assert!(ran.stdout.contains("a\u{fffd}b⏎c"), "{ran:?}");
}
