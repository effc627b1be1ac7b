//! What a hook prints to say something.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::{answer, event_rules};
use crate::dialect::{DialectId, Neutral};

#[track_caller]
fn check(word: &str, says: Neutral, expected: Expect) {
    let dialect = DialectId::ClaudeCode.dialect();
    let event = event_rules(dialect, word);
    let said = match (dialect.say)(dialect.rules, event, &says) {
        Err(unsayable) => format!("unsayable: {}\n", unsayable.what),
        Ok(text) if text.is_empty() => "silent\n".to_owned(),
        Ok(text) => {
            let json: Value = serde_json::from_str(&text).expect("it is JSON");
            format!("{text}\n{}", answer(DialectId::ClaudeCode, word, json))
        }
    };
    expected.assert_eq(&said);
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn block() -> Neutral {
    Neutral {
        block: text("no"),
        ..Neutral::default()
    }
}

#[test]
fn before_a_tool_everything_can_be_said() {
    let input = json!({ "command": "ls -1" }).as_object().cloned();
    check(
        "PreToolUse",
        Neutral::default(),
        expect![[r#"
            silent
        "#]],
    );
    check(
        "PreToolUse",
        block(),
        expect![[r#"
        {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}
        block Some("no")
    "#]],
    );
    check(
        "PreToolUse",
        Neutral {
            ask: text("sure?"),
            allow: text("fine"),
            ..Neutral::default()
        },
        expect![[r#"
            {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}
            ask Some("sure?")
        "#]],
    );
    check(
        "PreToolUse",
        Neutral {
            rewrite: input,
            context: text("c"),
            note: text("n"),
            halt: text("h"),
            ..Neutral::default()
        },
        expect![[r#"
            {"continue":false,"stopReason":"h","systemMessage":"n","hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls -1"},"additionalContext":"c"}}
            input {"command":"ls -1"}
            context "c"
            note "n"
            halt "h"
        "#]],
    );
}

#[test]
fn elsewhere_what_the_event_takes() {
    check(
        "Stop",
        block(),
        expect![[r#"
        {"decision":"block","reason":"no"}
        block Some("no")
    "#]],
    );
    check(
        "UserPromptSubmit",
        Neutral {
            context: text("c"),
            ..Neutral::default()
        },
        expect![[r#"
            {"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"c"}}
            context "c"
        "#]],
    );
    check(
        "PermissionRequest",
        block(),
        expect![[r#"
        {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}
        block Some("no")
    "#]],
    );
    check(
        "PermissionRequest",
        Neutral {
            allow: text("fine"),
            rewrite: json!({ "a": 1 }).as_object().cloned(),
            ..Neutral::default()
        },
        expect![[r#"
            {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"a":1}}}}
            allow None
            input {"a":1}
        "#]],
    );
}

#[test]
fn what_an_event_has_no_words_for() {
    check(
        "SessionStart",
        block(),
        expect![[r#"
        unsayable: block
    "#]],
    );
    check(
        "TaskCompleted",
        block(),
        expect![[r#"
        unsayable: block
    "#]],
    );
    check(
        "Stop",
        Neutral {
            allow: text("fine"),
            ..Neutral::default()
        },
        expect![[r#"
            unsayable: allow
        "#]],
    );
    check(
        "Notification",
        Neutral {
            context: text("c"),
            ..Neutral::default()
        },
        expect![[r#"
            unsayable: context
        "#]],
    );
    check(
        "PostToolUse",
        Neutral {
            rewrite: Some(serde_json::Map::new()),
            ..Neutral::default()
        },
        expect![[r#"
            unsayable: rewrite
        "#]],
    );
    check(
        "PermissionRequest",
        Neutral {
            ask: text("sure?"),
            ..Neutral::default()
        },
        expect![[r#"
            unsayable: ask
        "#]],
    );
}
