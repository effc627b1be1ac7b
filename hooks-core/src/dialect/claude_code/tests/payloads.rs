//! What a hook is told. The texts are those of a real host, its long values shortened.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::{call, event, output, told};
use crate::dialect::DialectId;
use crate::event::{Event, EventName};

#[track_caller]
fn check(event: &Event, payload: Expect) {
    let (told, _) = told(DialectId::ClaudeCode, event);
    payload.assert_eq(&told);
}

#[track_caller]
fn check_environment(event: &Event, environment: Expect) {
    let (_, variables) = told(DialectId::ClaudeCode, event);
    environment.assert_eq(&variables);
}

/// An event with fields by their internal names.
fn with(name: EventName, fields: Value) -> Event {
    let mut event = event(name);
    event.fields = fields.as_object().cloned().expect("fields are an object");
    event
}

/// What every turn of an agent knows.
fn in_turn(name: EventName) -> Event {
    with(
        name,
        json!({ "permission_mode": "default", "effort": { "level": "high" }, "prompt_id": "p1" }),
    )
}

#[test]
fn a_session_starts() {
    let fields = json!({ "source": "startup", "permission_mode": "plan", "env_file": "/e/1.sh" });
    check(
        &with(EventName::SessionStart, fields),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"SessionStart","source":"startup"}"#
        ]],
    );
}

#[test]
fn a_session_ends_and_writes_no_transcript() {
    let mut event = with(
        EventName::SessionEnd,
        json!({ "reason": "other", "stranger": 1 }),
    );
    event.session.transcript = None;
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"","cwd":"/p/src","hook_event_name":"SessionEnd","reason":"other"}"#
        ]],
    );
}

#[test]
fn a_prompt() {
    let mut event = in_turn(EventName::UserPromptSubmit);
    event.prompt = Some("hello".to_owned());
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","hook_event_name":"UserPromptSubmit","prompt":"hello"}"#
        ]],
    );
}

#[test]
fn a_tool_in_our_words_before_it_runs() {
    let mut event = in_turn(EventName::PreToolUse);
    event.tool = Some(call(
        DialectId::Tackle,
        "edit_file",
        json!({ "path": "a.txt", "old_text": "x", "new_text": "y" }),
    ));
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"/p/src/a.txt","old_string":"x","new_string":"y"},"tool_use_id":"toolu_1"}"#
        ]],
    );
}

#[test]
fn a_tool_in_its_own_words_inside_a_helper() {
    let mut event = in_turn(EventName::PreToolUse);
    event.words = Some(DialectId::ClaudeCode);
    event.fields.insert("agent_id".to_owned(), json!("a16"));
    event
        .fields
        .insert("agent_type".to_owned(), json!("general-purpose"));
    event.tool = Some(call(
        DialectId::ClaudeCode,
        "Bash",
        json!({ "command": "ls", "description": "d" }),
    ));
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","agent_id":"a16","agent_type":"general-purpose","effort":{"level":"high"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","description":"d"},"tool_use_id":"toolu_1"}"#
        ]],
    );
}

#[test]
fn a_shell_returned_text() {
    let mut event = in_turn(EventName::PostToolUse);
    let mut tool = call(
        DialectId::Tackle,
        "run_command",
        json!({ "command": "echo HI" }),
    );
    tool.output = output(json!("HI"));
    event.tool = Some(tool);
    event.fields.insert("duration_ms".to_owned(), json!(102));
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"echo HI"},"tool_response":{"stdout":"HI","stderr":"","interrupted":false,"isImage":false},"tool_use_id":"toolu_1","duration_ms":102}"#
        ]],
    );
}

#[test]
fn a_tool_returned_its_own_structure() {
    let mut event = in_turn(EventName::PostToolUse);
    let mut tool = call(
        DialectId::Tackle,
        "create_file",
        json!({ "path": "/p/a.txt", "content": "x\n" }),
    );
    tool.output = output(json!({ "filePath": "/p/a.txt", "success": true }));
    tool.call_id = None;
    event.tool = Some(tool);
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/p/a.txt","content":"x\n"},"tool_response":{"filePath":"/p/a.txt","success":true}}"#
        ]],
    );
}

#[test]
fn a_tool_failed() {
    let mut event = in_turn(EventName::PostToolUseFailure);
    let mut tool = call(
        DialectId::Tackle,
        "run_command",
        json!({ "command": "exit 7" }),
    );
    tool.output = output(json!("Exit code 7\nout"));
    event.tool = Some(tool);
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"exit 7"},"tool_use_id":"toolu_1","error":"Exit code 7\nout"}"#
        ]],
    );
}

#[test]
fn a_person_is_about_to_be_asked() {
    let mut event = in_turn(EventName::PermissionRequest);
    event.tool = Some(call(
        DialectId::Tackle,
        "mcp__db__query",
        json!({ "sql": "select 1" }),
    ));
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PermissionRequest","tool_name":"mcp__db__query","tool_input":{"sql":"select 1"}}"#
        ]],
    );
}

#[test]
fn the_agent_finishes_for_the_second_time() {
    let mut event = in_turn(EventName::Stop);
    event.fields.insert("last_message".to_owned(), json!("fin"));
    event.continuations = 1;
    check(
        &event,
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","prompt_id":"p1","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"Stop","stop_hook_active":true,"last_assistant_message":"fin","background_tasks":[],"session_crons":[]}"#
        ]],
    );
}

#[test]
fn a_helper_finishes() {
    let fields = json!({
        "agent_id": "a16", "agent_type": "Explore", "agent_transcript_path": "/t/s1/agent.jsonl",
        "stop_hook_active": false, "last_assistant_message": "subfin", "permission_mode": "default",
    });
    check(
        &with(EventName::SubagentStop, fields),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","permission_mode":"default","agent_id":"a16","agent_type":"Explore","hook_event_name":"SubagentStop","stop_hook_active":false,"agent_transcript_path":"/t/s1/agent.jsonl","last_assistant_message":"subfin","background_tasks":[],"session_crons":[]}"#
        ]],
    );
}

#[test]
fn history_is_about_to_be_summarised() {
    check(
        &with(EventName::PreCompact, json!({ "trigger": "auto" })),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"PreCompact","trigger":"auto","custom_instructions":null}"#
        ]],
    );
}

#[test]
fn something_needs_attention() {
    let fields = json!({ "notification_type": "idle_prompt", "message": "waiting" });
    check(
        &with(EventName::Notification, fields),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"Notification","message":"waiting","notification_type":"idle_prompt"}"#
        ]],
    );
}

#[test]
fn a_typed_command_expands() {
    let fields = json!({
        "expansion_type": "slash_command", "command_name": "mycmd", "command_args": "arg",
        "command_source": "projectSettings", "prompt": "/mycmd arg",
    });
    check(
        &with(EventName::other("UserPromptExpansion"), fields),
        expect![[
            r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"UserPromptExpansion","expansion_type":"slash_command","command_name":"mycmd","command_args":"arg","command_source":"projectSettings","prompt":"/mycmd arg"}"#
        ]],
    );
}

#[test]
fn variables_of_every_event_and_of_some() {
    let fields = json!({ "env_file": "/e/1.sh", "effort": { "level": "high" } });
    check_environment(
        &with(EventName::SessionStart, fields.clone()),
        expect![[r#"
            CLAUDE_PROJECT_DIR=/p
            CLAUDE_CODE_SESSION_ID=s1
            CLAUDE_ENV_FILE=/e/1.sh
        "#]],
    );
    check_environment(
        &with(EventName::Stop, fields),
        expect![[r#"
        CLAUDE_PROJECT_DIR=/p
        CLAUDE_CODE_SESSION_ID=s1
        CLAUDE_EFFORT=high
    "#]],
    );
}
