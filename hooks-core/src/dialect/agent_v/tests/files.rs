//! Hook files.

use expect_test::{Expect, expect};

use super::CHECK;
use crate::dialect::DialectId;

#[track_caller]
fn file(text: &str, expected: Expect) {
    expected.assert_eq(&CHECK.file(text));
}

#[test]
fn a_file_of_groups() {
    file(
        r#"{
  "permissions": {"allow": []},
  "hooks": {
    "PreToolUse": [
      { "matcher": " terminal ", "hooks": [{ "type": "command", "command": " node check.js " }] }
    ],
    "PostToolUse": [
      { "matcher": "edit|delete", "hooks": [{ "type": "command", "command": "eslint", "timeout": 120 }] }
    ],
    "SessionStart": [{ "matcher": "startup", "hooks": [{ "type": "command", "command": "a", "timeout": 601 }] }],
    "Stop": [{ "matcher": "x", "hooks": [{ "type": "command", "command": "b", "timeout": 600 }] }]
  }
}"#,
        expect![[r#"
            5 PreToolUse [ terminal ] command `node check.js` 60s
            8 PostToolUse [edit|delete] command `eslint` 120s
            10 SessionStart [startup] command `a` 600s
            11 Stop [x] command `b` 600s
            11 note[hooks/matcher-without-effect]: a matcher has no effect on `Stop`"#]],
    );
}

#[test]
fn bad_entries_leave_their_neighbours() {
    file(
        r#"{"hooks": {
  "PreToolUse": [
    { "hooks": [
      { "type": "command", "command": "a", "timeout": 0 },
      { "type": "command", "command": "b", "timeout": "5" },
      { "type": "command", "command": "  " },
      { "command": "c" },
      { "type": "prompt", "prompt": "d" },
      { "type": "command", "command": "e", "timeout": 0.5, "async": true }
    ]},
    { "command": "f" },
    { "matcher": "x" },
    7
  ],
  "TaskCreated": [{ "hooks": [{ "type": "command", "command": "g" }] }],
  "Stop": {}
}}"#,
        expect![[r#"
            9 PreToolUse [-] command `e` 500ms
            4 skipped PreToolUse: `hooks.PreToolUse[0].hooks[0].timeout` must be a positive number of seconds, found `0`
            5 skipped PreToolUse: `hooks.PreToolUse[0].hooks[1].timeout` must be a positive number of seconds, found text
            6 skipped PreToolUse: `hooks.PreToolUse[0].hooks[2].command` is text, found an empty text
            7 skipped PreToolUse: `hooks.PreToolUse[0].hooks[3]` has no `type`
            8 skipped PreToolUse: a hook of type `prompt` does not run in agent-v
            11 skipped PreToolUse: `hooks.PreToolUse[1]` is a hook without its group
            12 skipped PreToolUse: `hooks.PreToolUse[2]` has no `hooks` list
            13 skipped PreToolUse: `hooks.PreToolUse[3]` is an object, found a number
            15 skipped TaskCreated: an event that does not exist here
            16 skipped Stop: `hooks.Stop` is a list of hooks, found an object
            4 error[hooks/timeout]: `hooks.PreToolUse[0].hooks[0].timeout` must be a positive number of seconds, found `0`
            5 error[hooks/timeout]: `hooks.PreToolUse[0].hooks[1].timeout` must be a positive number of seconds, found text
            6 error[hooks/field-missing]: `hooks.PreToolUse[0].hooks[2].command` is text, found an empty text
            7 error[hooks/unknown-handler-type]: `hooks.PreToolUse[0].hooks[3]` has no `type`
            8 note[hooks/not-run-here]: a hook of type `prompt` does not run in agent-v
            9 note[hooks/field-without-effect]: `hooks.PreToolUse[0].hooks[5].async` has no effect in agent-v
            11 error[hooks/group-without-hooks]: `hooks.PreToolUse[1]` is a hook without its group (a group has an optional `matcher` and a list `hooks` of `{"type": "command", "command": "./guard.sh"}`)
            12 error[hooks/group-without-hooks]: `hooks.PreToolUse[2]` has no `hooks` list (a group has an optional `matcher` and a list `hooks` of `{"type": "command", "command": "./guard.sh"}`)
            13 error[hooks/entry-not-an-object]: `hooks.PreToolUse[3]` is an object, found a number
            15 warning[hooks/unknown-event]: agent-v has no event `TaskCreated`
            16 error[hooks/event-not-a-list]: `hooks.Stop` is a list of hooks, found an object"#]],
    );
    file(
        r#"{"PreToolUse": []}"#,
        expect![[r#"
        1 skipped PreToolUse: `PreToolUse` stands outside the `hooks` key, so it is not read
        1 error[hooks/key-missing]: `PreToolUse` stands outside the `hooks` key, so it is not read (put the events under a `hooks` key)"#]],
    );
    file(
        "[1]",
        expect!["1 error[hooks/not-an-object]: a hooks file is an object, found a list"],
    );
}

#[test]
fn converted_files() {
    let flat = r#"{"hooks": {
  "tool.before": [
    {"matcher": "terminal", "command": "a", "timeoutMs": 1500},
    {"matcher": "terminal", "command": "b", "timeoutMs": 700000},
    {"command": "c"}
  ],
  "notify": [{"command": "d"}]
}}"#;
    expect![[r#"
        {"hooks":{"PreToolUse":[{"matcher":"terminal","hooks":[{"type":"command","command":"a","timeout":1.5},{"type":"command","command":"b","timeout":700}]},{"hooks":[{"type":"command","command":"c"}]}],"Notification":[{"hooks":[{"type":"command","command":"d"}]}]}}
        4 warning[hooks/convert-loss]: agent-v has no words for a timeout above 600s"#]].assert_eq(&CHECK.converted(DialectId::Neuralinverse, flat));
}
