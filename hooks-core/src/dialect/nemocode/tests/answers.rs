//! What hooks answer.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::CHECK;
use crate::dialect::DialectId;
use crate::dialect::checking::{reads_what_it_says, sayings};

#[track_caller]
fn answer(event: &str, says: Value, expected: Expect) {
    expected.assert_eq(&CHECK.answer(event, says));
}

#[test]
fn answers() {
    let block = json!({"decision": "block", "reason": "no"});
    answer(
        "PreToolUse",
        block.clone(),
        expect![[r#"block Some("no")"#]],
    );
    answer(
        "PostToolUse",
        block.clone(),
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `PostToolUse`"#]],
    );
    answer(
        "UserPromptSubmit",
        block.clone(),
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `UserPromptSubmit`"#]],
    );
    answer(
        "Stop",
        block,
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `Stop`"#]],
    );
    let deny = json!({"hookSpecificOutput": {"permissionDecision": "deny"}});
    answer("PreToolUse", deny, expect!["block None"]);
    let why = json!({"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}});
    answer("PreToolUse", why, expect![[r#"block Some("no")"#]]);
    let allow = json!({"hookSpecificOutput": {"permissionDecision": "allow"}});
    answer("PreToolUse", allow, expect!["nothing"]);
    let ask = json!({"hookSpecificOutput": {"permissionDecision": "ask"}});
    answer(
        "PreToolUse",
        ask,
        expect![[r#"
        nothing
        warning[hooks/answer-word]: `permissionDecision` must be `deny` or `allow`, found `ask`"#]],
    );
    let input = json!({"hookSpecificOutput": {"updatedInput": {"command": "true"}}});
    answer(
        "PreToolUse",
        input.clone(),
        expect![[r#"
        nothing
        input {"command":"true"}"#]],
    );
    answer(
        "PostToolUse",
        input,
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `PostToolUse`"#]],
    );
    answer(
        "PreToolUse",
        json!({"updatedInput": {}}),
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `PreToolUse` (put it under `hookSpecificOutput`, beside `hookEventName`)"#]],
    );
    let note = json!({"systemMessage": "hi"});
    answer(
        "Stop",
        note,
        expect![[r#"
        nothing
        note "hi""#]],
    );
    let halt = json!({"continue": 0, "stopReason": "x", "decision": "block"});
    answer(
        "PreToolUse",
        halt,
        expect![[r#"
        block None
        warning[hooks/answer-without-effect]: `continue` has no effect in nemocode
        warning[hooks/answer-without-effect]: `stopReason` has no effect in nemocode"#]],
    );
    answer(
        "PreToolUse",
        json!({"decision": 1}),
        expect!["void: `decision` must be a word"],
    );
    answer(
        "PreToolUse",
        json!({"decision": "deny"}),
        expect![[r#"
            nothing
            warning[hooks/answer-word]: `decision` must be `block` or `approve`, found `deny`"#]],
    );
}

#[test]
fn contexts() {
    let top = json!({"additionalContext": "a"});
    answer(
        "PreToolUse",
        top.clone(),
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `PreToolUse`"#]],
    );
    answer(
        "PostToolUse",
        top.clone(),
        expect![[r#"
        nothing
        context "a""#]],
    );
    answer(
        "UserPromptSubmit",
        top.clone(),
        expect![[r#"
        nothing
        context "a""#]],
    );
    answer(
        "SessionStart",
        top.clone(),
        expect![[r#"
        nothing
        context "a""#]],
    );
    answer(
        "Stop",
        top,
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `Stop`"#]],
    );
    let both = json!({"additionalContext": "a", "hookSpecificOutput": {"additionalContext": "b"}});
    answer(
        "SessionStart",
        both,
        expect![[r#"
        nothing
        context "a""#]],
    );
    let specific = json!({"hookSpecificOutput": {"additionalContext": "b"}});
    answer(
        "SessionStart",
        specific,
        expect![[r#"
        nothing
        context "b""#]],
    );
}

#[test]
fn what_can_be_said() {
    expect![[r#"
        PreToolUse block: {"decision":"block","reason":"no"}
        PreToolUse rewrite: {"hookSpecificOutput":{"updatedInput":{"command":"true"}}}
        PreToolUse note: {"systemMessage":"hi"}
        PostToolUse context: {"additionalContext":"know"}
        PostToolUse note: {"systemMessage":"hi"}
        UserPromptSubmit context: {"additionalContext":"know"}
        UserPromptSubmit note: {"systemMessage":"hi"}
        SessionStart context: {"additionalContext":"know"}
        SessionStart note: {"systemMessage":"hi"}
        Stop note: {"systemMessage":"hi"}"#]]
    .assert_eq(&sayings(DialectId::Nemocode));
    reads_what_it_says(DialectId::Nemocode);
}
