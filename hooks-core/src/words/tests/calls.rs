//! Calls on their way to a hook, and rewrites on their way back.

use expect_test::{Expect, expect};

use super::{object, text, words};
use crate::dialect::DialectId;
use crate::event::{Event, EventName, Session};
use crate::tool::{Tool, ToolUse};
use crate::words::shown;

fn call(spoken: &str, input: &str, words_of: &str) -> ToolUse {
    ToolUse {
        spoken: spoken.to_owned(),
        meanings: words(words_of).meanings(spoken),
        input: object(input),
        call_id: None,
        output: None,
    }
}

/// What a hook of `to` sees of a call in the words of `from`, and what the matchers are tested on.
#[track_caller]
fn seen((from, spoken, input): (&str, &str, &str), to: &str, expected: Expect) {
    let session = Session {
        cwd: "/p/src".into(),
        project: "/p".into(),
        ..Session::default()
    };
    let mut event = Event::new(EventName::PreToolUse, session);
    event.words = DialectId::from_word(from);
    event.tool = Some(call(spoken, input, from));
    let shown = shown(words(to), &event).expect("a call");
    let call = event.tool.as_ref().expect("a call");
    let names = words(to).names_of_call(call, words(from));
    expected.assert_eq(&format!(
        "{} {} [{}]",
        shown.name,
        text(&shown.input),
        names.join(" ")
    ));
}

#[test]
fn calls_in_other_words() {
    let edit = r#"{"path":"a.rs","old_text":"x","new_text":"y","why":"z"}"#;
    seen(
        ("tackle", "edit_file", edit),
        "claude-code",
        expect![[
            r#"Edit {"file_path":"/p/src/a.rs","old_string":"x","new_string":"y","why":"z"} [Edit]"#
        ]],
    );
    seen(
        ("tackle", "edit_file", edit),
        "nemocode",
        expect![[
            r#"edit_file {"path":"a.rs","old_text":"x","new_text":"y","why":"z"} [edit_file]"#
        ]],
    );
    seen(
        ("tackle", "edit_file", edit),
        "agent-v",
        expect![[
            r#"str_replace {"path":"a.rs","old_text":"x","new_text":"y","why":"z"} [str_replace]"#
        ]],
    );
    let edit = r#"{"new_string":"y","file_path":"/p/../a.rs","old_string":"x"}"#;
    seen(
        ("claude-code", "Edit", edit),
        "neuralinverse",
        expect![[r#"edit_file {"new_text":"y","path":"/p/../a.rs","old_text":"x"} [edit_file]"#]],
    );
    seen(
        ("claude-code", "Edit", edit),
        "neo",
        expect![[r#"Edit {"new_string":"y","file_path":"/a.rs","old_string":"x"} [Edit]"#]],
    );
    let many = r#"{"edits":[{"path":"./a","old_text":"x","new_text":"y"},7]}"#;
    seen(
        ("nemocode", "edit_files", many),
        "claude-code",
        expect![[
            r#"MultiEdit {"edits":[{"file_path":"/p/src/a","old_string":"x","new_string":"y"},7]} [MultiEdit]"#
        ]],
    );
    let many = r#"{"path":"a","edits":[]}"#;
    seen(
        ("agent-v", "edit", many),
        "claude-code",
        expect![[r#"MultiEdit {"file_path":"/p/src/a","edits":[]} [Write MultiEdit]"#]],
    );
    let whole = r#"{"path":"a","content":""}"#;
    seen(
        ("agent-v", "edit", whole),
        "claude-code",
        expect![[r#"Write {"file_path":"/p/src/a","content":""} [Write MultiEdit]"#]],
    );
    let shell = r#"{"command":"ls","timeout":5}"#;
    seen(
        ("claude-code", "PowerShell", shell),
        "tackle",
        expect![[r#"run_command {"command":"ls","timeout":5} [run_command]"#]],
    );
    seen(
        ("claude-code", "PowerShell", shell),
        "neo",
        expect![[r#"PowerShell {"command":"ls","timeout":5} [PowerShell]"#]],
    );
    let task = r#"{"prompt":"p","subagent_type":"explore"}"#;
    seen(
        ("claude-code", "Task", task),
        "claude-code",
        expect![[r#"Task {"prompt":"p","subagent_type":"explore"} [Task Agent]"#]],
    );
    seen(
        ("claude-code", "Task", task),
        "tackle",
        expect![[r#"ask_agent {"prompt":"p","agent":"explore"} [ask_agent]"#]],
    );
    seen(
        ("nemocode", "ask_agent", task),
        "claude-code",
        expect![[r#"Agent {"prompt":"p","subagent_type":"explore"} [Agent Task]"#]],
    );
    let mcp = r#"{"path":"a","file_path":"b"}"#;
    seen(
        ("claude-code", "mcp__fs__read", mcp),
        "neuralinverse",
        expect![[r#"mcp_fs_read {"path":"a","file_path":"b"} [mcp_fs_read]"#]],
    );
    let odd = r#"{"file_path":"b","path":"a"}"#;
    seen(
        ("tackle", "read_file", odd),
        "claude-code",
        expect![[r#"Read {"file_path":"/p/src/a"} [Read]"#]],
    );
    let odd = r#"{"path":"a","file_path":"b"}"#;
    seen(
        ("tackle", "read_file", odd),
        "claude-code",
        expect![[r#"Read {"file_path":"/p/src/a"} [Read]"#]],
    );
    seen(
        ("tackle", "delete_file", r#"{"path":"a"}"#),
        "claude-code",
        expect![[r#"delete_file {"path":"/p/src/a"} [delete_file]"#]],
    );
    seen(
        ("tackle", "run_workflow", r#"{"name":"a","input":1}"#),
        "claude-code",
        expect![[r#"Workflow {"name":"a","args":1} [Workflow]"#]],
    );
}

/// What becomes of a rewrite on its way back to our words.
#[track_caller]
fn back((dialect, tool): (&str, Tool), (input, returned): (&str, &str), expected: Expect) {
    let words = words(dialect);
    let returned = object(returned);
    let res = match words.check_rewrite(&tool, &object(input), &returned) {
        Ok(()) => text(&words.to_ours(&tool, &returned)),
        Err(why) => why,
    };
    expected.assert_eq(&res);
}

#[test]
fn rewrites_come_back() {
    let shell = r#"{"command":"ls"}"#;
    let plain = r#"{"command":"ls","timeout":5,"description":"d","run_in_background":true}"#;
    back(
        ("claude-code", Tool::Shell),
        (shell, plain),
        expect![[r#"{"command":"ls","timeout":5,"description":"d","run_in_background":true}"#]],
    );
    back(
        ("nemocode", Tool::Shell),
        (shell, plain),
        expect!["`timeout` is no field of `run_command`, which has `command`"],
    );
    let odd = r#"{"command":"ls","cmd":"rm"}"#;
    back(
        ("claude-code", Tool::Shell),
        (shell, odd),
        expect![
            "`cmd` is no field of `Bash`, which has `command`, `description`, `timeout`, `run_in_background`, `dangerouslyDisableSandbox`"
        ],
    );
    back(
        ("claude-code", Tool::Shell),
        (odd, odd),
        expect![[r#"{"command":"ls","cmd":"rm"}"#]],
    );
    let ours = r#"{"path":"/a"}"#;
    back(
        ("claude-code", Tool::Read),
        (r#"{"file_path":"/a"}"#, ours),
        expect!["`path` is no field of `Read`, which has `file_path`, `offset`, `limit`, `pages`"],
    );
    back(
        ("claude-code", Tool::Delete),
        (ours, ours),
        expect![[r#"{"path":"/a"}"#]],
    );
    let seen = r#"{"edits":[{"old_string":"a","new_string":"b"}]}"#;
    let good = r#"{"edits":[{"new_string":"c","replace_all":true}]}"#;
    let bad = r#"{"edits":[{"new_text":"c"}]}"#;
    back(
        ("neo", Tool::EditMany),
        (seen, good),
        expect![[r#"{"edits":[{"new_text":"c","replace_all":true}]}"#]],
    );
    back(
        ("neo", Tool::EditMany),
        (seen, bad),
        expect![
            "`edits[].new_text` is no field of `MultiEdit`, which has `file_path`, `old_string`, `new_string`, `replace_all`"
        ],
    );
    back(
        ("neo", Tool::Other("Zap".to_owned())),
        ("{}", odd),
        expect![[r#"{"command":"ls","cmd":"rm"}"#]],
    );
}
