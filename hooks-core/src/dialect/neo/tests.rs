//! What Neo reads beyond Claude Code's files, and what it tells.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::dialect::DialectId;
use crate::dialect::claude_code::tests::{answer, call, convert, event, listing, read, told};
use crate::event::EventName;

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&listing(&read(DialectId::Neo, ".neo/settings.json", text)));
}

#[test]
fn flat_entries_at_the_root() {
    check(
        r#"{
          "SessionStart": [{ "type": "skill", "skill": "morning-brief" }],
          "PostCompact": [{ "type": "skill", "skill": "memory-curator", "args": { "depth": "shallow" },
            "timeout": 5000, "statusMessage": "curating", "once": true }],
          "model": "some-model"
        }"#,
        expect![[r#"
            2: SessionStart skill `morning-brief` 60s
            3: PostCompact skill `memory-curator` 5s status=curating once
        "#]],
    );
}

#[test]
fn groups_under_a_wrapper() {
    check(
        r#"{ "hooks": {
          "PreToolUse": [
            { "matcher": "Write|Edit", "hooks": [
              { "type": "command", "command": "guard" }, { "type": "skill", "skill": "watch" } ] },
            { "type": "http", "url": "http://localhost:1/" }
          ],
          "WorkflowStepEnd": [{ "type": "agent", "prompt": "look" }]
        } }"#,
        expect![[r#"
            4: PreToolUse [Write|Edit] command `guard` 600s
            4: PreToolUse [Write|Edit] skill `watch` 60s
            5: PreToolUse http `http://localhost:1/` 600s
            7: WorkflowStepEnd agent `look` 60s
        "#]],
    );
}

#[test]
fn five_kinds_and_their_timeouts_in_milliseconds() {
    check(
        r#"{ "UserPromptSubmit": [
          { "type": "command", "command": "c" }, { "type": "prompt", "prompt": "p" },
          { "type": "http", "url": "u" }, { "type": "agent", "prompt": "a" },
          { "type": "skill", "skill": "s" }, { "type": "command", "command": "t", "timeout": 2500 },
          { "type": "command", "command": "seconds?", "timeout": 30 },
          { "type": "mcp_tool", "server": "s", "tool": "t" }
        ] }"#,
        expect![[r#"
            2: UserPromptSubmit command `c` 30s
            2: UserPromptSubmit prompt `p` 30s
            3: UserPromptSubmit http `u` 30s
            3: UserPromptSubmit agent `a` 60s
            4: UserPromptSubmit skill `s` 60s
            4: UserPromptSubmit command `t` 2.5s
            5: UserPromptSubmit command `seconds?` 30ms
            6: skipped UserPromptSubmit: a hook of type `mcp_tool` does not run in neo
            5: warning[hooks/timeout-looks-like-seconds]: `30` milliseconds look like seconds; the unit here is milliseconds
            6: note[hooks/not-run-here]: a hook of type `mcp_tool` does not run in neo
        "#]],
    );
}

#[test]
fn a_bad_entry_is_rejected_by_name() {
    check(
        r#"{ "Stop": [
          { "type": "skill", "skill": "zero", "timeout": 0 },
          { "type": "skill", "skill": "negative", "timeout": -1 },
          { "type": "skill", "skill": "text", "timeout": "60000" },
          { "type": "skill" },
          { "type": "skill", "skill": "list", "args": ["a"] },
          { "skill": "untyped" },
          { "type": "banana" },
          { "type": "skill", "skill": "good" }
        ] }"#,
        expect![[r#"
            9: Stop skill `good` 60s
            2: skipped Stop: `Stop[0].timeout` must be a positive number of milliseconds, found `0`
            3: skipped Stop: `Stop[1].timeout` must be a positive number of milliseconds, found `-1`
            4: skipped Stop: `Stop[2].timeout` must be a positive number of milliseconds, found text
            5: skipped Stop: `Stop[3].skill` is text, found nothing
            6: skipped Stop: `Stop[4].args` is an object, found a list
            7: skipped Stop: `Stop[5]` has no `type`
            8: skipped Stop: `Stop[6].type` names a kind of hook, found `banana`
            2: error[hooks/timeout]: `Stop[0].timeout` must be a positive number of milliseconds, found `0`
            3: error[hooks/timeout]: `Stop[1].timeout` must be a positive number of milliseconds, found `-1`
            4: error[hooks/timeout]: `Stop[2].timeout` must be a positive number of milliseconds, found text
            5: error[hooks/field-missing]: `Stop[3].skill` is text, found nothing
            6: error[hooks/args]: `Stop[4].args` is an object, found a list
            7: error[hooks/unknown-handler-type]: `Stop[5]` has no `type`
            8: error[hooks/unknown-handler-type]: `Stop[6].type` names a kind of hook, found `banana`
        "#]],
    );
}

#[test]
fn a_file_is_written_flat_with_groups_for_matchers() {
    let text = r#"{ "hooks": {
      "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "g", "timeout": 5 }] }],
      "SessionStart": [{ "hooks": [{ "type": "mcp_tool", "server": "s", "tool": "t" },
                                   { "type": "command", "command": "hi" }] }]
    } }"#;
    expect![[r#"
        {"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"g","timeout":5000}]}],"SessionStart":[{"type":"command","command":"hi"}]}
        3: warning[hooks/convert-loss]: a hook of type `mcp_tool` does not run on `SessionStart` in neo
    "#]].assert_eq(&convert(DialectId::ClaudeCode, DialectId::Neo, text));
    let text = r#"{ "PostCompact": [{ "type": "skill", "skill": "m", "args": { "b": 1, "a": 2 }, "once": true }] }"#;
    expect![[r#"
        {"PostCompact":[{"type":"skill","skill":"m","args":{"b":1,"a":2},"once":true}]}
    "#]]
    .assert_eq(&convert(DialectId::Neo, DialectId::Neo, text));
}

#[test]
fn it_tells_and_hears_what_claude_code_does() {
    let mut event = event(EventName::PreToolUse);
    event.tool = Some(call(
        DialectId::Tackle,
        "run_command",
        json!({ "command": "ls" }),
    ));
    let (payload, environment) = told(DialectId::Neo, &event);
    expect![[r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"toolu_1"}"#]].assert_eq(&payload);
    expect![[r#"
        CLAUDE_PROJECT_DIR=/p
        CLAUDE_CODE_SESSION_ID=s1
    "#]]
    .assert_eq(&environment);
    let answered = answer(
        DialectId::Neo,
        "PreToolUse",
        json!({ "decision": "block", "reason": "r" }),
    );
    expect![[r#"
        block Some("r")
    "#]]
    .assert_eq(&answered);
}

#[test]
fn a_workflow_tells_what_is_known_of_it() {
    let mut event = event(EventName::WorkflowStepEnd);
    event.fields.insert("workflow".to_owned(), json!("nightly"));
    event.fields.insert("step".to_owned(), json!("build"));
    let (payload, _) = told(DialectId::Neo, &event);
    expect![[r#"{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/p/src","hook_event_name":"WorkflowStepEnd","workflow":"nightly","step":"build"}"#]].assert_eq(&payload);
}
