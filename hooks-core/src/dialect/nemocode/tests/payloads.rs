//! What hooks are told.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

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
        shell(PreToolUse),
        expect![[
            r#"{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"run_command","tool_input":{"command":"ls"}}"#
        ]],
    );
    let post = returned(shell(PostToolUse), json!("a\nb"), Failed::No);
    payload(
        post,
        expect![[
            r#"{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"run_command","tool_input":{"command":"ls"},"tool_output":"a\nb"}"#
        ]],
    );
    let post = returned(shell(PostToolUse), json!({"stdout": "a"}), Failed::Yes);
    payload(
        post,
        expect![[
            r#"{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"run_command","tool_input":{"command":"ls"},"tool_output":"{\"stdout\":\"a\"}"}"#
        ]],
    );
    payload(
        shell(PostToolUse),
        expect![[
            r#"{"hook_event_name":"PostToolUse","cwd":"/p","tool_name":"run_command","tool_input":{"command":"ls"}}"#
        ]],
    );
    payload(
        prompt(event(UserPromptSubmit), "hi"),
        expect![[r#"{"hook_event_name":"UserPromptSubmit","cwd":"/p","prompt":"hi"}"#]],
    );
    let start = with(event(SessionStart), "source", json!("startup"));
    payload(
        prompt(start, "hi"),
        expect![[r#"{"hook_event_name":"SessionStart","cwd":"/p"}"#]],
    );
    payload(
        with(event(Stop), "summary", json!("done")),
        expect![[r#"{"hook_event_name":"Stop","cwd":"/p","tool_output":"done"}"#]],
    );
    payload(
        with(event(Stop), "last_message", json!("bye")),
        expect![[r#"{"hook_event_name":"Stop","cwd":"/p","tool_output":"bye"}"#]],
    );
    payload(
        event(Stop),
        expect![[r#"{"hook_event_name":"Stop","cwd":"/p"}"#]],
    );
}

/// The output is cut by characters, not by bytes.
#[test]
fn the_output_is_cut() {
    for (n_chars, n_kept) in [(19_999, 19_999), (20_000, 20_000), (20_001, 20_000)] {
        for char in ["x", "é", "🦀"] {
            let long = json!(char.repeat(n_chars));
            let post = returned(shell(EventName::PostToolUse), long, Failed::No);
            let payload: Value = serde_json::from_str(&CHECK.payload(&post)).expect("JSON");
            let output = payload["tool_output"].as_str().expect("text");
            assert_eq!(output, char.repeat(n_kept));
        }
    }
}

#[track_caller]
fn environment(event: Event, expected: Expect) {
    expected.assert_eq(&CHECK.environment(&event, None));
}

#[test]
fn environments() {
    environment(
        shell(EventName::PreToolUse),
        expect![[r#"
        Inherited
        NEMOCODE_HOOK_EVENT=PreToolUse
        NEMOCODE_TOOL_NAME=run_command
        NEMOCODE_PROJECT_DIR=/p"#]],
    );
    let edits = json!({"edits": [{"path": "a.rs"}, {"path": "b.rs"}]});
    let edit = call(event(EventName::PostToolUse), "edit_files", edits);
    environment(
        edit,
        expect![[r#"
        Inherited
        NEMOCODE_HOOK_EVENT=PostToolUse
        NEMOCODE_TOOL_NAME=edit_files
        NEMOCODE_TOOL_PATH=/p/src/a.rs
        NEMOCODE_PROJECT_DIR=/p"#]],
    );
    let read = call(
        event(EventName::PreToolUse),
        "read_file",
        json!({"path": "/etc/x"}),
    );
    environment(
        read,
        expect![[r#"
        Inherited
        NEMOCODE_HOOK_EVENT=PreToolUse
        NEMOCODE_TOOL_NAME=read_file
        NEMOCODE_TOOL_PATH=/etc/x
        NEMOCODE_PROJECT_DIR=/p"#]],
    );
    environment(
        event(EventName::Stop),
        expect![[r#"
        Inherited
        NEMOCODE_HOOK_EVENT=Stop
        NEMOCODE_PROJECT_DIR=/p"#]],
    );
}
