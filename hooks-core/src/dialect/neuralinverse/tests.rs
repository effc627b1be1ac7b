//! What NeuralInverse's settings, payloads and answers are.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::dialect::DialectId;
use crate::dialect::checking::*;
use crate::event::{Event, EventName};
use crate::tool::Failed;

const CHECK: Check = Check(DialectId::Neuralinverse);

#[track_caller]
fn file(text: &str, expected: Expect) {
    expected.assert_eq(&CHECK.file(text));
}

#[test]
fn settings() {
    file(
        r#"{
  // A comment, and a comma too many.
  "model": "x",
  "hooks": {
    "tool.before": [{ "matcher": "run_shell", "command": "./check.sh", "timeoutMs": 1500 }],
    "tool.after": [{ "matcher": "edit_file|mcp_*", "command": "fmt" }],
    "agent.stop": [{ "matcher": "*", "command": "npm test" }],
    "prompt.submit": [{ "matcher": "x", "command": "y" },],
  },
}"#,
        expect![[r#"
            5 tool.before [run_shell] command `./check.sh` 1.5s
            6 tool.after [edit_file|mcp_*] command `fmt` 60s
            7 agent.stop [*] command `npm test` 60s
            8 prompt.submit [x] command `y` 60s
            8 note[hooks/matcher-without-effect]: a matcher has no effect on `prompt.submit`"#]],
    );
    file(r#"{"model": "x"}"#, expect![[""]]);
}

#[test]
fn bad_entries_leave_their_neighbours() {
    file(
        r#"{"hooks": {
  "tool.before": [
    {"command": "a", "timeoutMs": 0},
    {"command": "b", "timeoutMs": "5"},
    {"command": "c", "timeout": 5},
    {"hooks": [{"type": "command", "command": "d"}]},
    {"type": "prompt", "prompt": "e"},
    {"type": "command", "command": "f", "timeoutMs": 700000}
  ],
  "tool_before": [{"command": "g"}],
  "PreToolUse": [{"command": "h"}],
  "notify": [7]
}}"#,
        expect![[r#"
            3 tool.before [-] command `a` 60s
            4 tool.before [-] command `b` 60s
            5 tool.before [-] command `c` 60s
            8 tool.before [-] command `f` 700s
            6 skipped tool.before: `hooks.tool.before[3]` groups its hooks, but here each entry is a hook of its own
            7 skipped tool.before: a hook of type `prompt` does not run in neuralinverse
            10 skipped tool_before: an event that does not exist here
            11 skipped PreToolUse: an event that does not exist here
            12 skipped notify: `hooks.notify[0]` is an object, found a number
            3 error[hooks/timeout]: `hooks.tool.before[0].timeoutMs` must be a positive number of milliseconds, found `0` (the default holds)
            4 error[hooks/timeout]: `hooks.tool.before[1].timeoutMs` must be a positive number of milliseconds, found text (the default holds)
            5 warning[hooks/field-without-effect]: `hooks.tool.before[2].timeout` has no effect in neuralinverse
            6 error[hooks/unexpected-group]: `hooks.tool.before[3]` groups its hooks, but here each entry is a hook of its own (each hook is an entry of its own, `{"matcher": "run_shell", "command": "./guard.sh", "timeoutMs": 5000}`)
            7 note[hooks/not-run-here]: a hook of type `prompt` does not run in neuralinverse
            10 warning[hooks/unknown-event]: neuralinverse has no event `tool_before` (did you mean `tool.before`?)
            11 warning[hooks/unknown-event]: neuralinverse has no event `PreToolUse`
            12 error[hooks/entry-not-an-object]: `hooks.notify[0]` is an object, found a number"#]],
    );
    file(
        r#"{"tool.before": [{"command": "a"}]}"#,
        expect![[r#"
        1 skipped tool.before: `tool.before` stands outside the `hooks` key, so it is not read
        1 error[hooks/key-missing]: `tool.before` stands outside the `hooks` key, so it is not read (put the events under a `hooks` key)"#]],
    );
    file(
        r#"{"hooks": []}"#,
        expect!["1 error[hooks/not-an-object]: `hooks` is an object of events, found a list"],
    );
}

#[track_caller]
fn payload(event: Event, expected: Expect) {
    expected.assert_eq(&CHECK.payload(&event));
}

#[test]
fn payloads() {
    use EventName::*;
    payload(
        with(event(SessionStart), "source", json!("resume")),
        expect![[
            r#"{"hook_event_name":"session.start","session_id":"s1","cwd":"/p/src","source":"resume"}"#
        ]],
    );
    payload(
        with(event(SessionEnd), "reason", json!("done")),
        expect![[r#"{"hook_event_name":"session.end","session_id":"s1","cwd":"/p/src"}"#]],
    );
    payload(
        prompt(event(UserPromptSubmit), "hi"),
        expect![[
            r#"{"hook_event_name":"prompt.submit","session_id":"s1","cwd":"/p/src","prompt":"hi"}"#
        ]],
    );
    payload(
        shell(PreToolUse),
        expect![[
            r#"{"hook_event_name":"tool.before","session_id":"s1","cwd":"/p/src","tool_name":"run_shell","tool_input":{"command":"ls"},"tool_call_id":"c1"}"#
        ]],
    );
    let post = returned(shell(PostToolUse), json!({"stdout": "a"}), Failed::Yes);
    payload(
        post,
        expect![[
            r#"{"hook_event_name":"tool.after","session_id":"s1","cwd":"/p/src","tool_name":"run_shell","tool_input":{"command":"ls"},"tool_call_id":"c1","tool_result":{"stdout":"a"},"is_error":true}"#
        ]],
    );
    payload(
        with(event(Stop), "last_message", json!("bye")),
        expect![[
            r#"{"hook_event_name":"agent.stop","session_id":"s1","cwd":"/p/src","last_message":"bye"}"#
        ]],
    );
    payload(
        with(event(PreCompact), "trigger", json!("auto")),
        expect![[
            r#"{"hook_event_name":"compact.before","session_id":"s1","cwd":"/p/src","trigger":"auto"}"#
        ]],
    );
    payload(
        with(event(Notification), "message", json!("hey")),
        expect![[r#"{"hook_event_name":"notify","session_id":"s1","cwd":"/p/src"}"#]],
    );
}

#[test]
fn environments() {
    expect![[r#"
        Inherited
        NEURALINVERSE_HOOK_EVENT=tool.before
        NEURALINVERSE_PROJECT_DIR=/p
        NEURALINVERSE_SESSION_ID=s1
        NEURALINVERSE_TOOL_NAME=run_shell"#]]
    .assert_eq(&CHECK.environment(&shell(EventName::PreToolUse), None));
    expect![[r#"
        Inherited
        NEURALINVERSE_HOOK_EVENT=agent.stop
        NEURALINVERSE_PROJECT_DIR=/p
        NEURALINVERSE_SESSION_ID=s1"#]]
    .assert_eq(&CHECK.environment(&shell(EventName::Stop), None));
}

#[track_caller]
fn answer(event: &str, says: Value, expected: Expect) {
    expected.assert_eq(&CHECK.answer(event, says));
}

#[test]
fn decisions() {
    for word in ["allow", "ask", "block", "deny"] {
        let says = json!({"decision": word, "reason": "r"});
        let expected = match word {
            "allow" => "allow Some(\"r\")",
            "ask" => "ask Some(\"r\")",
            _ => "block Some(\"r\")",
        };
        assert_eq!(CHECK.answer("tool.before", says), expected);
    }
    let deny = json!({"decision": "deny", "reason": "r"});
    for event in [
        "prompt.submit",
        "tool.after",
        "agent.stop",
        "compact.before",
    ] {
        assert_eq!(CHECK.answer(event, deny.clone()), "block Some(\"r\")");
    }
    answer(
        "session.start",
        deny.clone(),
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `session.start`"#]],
    );
    answer(
        "notify",
        deny,
        expect![[r#"
        nothing
        note[hooks/answer-without-effect]: a block in `decision` has no effect on `notify`"#]],
    );
    answer(
        "tool.before",
        json!({"decision": "Deny"}),
        expect![[r#"
        nothing
        warning[hooks/answer-word]: `decision` must be `allow` or `block` or `deny` or `ask`, found `Deny`"#]],
    );
    answer(
        "tool.before",
        json!({"decision": true}),
        expect!["void: `decision` must be a word"],
    );
}

#[test]
fn inputs_and_contexts() {
    let all =
        json!({"decision": "allow", "updatedInput": {"command": "x"}, "additionalContext": "c"});
    answer(
        "tool.before",
        all.clone(),
        expect![[r#"
        allow None
        input {"command":"x"}
        context "c""#]],
    );
    answer(
        "tool.after",
        all.clone(),
        expect![[r#"
        allow None
        context "c"
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `tool.after`"#]],
    );
    answer(
        "compact.before",
        all,
        expect![[r#"
        allow None
        warning[hooks/answer-without-effect]: `updatedInput` has no effect there on `compact.before`
        warning[hooks/answer-without-effect]: `additionalContext` has no effect there on `compact.before`"#]],
    );
    let claude = json!({"systemMessage": "m", "continue": false, "hookSpecificOutput": {"permissionDecision": "deny"}});
    answer(
        "tool.before",
        claude,
        expect![[r#"
        nothing
        warning[hooks/answer-without-effect]: `hookSpecificOutput` has no effect in neuralinverse
        warning[hooks/answer-without-effect]: `continue` has no effect in neuralinverse
        warning[hooks/answer-without-effect]: `systemMessage` has no effect in neuralinverse"#]],
    );
}

#[test]
fn what_can_be_said() {
    expect![[r#"
        session.start context: {"additionalContext":"know"}
        prompt.submit block: {"decision":"block","reason":"no"}
        prompt.submit context: {"additionalContext":"know"}
        tool.before block: {"decision":"block","reason":"no"}
        tool.before allow: {"decision":"allow","reason":"yes"}
        tool.before ask: {"decision":"ask","reason":"sure?"}
        tool.before rewrite: {"updatedInput":{"command":"true"}}
        tool.before context: {"additionalContext":"know"}
        tool.after block: {"decision":"block","reason":"no"}
        tool.after context: {"additionalContext":"know"}
        agent.stop block: {"decision":"block","reason":"no"}
        agent.stop context: {"additionalContext":"know"}
        compact.before block: {"decision":"block","reason":"no"}"#]]
    .assert_eq(&sayings(DialectId::Neuralinverse));
    reads_what_it_says(DialectId::Neuralinverse);
}

#[test]
fn converted_files() {
    let groups = r#"{"hooks": {
  "PreToolUse": [{"matcher": "run_shell", "hooks": [
    {"type": "command", "command": "a", "timeout": 5},
    {"type": "command", "command": "b"}
  ]}],
  "SubagentStop": [{"hooks": [{"type": "command", "command": "c"}]}]
}}"#;
    expect![[r#"
        {"hooks":{"tool.before":[{"matcher":"run_shell","command":"a","timeoutMs":5000},{"matcher":"run_shell","command":"b"}]}}
        6 warning[hooks/convert-loss]: neuralinverse has no event like `SubagentStop`"#]].assert_eq(&CHECK.converted(DialectId::AgentV, groups));
}
