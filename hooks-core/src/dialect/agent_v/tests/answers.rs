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
fn blocks() {
    let block = json!({"decision": "block", "reason": " no "});
    let counts = [
        "PreToolUse",
        "UserPromptSubmit",
        "PostToolUse",
        "Stop",
        "SubagentStop",
    ];
    for event in counts {
        assert_eq!(CHECK.answer(event, block.clone()), "block Some(\"no\")");
    }
    answer(
        "SessionStart",
        block.clone(),
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `SessionStart`"#]],
    );
    answer(
        "PreCompact",
        block,
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `PreCompact`"#]],
    );
    answer(
        "Stop",
        json!({"decision": "block", "reason": 7}),
        expect![[r#"
            block None
            warning[hooks/answer-type]: `reason` is not what it must be; it is left out"#]],
    );
    answer(
        "Stop",
        json!({"decision": "block", "reason": "  "}),
        expect!["block None"],
    );
    answer(
        "Stop",
        json!({"decision": "block", "hookSpecificOutput": 7, "continue": 7}),
        expect![[r#"
            block None
            warning[hooks/answer-type]: `hookSpecificOutput` is not what it must be; it is left out
            warning[hooks/answer-without-effect]: `continue` has no effect in agent-v"#]],
    );
    answer("Stop", json!({"decision": "approve"}), expect!["nothing"]);
    answer(
        "Stop",
        json!({"decision": "deny"}),
        expect![[r#"
        nothing
        warning[hooks/answer-word]: `decision` must be `block` or `approve`, found `deny`"#]],
    );
}

#[test]
fn permissions() {
    let says = |word: &str| json!({"hookSpecificOutput": {"permissionDecision": word, "permissionDecisionReason": "r"}});
    answer("PreToolUse", says("deny"), expect![[r#"block Some("r")"#]]);
    answer("PreToolUse", says("allow"), expect!["nothing"]);
    answer("PreToolUse", says("ask"), expect!["nothing"]);
    answer(
        "PostToolUse",
        says("deny"),
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `permissionDecision` has no effect on `PostToolUse`"#]],
    );
    let plain = json!({"reason": "r", "hookSpecificOutput": {"permissionDecision": "deny"}});
    answer("PreToolUse", plain, expect![[r#"block Some("r")"#]]);
}

#[test]
fn contexts_and_inputs() {
    let specific = json!({"hookSpecificOutput": {"additionalContext": " c ", "updatedInput": {}}});
    answer(
        "SessionStart",
        specific.clone(),
        expect![[r#"
        nothing
        context "c"
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `SessionStart`"#]],
    );
    answer(
        "UserPromptSubmit",
        specific.clone(),
        expect![[r#"
        nothing
        context "c"
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `UserPromptSubmit`"#]],
    );
    answer(
        "PreToolUse",
        specific,
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `PreToolUse`
        warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `PreToolUse`"#]],
    );
    answer(
        "SessionStart",
        json!({"additionalContext": "c"}),
        expect![[r#"
            nothing
            warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `SessionStart` (put it under `hookSpecificOutput`, beside `hookEventName`)"#]],
    );
}

#[test]
fn what_can_be_said() {
    expect![[r#"
        SessionStart context: {"hookSpecificOutput":{"additionalContext":"know"}}
        UserPromptSubmit block: {"decision":"block","reason":"no"}
        UserPromptSubmit context: {"hookSpecificOutput":{"additionalContext":"know"}}
        PreToolUse block: {"decision":"block","reason":"no"}
        PostToolUse block: {"decision":"block","reason":"no"}
        Stop block: {"decision":"block","reason":"no"}
        SubagentStop block: {"decision":"block","reason":"no"}"#]]
    .assert_eq(&sayings(DialectId::AgentV));
    reads_what_it_says(DialectId::AgentV);
}
