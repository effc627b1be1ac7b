//! What hooks are told.

use expect_test::{Expect, expect};
use serde_json::json;

use super::CHECK;
use crate::dialect::checking::*;
use crate::event::{Event, EventName};
use crate::tool::Failed;

#[track_caller]
fn payload(event: Event, expected: Expect) {
    expected.assert_eq(&CHECK.payload(&event));
}

#[test]
fn payloads() {
    use EventName::*;
    payload(
        with(event(SessionStart), "source", json!("startup")),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"SessionStart","source":"startup"}"#
        ]],
    );
    payload(
        prompt(event(UserPromptSubmit), "hi"),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"UserPromptSubmit","prompt":"hi"}"#
        ]],
    );
    payload(
        shell(PreToolUse),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"terminal","tool_input":{"command":"ls"}}"#
        ]],
    );
    let post = returned(shell(PostToolUse), json!("a"), Failed::No);
    payload(
        post,
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"terminal","tool_input":{"command":"ls"},"tool_response":{"ok":true,"content":"a"}}"#
        ]],
    );
    let post = returned(shell(PostToolUse), json!({"code": 1}), Failed::Yes);
    payload(
        post,
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"terminal","tool_input":{"command":"ls"},"tool_response":{"ok":false,"content":"{\"code\":1}"}}"#
        ]],
    );
    payload(
        event(Stop),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"Stop","stop_hook_active":false}"#
        ]],
    );
    payload(
        with(event(Stop), "stop_hook_active", json!(true)),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"Stop","stop_hook_active":true}"#
        ]],
    );
    let again = Event {
        continuations: 1,
        ..event(SubagentStop)
    };
    payload(
        again,
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"SubagentStop","stop_hook_active":true}"#
        ]],
    );
    payload(
        with(event(PreCompact), "trigger", json!("manual")),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"PreCompact","trigger":"manual"}"#
        ]],
    );
    payload(
        with(event(SessionEnd), "reason", json!("cancelled")),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"SessionEnd","reason":"cancelled"}"#
        ]],
    );
    payload(
        with(event(Notification), "message", json!("m")),
        expect![[
            r#"{"session_id":"s1","cwd":"/p","hook_event_name":"Notification","message":"m"}"#
        ]],
    );
}

#[test]
fn environments() {
    expect![[r#"
        Cleaned
        VYOTIQ_PROJECT_DIR=/p
        CLAUDE_PROJECT_DIR=/p"#]]
    .assert_eq(&CHECK.environment(&shell(EventName::PreToolUse), None));
}
