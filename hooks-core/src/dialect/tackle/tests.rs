//! What our own files say, and what our hooks are told.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::dialect::DialectId;
use crate::dialect::claude_code::tests::{call, convert, event, listing, read, told};
use crate::event::{Event, EventName};

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&listing(&read(
        DialectId::Tackle,
        ".tackle/hooks.json",
        text,
    )));
}

#[test]
fn both_shapes_are_read() {
    check(
        r#"{
          "PreToolUse": [
            { "matcher": "run_command", "command": "guard" },
            { "matcher": "edit_.*", "hooks": [{ "type": "command", "command": "a" }, { "command": "b" }] }
          ],
          "WorkflowFailed": [{ "type": "skill", "skill": "post-mortem" }]
        }"#,
        expect![[r#"
            3: PreToolUse [run_command] command `guard` 60s
            4: PreToolUse [edit_.*] command `a` 60s
            4: PreToolUse [edit_.*] command `b` 60s
            6: WorkflowFailed skill `post-mortem` 60s
        "#]],
    );
    check(
        r#"{ "hooks": { "Stop": [{ "command": "c", "timeout": 5 }] } }"#,
        expect![[r#"
            1: Stop command `c` 5s
        "#]],
    );
}

#[test]
fn a_bad_timeout_leaves_the_guard() {
    check(
        r#"{ "PreToolUse": [
          { "command": "zero", "timeout": 0 }, { "command": "long", "timeout": 900 },
          { "command": "milliseconds", "timeout": 5000 }
        ] }"#,
        expect![[r#"
            2: PreToolUse command `zero` 60s
            2: PreToolUse command `long` 600s
            3: PreToolUse command `milliseconds` 600s
            2: error[hooks/timeout]: `PreToolUse[0].timeout` must be a positive number of seconds, found `0`
            3: warning[hooks/timeout-looks-like-milliseconds]: `5000` seconds look like milliseconds; the unit here is seconds
        "#]],
    );
}

#[test]
fn guards_fail_closed_where_something_can_be_refused() {
    check(
        r#"{
          "PreToolUse": [{ "command": "a", "onFailure": "block" }, { "command": "b", "onFailure": "proceed" }],
          "UserPromptSubmit": [{ "command": "c", "onFailure": "block" }],
          "Stop": [{ "command": "d", "onFailure": "block" }],
          "PostToolUse": [{ "command": "e", "onFailure": "perhaps" }]
        }"#,
        expect![[r#"
            2: PreToolUse command `a` 60s closed
            2: PreToolUse command `b` 60s
            3: UserPromptSubmit command `c` 60s closed
            4: Stop command `d` 60s
            5: PostToolUse command `e` 60s
            4: warning[hooks/field-without-effect]: `Stop[0].onFailure` has no effect on `Stop`
            5: warning[hooks/field-without-effect]: `PostToolUse[0].onFailure` has no effect on `PostToolUse`
            5: error[hooks/on-failure]: `PostToolUse[0].onFailure` is `block` or `proceed`; it is taken as `block`
        "#]],
    );
}

#[test]
fn what_does_not_run_is_listed() {
    check(
        r#"{
          "Stop": [{ "command": "a", "if": "run_command(rm *)" }],
          "PreToolUse": [{ "type": "mcp_tool", "server": "s", "tool": "t" }, { "matcher": "[", "command": "b" }],
          "stop": []
        }"#,
        expect![[r#"
            3: PreToolUse [[] command `b` 60s
            2: skipped Stop: `Stop[0]` has an `if`, which is never met on `Stop`: it never runs
            3: skipped PreToolUse: a hook of type `mcp_tool` does not run in tackle
            2: error[hooks/if-never-met]: `Stop[0]` has an `if`, which is never met on `Stop`: it never runs
            3: note[hooks/not-run-here]: a hook of type `mcp_tool` does not run in tackle
            3: error[hooks/matcher-not-a-pattern]: the matcher `[` is not a pattern: parsing error at position 1: invalid character class; it is compared literally
        "#]],
    );
}

#[test]
fn a_file_is_written_flat() {
    let text = r#"{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [
      { "type": "command", "command": "g", "args": ["x y"] }, { "type": "prompt", "prompt": "p" }
    ] }] } }"#;
    expect![[r#"
        {"PreToolUse":[{"matcher":"Bash","command":"g","args":["x y"],"timeout":600},{"matcher":"Bash","type":"prompt","prompt":"p","timeout":30}]}
    "#]].assert_eq(&convert(DialectId::ClaudeCode, DialectId::Tackle, text));
}

#[track_caller]
fn check_told(event: &Event, payload: Expect, environment: Expect) {
    let (told, variables) = told(DialectId::Tackle, event);
    payload.assert_eq(&told);
    environment.assert_eq(&variables);
}

#[test]
fn our_words_and_our_variables() {
    let mut edit = event(EventName::PreToolUse);
    edit.words = Some(DialectId::ClaudeCode);
    let input = json!({ "file_path": "/p/a.txt", "old_string": "x", "new_string": "y" });
    edit.tool = Some(call(DialectId::ClaudeCode, "Edit", input));
    check_told(
        &edit,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"PreToolUse","tool_name":"edit_file","tool_input":{"path":"/p/a.txt","old_text":"x","new_text":"y"},"tool_use_id":"toolu_1"}"#
        ]],
        expect![[r#"
        TACKLE_HOOK_EVENT=PreToolUse
        TACKLE_TOOL_NAME=edit_file
        TACKLE_TOOL_PATH=/p/a.txt
        TACKLE_PROJECT_DIR=/p
        TACKLE_SESSION_ID=s1
        CLAUDE_PROJECT_DIR=/p
    "#]],
    );
    let mut shell = event(EventName::PreToolUse);
    shell.tool = Some(call(
        DialectId::Tackle,
        "run_command",
        json!({ "command": "ls" }),
    ));
    check_told(
        &shell,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"PreToolUse","tool_name":"run_command","tool_input":{"command":"ls"},"tool_use_id":"toolu_1"}"#
        ]],
        expect![[r#"
        TACKLE_HOOK_EVENT=PreToolUse
        TACKLE_TOOL_NAME=run_command
        TACKLE_PROJECT_DIR=/p
        TACKLE_SESSION_ID=s1
        CLAUDE_PROJECT_DIR=/p
    "#]],
    );
    check_told(
        &event(EventName::WorkflowCompleted),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"WorkflowCompleted"}"#
        ]],
        expect![[r#"
            TACKLE_HOOK_EVENT=WorkflowCompleted
            TACKLE_PROJECT_DIR=/p
            TACKLE_SESSION_ID=s1
            CLAUDE_PROJECT_DIR=/p
        "#]],
    );
}
