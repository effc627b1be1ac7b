//! Files: what runs, what is skipped, what is said of it.

use expect_test::{Expect, expect};

use super::{listing, read};
use crate::dialect::DialectId;

#[track_caller]
fn check(path: &str, text: &str, expected: Expect) {
    expected.assert_eq(&listing(&read(DialectId::ClaudeCode, path, text)));
}

#[track_caller]
fn check_settings(text: &str, expected: Expect) {
    check(".claude/settings.json", text, expected);
}

#[test]
fn one_wrong_entry_leaves_the_others() {
    check_settings(
        r#"{ "hooks": {
          "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] },
            { "matcher": { "tool": "Bash" }, "hooks": [{ "type": "command", "command": "a" }] },
            { "type": "command", "command": "./bare.sh" },
            { "hooks": [{ "type": "banana", "command": "x" }, { "command": "no type" }] },
            { "matcher": null, "hooks": [{ "type": "command", "command": "b" }] },
            { "hooks": [{ "type": "command", "command": "b", "timeout": "5" },
                        { "type": "command", "command": "c", "timeout": 0 }] }
          ],
          "Stop": [{ "hooks": [{ "type": "command", "command": "echo stop" }] }]
        } }"#,
        expect![[r#"
            3: PreToolUse [Bash] command `./guard.sh` 600s
            11: Stop command `echo stop` 600s
            4: skipped PreToolUse: `hooks.PreToolUse[1].matcher` is text, found an object
            5: skipped PreToolUse: `hooks.PreToolUse[2]` is a hook without its group
            6: skipped PreToolUse: `hooks.PreToolUse[3].hooks[0].type` names a kind of hook, found `banana`
            6: skipped PreToolUse: `hooks.PreToolUse[3].hooks[1]` has no `type`
            7: skipped PreToolUse: `hooks.PreToolUse[4].matcher` is text, found `null`
            8: skipped PreToolUse: `hooks.PreToolUse[5].hooks[0].timeout` must be a positive number of seconds, found text
            9: skipped PreToolUse: `hooks.PreToolUse[5].hooks[1].timeout` must be a positive number of seconds, found `0`
            4: error[hooks/matcher-not-text]: `hooks.PreToolUse[1].matcher` is text, found an object
            5: error[hooks/group-without-hooks]: `hooks.PreToolUse[2]` is a hook without its group
            6: error[hooks/unknown-handler-type]: `hooks.PreToolUse[3].hooks[0].type` names a kind of hook, found `banana`
            6: error[hooks/unknown-handler-type]: `hooks.PreToolUse[3].hooks[1]` has no `type`
            7: error[hooks/matcher-not-text]: `hooks.PreToolUse[4].matcher` is text, found `null`
            8: error[hooks/timeout]: `hooks.PreToolUse[5].hooks[0].timeout` must be a positive number of seconds, found text
            9: error[hooks/timeout]: `hooks.PreToolUse[5].hooks[1].timeout` must be a positive number of seconds, found `0`
        "#]],
    );
}

#[test]
fn an_unknown_event_leaves_the_others_and_strange_keys_of_the_file_are_no_matter() {
    check_settings(
        r#"{ "features": { "swarm": true }, "hooks": {
          "preEditHook": { "command": "npx" },
          "preToolUse": [],
          "PostToolUse": { "Bash": "err.sh" },
          "Stop": [{ "hooks": [{ "type": "command", "command": "echo done" }] }]
        } }"#,
        expect![[r#"
            5: Stop command `echo done` 600s
            2: skipped preEditHook: an event that does not exist here
            3: skipped preToolUse: an event that does not exist here
            4: skipped PostToolUse: `hooks.PostToolUse` is a list of hooks, found an object
            2: warning[hooks/unknown-event]: claude-code has no event `preEditHook`
            3: warning[hooks/unknown-event]: claude-code has no event `preToolUse`
            4: error[hooks/event-not-a-list]: `hooks.PostToolUse` is a list of hooks, found an object
        "#]],
    );
}

#[test]
fn comment_keys_are_no_hooks() {
    check_settings(
        r#"{ "// Docs": "see the wiki", "hooks": {
          "// PostToolUse": "after edits",
          "PostToolUse": [{
            "// Description": "type check", "_doc": "v2", "id": "post:types",
            "matcher": "Write|Edit", "description": "checks types",
            "hooks": [{ "type": "command", "command": "check types" }]
          }]
        } }"#,
        expect![[r#"
            6: PostToolUse [Write|Edit] command `check types` 600s
        "#]],
    );
}

#[test]
fn bare_events_are_read_in_a_plugins_file_alone() {
    let text = r#"{
      "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": "a.sh", "timeout": 5 }] }],
      "Stop": [{ "hooks": [{ "type": "command", "command": "c.sh" }] }]
    }"#;
    check(
        "hooks/hooks.json",
        text,
        expect![[r#"
        2: UserPromptSubmit command `a.sh` 5s
        3: Stop command `c.sh` 600s
        2: warning[hooks/key-missing]: the events stand at the root of this file; they are read all the same
    "#]],
    );
    check_settings(
        text,
        expect![[r#"
        2: skipped UserPromptSubmit: `UserPromptSubmit` stands outside the `hooks` key, so it is not read
        3: skipped Stop: `Stop` stands outside the `hooks` key, so it is not read
        2: error[hooks/key-missing]: `UserPromptSubmit` stands outside the `hooks` key, so it is not read
        3: error[hooks/key-missing]: `Stop` stands outside the `hooks` key, so it is not read
    "#]],
    );
}

#[test]
fn a_plugins_file_may_describe_itself() {
    check(
        "hooks/hooks.json",
        r#"{ "description": "quota", "hooks": { "PostToolUse": [{ "hooks": [
          { "type": "command", "command": "q.sh", "timeout": 10000 }
        ] }] } }"#,
        expect![[r#"
            2: PostToolUse command `q.sh` 10000s
            2: warning[hooks/timeout-looks-like-milliseconds]: `10000` seconds look like milliseconds; the unit here is seconds
        "#]],
    );
}

#[test]
fn exec_form_conditions_and_kinds() {
    check_settings(
        r#"{ "hooks": { "PreToolUse": [{ "matcher": "Bash|PowerShell", "hooks": [
          { "type": "command", "command": "py", "args": ["-3.12", "${CLAUDE_PROJECT_DIR}/guard.py"],
            "if": "Bash(git push *)", "timeout": 10, "statusMessage": "Guarding" },
          { "type": "prompt", "prompt": "Is this safe? $ARGUMENTS", "timeout": 20 },
          { "type": "agent", "prompt": "look" },
          { "type": "http", "url": "http://localhost:1/hook" },
          { "type": "mcp_tool", "server": "s", "tool": "t" },
          { "type": "command", "command": "late", "async": true },
          { "type": "command", "command": "wake", "asyncRewake": true }
        ] }] } }"#,
        expect![[r#"
            2: PreToolUse [Bash|PowerShell] command `py -3.12 '${CLAUDE_PROJECT_DIR}/guard.py'` 10s if=Bash(git push *) status=Guarding
            4: PreToolUse [Bash|PowerShell] prompt `Is this safe? $ARGUMENTS` 20s
            5: PreToolUse [Bash|PowerShell] agent `look` 60s
            6: PreToolUse [Bash|PowerShell] http `http://localhost:1/hook` 600s
            7: PreToolUse [Bash|PowerShell] mcp_tool `s:t` 600s
            8: PreToolUse [Bash|PowerShell] command `late` 600s background
            9: PreToolUse [Bash|PowerShell] command `wake` 600s rewake
        "#]],
    );
}

#[test]
fn what_an_event_does_not_take_is_listed() {
    check_settings(
        r#"{ "hooks": {
          "SessionStart": [{ "hooks": [
            { "type": "prompt", "prompt": "hello" },
            { "type": "http", "url": "http://localhost:1/" },
            { "type": "command", "command": "fine" }
          ] }],
          "PreCompact": [{ "hooks": [{ "type": "agent", "prompt": "look" }] }],
          "Stop": [{ "hooks": [
            { "type": "command", "command": "never", "if": "Bash(git *)" },
            { "type": "skill", "skill": "memory" }
          ] }]
        } }"#,
        expect![[r#"
            5: SessionStart command `fine` 600s
            3: skipped SessionStart: a hook of type `prompt` does not run on `SessionStart`
            4: skipped SessionStart: a hook of type `http` does not run on `SessionStart`
            7: skipped PreCompact: a hook of type `agent` does not run on `PreCompact`
            9: skipped Stop: `hooks.Stop[0].hooks[0]` has an `if`, which is never met on `Stop`: it never runs
            10: skipped Stop: a hook of type `skill` does not run in claude-code
            3: warning[hooks/not-run-here]: a hook of type `prompt` does not run on `SessionStart`
            4: warning[hooks/not-run-here]: a hook of type `http` does not run on `SessionStart`
            7: warning[hooks/not-run-here]: a hook of type `agent` does not run on `PreCompact`
            9: error[hooks/if-never-met]: `hooks.Stop[0].hooks[0]` has an `if`, which is never met on `Stop`: it never runs
            10: note[hooks/not-run-here]: a hook of type `skill` does not run in claude-code
        "#]],
    );
}

#[test]
fn once_counts_in_the_header_of_a_skill_alone() {
    let text = r#"{ "hooks": { "PreToolUse": [
      { "hooks": [{ "type": "command", "command": "a", "once": true }] }
    ] } }"#;
    check(
        "skills/deploy/SKILL.md",
        text,
        expect![[r#"
        2: PreToolUse command `a` 600s once
    "#]],
    );
    check_settings(
        text,
        expect![[r#"
        2: PreToolUse command `a` 600s
        2: note[hooks/field-without-effect]: `hooks.PreToolUse[0].hooks[0].once` has no effect in claude-code
    "#]],
    );
}

#[test]
fn matchers_where_there_is_nothing_to_match() {
    check_settings(
        r#"{ "hooks": {
          "Stop": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "a" }] },
                   { "matcher": "Bash", "hooks": [{ "type": "command", "command": "b" }] }],
          "PreToolUse": [
            { "matcher": "[", "hooks": [{ "type": "command", "command": "c" }] },
            { "matcher": "tool == \"Bash\" && tool_input.command matches \"rm\"",
              "hooks": [{ "type": "command", "command": "d" }] },
            { "matcher": "tools:Write AND file_paths:**/*.{py,pyi}",
              "hooks": [{ "type": "command", "command": "e" }] }
          ]
        } }"#,
        expect![[r#"
            2: Stop [*] command `a` 600s
            3: Stop [Bash] command `b` 600s
            5: PreToolUse [[] command `c` 600s
            7: PreToolUse [tool == "Bash" && tool_input.command matches "rm"] command `d` 600s
            9: PreToolUse [tools:Write AND file_paths:**/*.{py,pyi}] command `e` 600s
            3: note[hooks/matcher-without-effect]: a matcher has no effect on `Stop`
            5: error[hooks/matcher-not-a-pattern]: the matcher `[` is not a pattern: parsing error at position 1: invalid character class; it matches nothing
            6: warning[hooks/matcher-never-matches]: the matcher `tool == "Bash" && tool_input.command matches "rm"` never matches: it holds `==`, which no tool name has
            8: error[hooks/matcher-not-a-pattern]: the matcher `tools:Write AND file_paths:**/*.{py,pyi}` is not a pattern: nothing to repeat before `*`; it matches nothing
        "#]],
    );
}

#[test]
fn the_end_of_a_session_is_short() {
    check_settings(
        r#"{ "hooks": { "SessionEnd": [{ "hooks": [
          { "type": "command", "command": "a" },
          { "type": "command", "command": "b", "timeout": 10 },
          { "type": "command", "command": "c", "timeout": 90 }
        ] }] } }"#,
        expect![[r#"
            2: SessionEnd command `a` 1.5s
            3: SessionEnd command `b` 10s
            4: SessionEnd command `c` 60s
        "#]],
    );
}

#[test]
fn hooks_can_be_turned_off() {
    let config = read(
        DialectId::ClaudeCode,
        "settings.json",
        r#"{ "disableAllHooks": true }"#,
    );
    assert_eq!(config.switch, crate::dialect::Switch::Off);
}
