//! Fields of an answer beside the decision, and those of single events.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::answer;
use crate::dialect::DialectId;

#[track_caller]
fn check(word: &str, json: Value, expected: Expect) {
    expected.assert_eq(&answer(DialectId::ClaudeCode, word, json));
}

/// An answer under `hookSpecificOutput`, which names its event.
#[track_caller]
fn check_specific(word: &str, mut specific: Value, expected: Expect) {
    specific["hookEventName"] = json!(word);
    check(word, json!({ "hookSpecificOutput": specific }), expected);
}

#[test]
fn halts_and_notes() {
    check(
        "PostToolUse",
        json!({ "continue": false, "stopReason": "enough", "systemMessage": "m" }),
        expect![[r#"
            note "m"
            halt "enough"
        "#]],
    );
    check(
        "Stop",
        json!({ "continue": false }),
        expect![[r#"
        halt ""
    "#]],
    );
    check(
        "SessionStart",
        json!({ "continue": false, "stopReason": "halt" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `continue: false` has no effect on `SessionStart`
        "#]],
    );
    check(
        "TaskCreated",
        json!({ "continue": false }),
        expect![[r#"
        warning[hooks/answer-without-effect]: `continue: false` has no effect on `TaskCreated`
    "#]],
    );
    check(
        "PreCompact",
        json!({ "systemMessage": "m" }),
        expect![[r#"
        warning[hooks/answer-without-effect]: `systemMessage` has no effect on `PreCompact`
    "#]],
    );
}

#[test]
fn a_permission_request_has_a_decision_of_its_own() {
    check_specific(
        "PermissionRequest",
        json!({ "decision": { "behavior": "allow", "updatedInput": { "command": "ls" }, "updatedPermissions": [] } }),
        expect![[r#"
            allow None
            input {"command":"ls"}
            warning[hooks/answer-without-effect]: `updatedPermissions` is not taken: only a person changes rules
        "#]],
    );
    check_specific(
        "PermissionRequest",
        json!({ "decision": { "behavior": "deny", "message": "no", "interrupt": true } }),
        expect![[r#"
            block Some("no")
            halt "no"
        "#]],
    );
    check_specific(
        "PermissionRequest",
        json!({ "decision": { "behavior": "perhaps" } }),
        expect![[r#"
            void: `decision.behavior` must be `allow` or `deny`
        "#]],
    );
    check_specific(
        "PermissionRequest",
        json!({ "decision": "allow" }),
        expect![[r#"
            void: `hookSpecificOutput.decision` must be an object
        "#]],
    );
    check_specific("PermissionRequest", json!({}), expect![[""]]);
}

#[test]
fn fields_of_single_events() {
    check_specific(
        "PostToolUse",
        json!({ "updatedToolOutput": { "stdout": "x" }, "additionalContext": "c" }),
        expect![[r#"
            context "c"
            output {"stdout":"x"}
        "#]],
    );
    check_specific(
        "PostToolUse",
        json!({ "updatedMCPToolOutput": "x" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `updatedMCPToolOutput` is an old name and not read (write `updatedToolOutput`)
        "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "updatedToolOutput": "x" }),
        expect![[""]],
    );
    check_specific(
        "Elicitation",
        json!({ "action": "decline" }),
        expect![[r#"
        block None
    "#]],
    );
    check_specific(
        "Elicitation",
        json!({ "action": "accept", "content": {} }),
        expect![[""]],
    );
}
