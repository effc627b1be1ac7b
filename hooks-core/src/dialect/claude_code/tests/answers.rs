//! What a hook's JSON means on each event.

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
fn nothing_said_is_nothing_done() {
    check("PreToolUse", json!({}), expect![[""]]);
    check(
        "PreToolUse",
        json!({ "zzz": 1, "suppressOutput": true }),
        expect![[""]],
    );
}

#[test]
fn the_words_of_a_permission() {
    check_specific(
        "PreToolUse",
        json!({ "permissionDecision": "deny", "permissionDecisionReason": "no" }),
        expect![[r#"
            block Some("no")
        "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "permissionDecision": "ask", "zzz": 1 }),
        expect![[r#"
            ask None
        "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "permissionDecision": "allow", "updatedInput": { "command": "ls" } }),
        expect![[r#"
            allow None
            input {"command":"ls"}
        "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "permissionDecision": "defer", "additionalContext": "c" }),
        expect![[r#"
            note[hooks/answer-without-effect]: `defer` cannot be done here; the call goes its ordinary way
        "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "permissionDecision": "block" }),
        expect![[r#"
            void: `permissionDecision` must be `deny` or `ask` or `allow` or `defer`, found `block`
        "#]],
    );
    check_specific(
        "PreModelSwitch",
        json!({ "permissionDecision": "deny" }),
        expect![[r#"
            block None
        "#]],
    );
    check_specific(
        "Stop",
        json!({ "permissionDecision": "deny" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `permissionDecision` has no effect on `Stop`
        "#]],
    );
}

#[test]
fn the_old_words_at_the_top() {
    check(
        "PreToolUse",
        json!({ "decision": "block", "reason": "why" }),
        expect![[r#"
            block Some("why")
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "decision": "block" }),
        expect![[r#"
        block None
    "#]],
    );
    check(
        "PreToolUse",
        json!({ "decision": "approve" }),
        expect![[r#"
            allow None
        "#]],
    );
    check("Stop", json!({ "decision": "approve" }), expect![[""]]);
    check(
        "PreToolUse",
        json!({ "decision": "deny", "reason": "why" }),
        expect![[r#"
            void: `decision` must be `block` or `approve`, found `deny`
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "decision": null }),
        expect![[r#"
        void: `decision` must be a word
    "#]],
    );
}

#[test]
fn a_block_counts_where_it_can() {
    for word in [
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolBatch",
        "Stop",
        "SubagentStop",
        "TaskCreated",
        "ConfigChange",
        "PreCompact",
        "UserPromptExpansion",
        "PreModelSwitch",
    ] {
        check(
            word,
            json!({ "decision": "block", "reason": "r" }),
            expect![[r#"
            block Some("r")
        "#]],
        );
    }
    check(
        "SessionStart",
        json!({ "decision": "block", "reason": "r" }),
        expect![[r#"
            note[hooks/answer-without-effect]: a block in `decision` has no effect on `SessionStart`
        "#]],
    );
    check(
        "PermissionRequest",
        json!({ "decision": "block", "reason": "r" }),
        expect![[r#"
            note[hooks/answer-without-effect]: a block in `decision` has no effect on `PermissionRequest`
        "#]],
    );
    check(
        "TaskCompleted",
        json!({ "decision": "block", "reason": "r" }),
        expect![[r#"
            note[hooks/answer-without-effect]: a block in `decision` has no effect on `TaskCompleted`
        "#]],
    );
}

#[test]
fn a_wrong_type_makes_the_answer_void() {
    check(
        "PreToolUse",
        json!({ "decision": "block", "reason": 5 }),
        expect![[r#"
            void: `reason` must be text
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "hookSpecificOutput": "deny" }),
        expect![[r#"
            void: `hookSpecificOutput` must be an object
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "continue": "no" }),
        expect![[r#"
        void: `continue` must be true or false
    "#]],
    );
    check(
        "PreToolUse",
        json!({ "systemMessage": 1 }),
        expect![[r#"
        void: `systemMessage` must be text
    "#]],
    );
    check_specific(
        "PreToolUse",
        json!({ "updatedInput": "ls" }),
        expect![[r#"
        void: `updatedInput` must be an object
    "#]],
    );
}

#[test]
fn the_object_must_name_its_event() {
    check(
        "PreToolUse",
        json!({ "hookSpecificOutput": { "permissionDecision": "deny" } }),
        expect![[r#"
            warning[hooks/answer-event-name]: `hookSpecificOutput.hookEventName` must be `PreToolUse`, found nothing; the object does not count
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "hookSpecificOutput": { "hookEventName": "Stop", "permissionDecision": "deny" } }),
        expect![[r#"
            warning[hooks/answer-event-name]: `hookSpecificOutput.hookEventName` must be `PreToolUse`, found `Stop`; the object does not count
        "#]],
    );
}

#[test]
fn what_stands_in_the_wrong_place_is_named() {
    check(
        "PreToolUse",
        json!({ "permissionDecision": "deny" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `permissionDecision` stands at the top level, where it decides nothing (put it under `hookSpecificOutput`, beside `hookEventName`)
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "additionalContext": "c" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `PreToolUse` (put it under `hookSpecificOutput`, beside `hookEventName`)
        "#]],
    );
    check(
        "PreToolUse",
        json!({ "updatedInput": { "command": "ls" } }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `PreToolUse` (put it under `hookSpecificOutput`, beside `hookEventName`)
        "#]],
    );
    check_specific(
        "Notification",
        json!({ "additionalContext": "c" }),
        expect![[r#"
            warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `Notification`
        "#]],
    );
}
