use std::path::Path;

use hooks_core::{DialectId, parse_document};
use serde_json::{Value, json};

use super::Conversion;

#[track_caller]
fn check((from, to): (DialectId, DialectId), file: Value, (expected, losses): (Value, &[&str])) {
    let document =
        parse_document(Path::new("hooks.json"), file.to_string().as_bytes()).expect("it is JSON");
    let conversion = Conversion {
        from: *from.dialect(),
        to: *to.dialect(),
    };
    let converted = conversion.convert(&document);
    assert_eq!(converted.value, expected);
    let found: Vec<_> = converted
        .problems
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(found, losses);
}

const TO_NEMOCODE: (DialectId, DialectId) = (DialectId::ClaudeCode, DialectId::Nemocode);
const TO_CLAUDE: (DialectId, DialectId) = (DialectId::Nemocode, DialectId::ClaudeCode);
const TO_AGENT_V: (DialectId, DialectId) = (DialectId::ClaudeCode, DialectId::AgentV);

fn claude(event: &str, matcher: &str, hook: Value) -> Value {
    json!({ "hooks": { event: [{ "matcher": matcher, "hooks": [hook] }] } })
}

#[test]
fn names_of_tools_become_those_of_the_other_dialect() {
    let file = claude(
        "PreToolUse",
        "Bash|Write, Agent",
        json!({ "type": "command", "command": "./a", "timeout": 60 }),
    );
    let expected = claude(
        "PreToolUse",
        "terminal|edit|spawn_agent_instance",
        json!({ "type": "command", "command": "./a" }),
    );
    check(
        TO_AGENT_V,
        file,
        (
            expected,
            &["`edit` of agent-v is also `MultiEdit`, so this hook runs more often"],
        ),
    );
}

#[test]
fn names_that_nobody_knows_stay() {
    let file = claude(
        "PreToolUse",
        "mcp__files__read|Mine",
        json!({ "type": "command", "command": "./a", "timeout": 60 }),
    );
    let expected = claude(
        "PreToolUse",
        "mcp_files_read|Mine",
        json!({ "type": "command", "command": "./a" }),
    );
    check(TO_AGENT_V, file, (expected, &[]));
}

#[test]
fn a_pattern_stays_and_is_a_loss() {
    let hook = json!({ "type": "command", "command": "./a", "timeout": 60 });
    let file = claude("PreToolUse", "^(Edit|Write)$", hook);
    let expected = claude(
        "PreToolUse",
        "^(Edit|Write)$",
        json!({ "type": "command", "command": "./a" }),
    );
    let loss = "the pattern `^(Edit|Write)$` stays as it is, and agent-v has other names for tools";
    check(TO_AGENT_V, file, (expected, &[loss]));
}

#[test]
fn an_event_that_the_other_has_not_is_a_loss() {
    let file = json!({ "hooks": { "PermissionRequest": [{ "hooks": [{ "type": "command", "command": "./a" }] }] } });
    check(
        TO_AGENT_V,
        file,
        (
            json!({ "hooks": {} }),
            &["agent-v has no event like `PermissionRequest`"],
        ),
    );
}

#[test]
fn what_does_not_run_in_the_old_dialect_is_said() {
    let file =
        json!({ "hooks": { "PreTool": [{ "hooks": [{ "type": "command", "command": "./a" }] }] } });
    let document =
        parse_document(Path::new("hooks.json"), file.to_string().as_bytes()).expect("it is JSON");
    let conversion = Conversion {
        from: *DialectId::ClaudeCode.dialect(),
        to: *DialectId::AgentV.dialect(),
    };
    let converted = conversion.convert(&document);
    let is_loss = |it: &&stdx::Problem| {
        it.code == "hooks/convert-loss" && it.message.contains("`PreTool` is left out")
    };
    assert_eq!(
        converted.problems.iter().filter(is_loss).count(),
        1,
        "{:?}",
        converted.problems
    );
    assert!(
        converted
            .problems
            .iter()
            .all(|it| it.file.as_deref() == Some(Path::new("hooks.json")))
    );
}

#[test]
fn a_variable_that_the_other_does_not_set_is_a_loss() {
    let hook = json!({ "type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/a $CLAUDE_PROJECT_DIRS", "timeout": 60 });
    let file = json!({ "hooks": { "Stop": [{ "hooks": [hook] }] } });
    let document =
        parse_document(Path::new("hooks.json"), file.to_string().as_bytes()).expect("it is JSON");
    let conversion = Conversion {
        from: *DialectId::ClaudeCode.dialect(),
        to: *DialectId::Nemocode.dialect(),
    };
    let converted = conversion.convert(&document);
    let messages: Vec<_> = converted
        .problems
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    assert!(
        messages.contains(&"the command reads `CLAUDE_PROJECT_DIR`, which nemocode does not set"),
        "{messages:?}"
    );
}

#[test]
fn there_and_back_nothing_is_lost() {
    let file = json!({ "PreToolUse": [{ "matcher": "run_command|create_file", "command": "./a" }], "Stop": [{ "command": "./b" }] });
    let document =
        parse_document(Path::new("hooks.json"), file.to_string().as_bytes()).expect("it is JSON");
    let there = Conversion {
        from: *TO_CLAUDE.0.dialect(),
        to: *TO_CLAUDE.1.dialect(),
    }
    .convert(&document);
    assert_eq!(there.problems, []);
    check(TO_NEMOCODE, there.value, (file, &[]));
}
