use serde_json::json;

use super::world::{GUARD, Ground};

const ARGS: &[&str] = &[
    "hooks",
    "convert",
    "--from",
    "claude-code",
    "--to",
    "nemocode",
    "x.json",
];

#[test]
fn the_file_is_printed_and_losses_are_said_beside_it() {
    let file = r#"{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [
      { "type": "command", "command": "./a" }, { "type": "prompt", "prompt": "x" }] }] } }"#;
    let ground = Ground::new().file("repo/x.json", file);
    let ran = ground.run(ARGS);
    let printed: serde_json::Value =
        serde_json::from_str(&ran.stdout).expect("it prints JSON alone");
    assert_eq!(
        printed["PreToolUse"][0]["matcher"], "run_command",
        "{printed}"
    );
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("warning[hooks/convert-loss]"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("--> x.json:2:"), "{ran:?}");
}

#[test]
fn json_has_both() {
    let found = Ground::new().file("repo/x.json", GUARD).json(ARGS);
    let file = json!({ "PreToolUse": [{ "matcher": "run_command", "command": "sh guard.sh" }] });
    assert_eq!(
        found["file"]["PreToolUse"][0]["matcher"], file["PreToolUse"][0]["matcher"],
        "{found}"
    );
    assert!(found["problems"].is_array(), "{found}");
}

#[test]
fn a_file_that_cannot_be_read_is_a_fault() {
    let ran = Ground::new()
        .file("repo/x.json", "{")
        .run(&[&["--json"], ARGS].concat());
    assert_eq!(ran.code, 3);
    assert!(
        ran.stdout.starts_with(
            "{\"file\":null,\"problems\":[{\"severity\":\"error\",\"code\":\"hooks/not-json\""
        ),
        "{ran:?}"
    );
    assert_eq!(Ground::new().run(ARGS).code, 3);
}
