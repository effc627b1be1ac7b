//! Hook files.

use expect_test::{Expect, expect};

use super::CHECK;
use crate::dialect::DialectId;

#[track_caller]
fn file(text: &str, expected: Expect) {
    expected.assert_eq(&CHECK.file(text));
}

#[test]
fn a_flat_file() {
    file(
        r#"{
  "PreToolUse": [{"matcher": "run_command", "command": "python3 guard_shell.py"}],
  "PostToolUse": [
    {"matcher": "edit_file|edit_files", "command": "./lint.sh"},
    {"command": "./log.sh"}
  ],
  "Stop": [{"command": "./notify.sh"}]
}"#,
        expect![[r#"
            2 PreToolUse [run_command] command `python3 guard_shell.py` 30s
            4 PostToolUse [edit_file|edit_files] command `./lint.sh` 30s
            5 PostToolUse [-] command `./log.sh` 30s
            7 Stop [-] command `./notify.sh` 30s"#]],
    );
}

#[test]
fn bad_entries_leave_their_neighbours() {
    file(
        r#"{
  "PreToolUse": [
    {"matcher": ["run_command"], "command": "a"},
    {"matcher": "run_[", "command": "b"},
    {"command": ""},
    "c",
    {"command": "d"}
  ],
  "preToolUse": [{"command": "e"}],
  "PreCompact": [{"command": "f"}],
  "Stop": {"command": "g"},
  "SessionStart": [{"matcher": "startup", "command": "h"}]
}"#,
        expect![[r#"
            4 PreToolUse [run_[] command `b` 30s
            7 PreToolUse [-] command `d` 30s
            12 SessionStart [startup] command `h` 30s
            3 skipped PreToolUse: `PreToolUse[0].matcher` is text, found a list
            5 skipped PreToolUse: `PreToolUse[2].command` is text, found an empty text
            6 skipped PreToolUse: `PreToolUse[3]` is an object, found text
            9 skipped preToolUse: an event that does not exist here
            10 skipped PreCompact: an event that does not exist here
            11 skipped Stop: `Stop` is a list of hooks, found an object
            3 error[hooks/matcher-not-text]: `PreToolUse[0].matcher` is text, found a list
            4 error[hooks/matcher-not-a-pattern]: the matcher `run_[` is not a pattern: parsing error at position 5: invalid character class; it is compared literally
            5 error[hooks/field-missing]: `PreToolUse[2].command` is text, found an empty text
            6 error[hooks/entry-not-an-object]: `PreToolUse[3]` is an object, found text
            9 warning[hooks/unknown-event]: nemocode has no event `preToolUse` (did you mean `PreToolUse`?)
            10 warning[hooks/unknown-event]: nemocode has no event `PreCompact`
            11 error[hooks/event-not-a-list]: `Stop` is a list of hooks, found an object
            12 note[hooks/matcher-without-effect]: a matcher has no effect on `SessionStart`"#]],
    );
}

#[test]
fn claude_code_files_are_not_read() {
    file(
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}]}]}}"#,
        expect![[r#"
            1 skipped hooks: the events stand at the root of this file, not under `hooks`
            1 error[hooks/unexpected-wrapper]: the events stand at the root of this file, not under `hooks` (the shape here is `{"PreToolUse": [{"matcher": "run_command", "command": "./guard.sh"}]}`; `tackle hooks convert --from claude-code --to nemocode` writes it)"#]],
    );
    file(
        r#"{"PreToolUse": [
  {"matcher": "Bash", "hooks": [{"type": "command", "command": "a"}]},
  {"type": "command", "command": "b"},
  {"command": "c", "timeout": 5},
  {"type": "prompt", "prompt": "d"},
  {"command": "e"}
]}"#,
        expect![[r#"
            6 PreToolUse [-] command `e` 30s
            2 skipped PreToolUse: `PreToolUse[0]` groups its hooks, but here each entry is a hook of its own
            3 skipped PreToolUse: `PreToolUse[1]` has a `type`, as Claude Code's entries have; it is not read
            4 skipped PreToolUse: `PreToolUse[2]` has a `timeout`, as Claude Code's entries have; it is not read
            5 skipped PreToolUse: a hook of type `prompt` does not run in nemocode
            2 error[hooks/unexpected-group]: `PreToolUse[0]` groups its hooks, but here each entry is a hook of its own (the shape here is `{"PreToolUse": [{"matcher": "run_command", "command": "./guard.sh"}]}`; `tackle hooks convert --from claude-code --to nemocode` writes it)
            3 error[hooks/unexpected-field]: `PreToolUse[1]` has a `type`, as Claude Code's entries have; it is not read (the shape here is `{"PreToolUse": [{"matcher": "run_command", "command": "./guard.sh"}]}`; `tackle hooks convert --from claude-code --to nemocode` writes it)
            4 error[hooks/unexpected-field]: `PreToolUse[2]` has a `timeout`, as Claude Code's entries have; it is not read (the shape here is `{"PreToolUse": [{"matcher": "run_command", "command": "./guard.sh"}]}`; `tackle hooks convert --from claude-code --to nemocode` writes it)
            5 note[hooks/not-run-here]: a hook of type `prompt` does not run in nemocode"#]],
    );
}

#[test]
fn other_products_fields_are_noted() {
    file(
        r#"{"Stop": [{"command": "a", "timeoutMs": 5, "if": "Bash(ls)", "once": true, "//": "x"}]}"#,
        expect![[r#"
            1 Stop [-] command `a` 30s
            1 warning[hooks/field-without-effect]: `Stop[0].timeoutMs` has no effect in nemocode
            1 note[hooks/field-without-effect]: `Stop[0].if` has no effect in nemocode
            1 note[hooks/field-without-effect]: `Stop[0].once` has no effect in nemocode"#]],
    );
}

#[test]
fn converted_files() {
    let claude = r#"{"hooks": {
  "PreToolUse": [{"matcher": "run_command", "hooks": [
    {"type": "command", "command": "a b", "timeout": 5, "if": "Bash(ls)"},
    {"type": "command", "command": "a", "args": ["b c"], "timeout": 30},
    {"type": "http", "url": "https://x"}
  ]}],
  "PreCompact": [{"hooks": [{"type": "command", "command": "c"}]}],
  "Stop": [{"hooks": [{"type": "command", "command": "d", "async": true}]}]
}}"#;
    expect![[r#"
        {"PreToolUse":[{"matcher":"run_command","command":"a b"},{"matcher":"run_command","command":"a 'b c'"}],"Stop":[{"command":"d"}]}
        3 warning[hooks/convert-loss]: nemocode has no words for a timeout of 5s
        3 warning[hooks/convert-loss]: nemocode has no words for `if`
        5 warning[hooks/convert-loss]: a hook of type `http` does not run on `PreToolUse` in nemocode
        7 warning[hooks/convert-loss]: nemocode has no event like `PreCompact`
        8 warning[hooks/convert-loss]: nemocode has no words for a timeout of 600s
        8 warning[hooks/convert-loss]: nemocode has no words for `async`"#]].assert_eq(&CHECK.converted(DialectId::ClaudeCode, claude));
}
