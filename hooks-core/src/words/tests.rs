//! Every pair of words, and what becomes of an input on its way.

use std::path::Path;

use expect_test::{Expect, expect};
use serde_json::{Map, Value};

use crate::dialect::DialectId;
use crate::event::{Event, EventName, Session};
use crate::tool::{Tool, ToolUse};

use super::{Vocabulary, shown, table};

fn words(dialect: &str) -> &'static Vocabulary {
    DialectId::from_word(dialect)
        .expect("a dialect")
        .dialect()
        .vocabulary
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("an object")
}

fn text(map: &Map<String, Value>) -> String {
    serde_json::to_string(map).expect("JSON")
}

fn call(spoken: &str, input: &str, words_of: &str) -> ToolUse {
    ToolUse {
        spoken: spoken.to_owned(),
        meanings: words(words_of).meanings(spoken),
        input: object(input),
        call_id: None,
        output: None,
    }
}

/// The names of every tool in every dialect, and that each name is understood as its tool.
#[test]
fn every_pair() {
    let dialects = [
        "nemocode",
        "neuralinverse",
        "agent-v",
        "claude-code",
        "tackle",
    ];
    let mut res = String::new();
    for tool in table::OURS.rows.iter().map(|it| &it.tool) {
        res += &format!("{tool:?}:");
        for dialect in dialects {
            let names = words(dialect).names(tool);
            for name in &names {
                let meanings = words(dialect).meanings(name);
                assert!(meanings.contains(tool), "{dialect} {name} {meanings:?}");
            }
            res += &format!(" {}", names.join("/"));
        }
        res.push('\n');
    }
    expect![[r#"
        Shell: run_command run_shell terminal Bash run_command
        Read: read_file read_file read Read read_file
        Create: create_file write_file edit Write create_file
        Edit: edit_file edit_file str_replace Edit edit_file
        EditMany: edit_files multi_edit edit MultiEdit edit_files
        Delete: delete_file delete_file delete delete_file delete_file
        Notebook: edit_notebook edit_notebook edit_notebook NotebookEdit edit_notebook
        List: list_files list_files list_dir LS list_files
        Find: find_files find_files glob Glob find_files
        Search: search_code search_code grep Grep search_code
        Fetch: fetch_url fetch_url browser_open WebFetch fetch_url
        Helper: ask_agent ask_agent spawn_agent_instance Agent/Task ask_agent
        Skill: skill skill Skill Skill skill
        Workflow: run_workflow run_workflow run_workflow Workflow run_workflow
    "#]]
    .assert_eq(&res);
}

/// Every field in every dialect, ours where the dialect has its own.
#[test]
fn every_field() {
    let mut res = String::new();
    for dialect in ["tackle", "claude-code"] {
        for row in table::OURS.rows {
            let row = words(dialect).row(&row.tool).expect("a row");
            let show = |it: &table::Field| match it.ours == it.theirs {
                true => it.ours.to_owned(),
                false => format!("{}={}", it.theirs, it.ours),
            };
            let fields: Vec<_> = row.fields.iter().map(show).collect();
            let edits: Vec<_> = row.edits.iter().map(show).collect();
            res += &format!("{dialect} {:?}: {}", row.tool, fields.join(" "));
            res += &match edits.is_empty() {
                true => "\n".to_owned(),
                false => format!(" | {}\n", edits.join(" ")),
            };
        }
    }
    expect![[r#"
        tackle Shell: command
        tackle Read: path offset limit
        tackle Create: path content
        tackle Edit: path old_text new_text replace_all
        tackle EditMany: path edits | path old_text new_text replace_all
        tackle Delete: path
        tackle Notebook: notebook_path cell_id cell_type edit_mode new_source
        tackle List: path ignore
        tackle Find: path pattern
        tackle Search: path pattern glob
        tackle Fetch: url prompt
        tackle Helper: prompt agent
        tackle Skill: name args
        tackle Workflow: name input
        claude-code Shell: command description timeout run_in_background dangerouslyDisableSandbox
        claude-code Read: file_path=path offset limit pages
        claude-code Create: file_path=path content
        claude-code Edit: file_path=path old_string=old_text new_string=new_text replace_all
        claude-code EditMany: file_path=path edits | file_path=path old_string=old_text new_string=new_text replace_all
        claude-code Delete: path
        claude-code Notebook: notebook_path cell_id cell_type edit_mode new_source
        claude-code List: path ignore
        claude-code Find: path pattern
        claude-code Search: path pattern glob output_mode type multiline head_limit offset -A -B -C -i -n
        claude-code Fetch: url prompt
        claude-code Helper: prompt subagent_type=agent description model run_in_background isolation
        claude-code Skill: skill=name args
        claude-code Workflow: name args=input script scriptPath resumeFromRunId
    "#]]
    .assert_eq(&res);
}

#[track_caller]
fn means(dialect: &str, spoken: &str, expected: &str) {
    assert_eq!(
        format!("{:?}", words(dialect).meanings(spoken)),
        expected,
        "{dialect} {spoken}"
    );
}

#[test]
fn meanings() {
    means("agent-v", "edit", "[Create, EditMany]");
    means("claude-code", "Task", "[Helper]");
    means("claude-code", "PowerShell", "[Shell]");
    means("claude-code", "run_command", r#"[Other("run_command")]"#);
    means("claude-code", "delete_file", "[Delete]");
    means("tackle", "Bash", r#"[Other("Bash")]"#);
    means("nemocode", "edit_notebook", "[Notebook]");
    means("claude-code", "bash", r#"[Other("bash")]"#);
    let mcp = r#"[Mcp { server: "a", tool: "b_c" }]"#;
    means("claude-code", "mcp__a__b_c", mcp);
    means("neuralinverse", "mcp_a_b_c", mcp);
    means("neuralinverse", "mcp__a__b_c", mcp);
    means("tackle", "mcp_a_b_c", r#"[Other("mcp_a_b_c")]"#);
    means("claude-code", "mcp__a", r#"[Other("mcp__a")]"#);
    means("claude-code", "mcp____b", r#"[Other("mcp____b")]"#);
    means("neuralinverse", "mcp_", r#"[Other("mcp_")]"#);
}

#[track_caller]
fn names(dialect: &str, tool: Tool, expected: &[&str]) {
    assert_eq!(words(dialect).names(&tool), expected);
}

#[test]
fn names_of_what_no_table_knows() {
    let mcp = || Tool::Mcp {
        server: "git".to_owned(),
        tool: "log".to_owned(),
    };
    names("nemocode", mcp(), &["mcp__git__log"]);
    names("agent-v", mcp(), &["mcp_git_log"]);
    names("neo", Tool::Other("Zap".to_owned()), &["Zap"]);
    names("nemocode", Tool::Delete, &["delete_file"]);
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
    seen(("tackle", "edit_file", edit), "claude-code", expect![[r#"Edit {"file_path":"/p/src/a.rs","old_string":"x","new_string":"y","why":"z"} [Edit]"#]]);
    seen(("tackle", "edit_file", edit), "nemocode", expect![[r#"edit_file {"path":"a.rs","old_text":"x","new_text":"y","why":"z"} [edit_file]"#]]);
    seen(("tackle", "edit_file", edit), "agent-v", expect![[r#"str_replace {"path":"a.rs","old_text":"x","new_text":"y","why":"z"} [str_replace]"#]]);
    let edit = r#"{"new_string":"y","file_path":"/p/../a.rs","old_string":"x"}"#;
    seen(
        ("claude-code", "Edit", edit),
        "neuralinverse",
        expect![[r#"edit_file {"new_text":"y","path":"/p/../a.rs","old_text":"x"} [edit_file]"#]],
    );
    seen(("claude-code", "Edit", edit), "neo", expect![[r#"Edit {"new_string":"y","file_path":"/a.rs","old_string":"x"} [Edit]"#]]);
    let many = r#"{"edits":[{"path":"./a","old_text":"x","new_text":"y"},7]}"#;
    seen(
        ("nemocode", "edit_files", many),
        "claude-code",
        expect![[r#"MultiEdit {"edits":[{"file_path":"/p/src/a","old_string":"x","new_string":"y"},7]} [MultiEdit]"#]],
    );
    let many = r#"{"path":"a","edits":[]}"#;
    seen(("agent-v", "edit", many), "claude-code", expect![[r#"MultiEdit {"file_path":"/p/src/a","edits":[]} [Write MultiEdit]"#]]);
    let whole = r#"{"path":"a","content":""}"#;
    seen(("agent-v", "edit", whole), "claude-code", expect![[r#"Write {"file_path":"/p/src/a","content":""} [Write MultiEdit]"#]]);
    let shell = r#"{"command":"ls","timeout":5}"#;
    seen(
        ("claude-code", "PowerShell", shell),
        "tackle",
        expect![[r#"run_command {"command":"ls","timeout":5} [run_command]"#]],
    );
    seen(("claude-code", "PowerShell", shell), "neo", expect![[r#"PowerShell {"command":"ls","timeout":5} [PowerShell]"#]]);
    let task = r#"{"prompt":"p","subagent_type":"explore"}"#;
    seen(("claude-code", "Task", task), "claude-code", expect![[r#"Task {"prompt":"p","subagent_type":"explore"} [Task Agent]"#]]);
    seen(("claude-code", "Task", task), "tackle", expect![[r#"ask_agent {"prompt":"p","agent":"explore"} [ask_agent]"#]]);
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
    seen(("tackle", "read_file", odd), "claude-code", expect![[r#"Read {"file_path":"/p/src/a"} [Read]"#]]);
    let odd = r#"{"path":"a","file_path":"b"}"#;
    seen(("tackle", "read_file", odd), "claude-code", expect![[r#"Read {"file_path":"/p/src/a"} [Read]"#]]);
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
    back(("claude-code", Tool::Shell), (shell, plain), expect![[r#"{"command":"ls","timeout":5,"description":"d","run_in_background":true}"#]]);
    back(("nemocode", Tool::Shell), (shell, plain), expect!["`timeout` is no field of `run_command`, which has `command`"]);
    let odd = r#"{"command":"ls","cmd":"rm"}"#;
    back(("claude-code", Tool::Shell), (shell, odd), expect!["`cmd` is no field of `Bash`, which has `command`, `description`, `timeout`, `run_in_background`, `dangerouslyDisableSandbox`"]);
    back(("claude-code", Tool::Shell), (odd, odd), expect![[r#"{"command":"ls","cmd":"rm"}"#]]);
    let ours = r#"{"path":"/a"}"#;
    back(
        ("claude-code", Tool::Read),
        (r#"{"file_path":"/a"}"#, ours),
        expect!["`path` is no field of `Read`, which has `file_path`, `offset`, `limit`, `pages`"],
    );
    back(("claude-code", Tool::Delete), (ours, ours), expect![[r#"{"path":"/a"}"#]]);
    let seen = r#"{"edits":[{"old_string":"a","new_string":"b"}]}"#;
    let good = r#"{"edits":[{"new_string":"c","replace_all":true}]}"#;
    let bad = r#"{"edits":[{"new_text":"c"}]}"#;
    back(("neo", Tool::EditMany), (seen, good), expect![[r#"{"edits":[{"new_text":"c","replace_all":true}]}"#]]);
    back(("neo", Tool::EditMany), (seen, bad), expect!["`edits[].new_text` is no field of `MultiEdit`, which has `file_path`, `old_string`, `new_string`, `replace_all`"]);
    back(
        ("neo", Tool::Other("Zap".to_owned())),
        ("{}", odd),
        expect![[r#"{"command":"ls","cmd":"rm"}"#]],
    );
}

#[track_caller]
fn paths((dialect, tool): (&str, Tool), input: &str, expected: &[&str]) {
    assert_eq!(words(dialect).paths(&tool, &object(input)), expected);
}

#[test]
fn paths_of_a_call() {
    let many = r#"{"path":"a","edits":[{"path":"b"},{"path":7},{"path":"c"}]}"#;
    paths(("nemocode", Tool::EditMany), many, &["a", "b", "c"]);
    paths(
        ("claude-code", Tool::Edit),
        r#"{"file_path":"/a","path":"b"}"#,
        &["/a"],
    );
    paths(("nemocode", Tool::Shell), r#"{"command":"cat a"}"#, &[]);
    paths(
        ("nemocode", Tool::Search),
        r#"{"pattern":"x","path":"src"}"#,
        &["src"],
    );
    paths(
        ("agent-v", Tool::Notebook),
        r#"{"notebook_path":"n"}"#,
        &["n"],
    );
    paths(
        ("nemocode", Tool::Other("Zap".to_owned())),
        r#"{"file_path":"z"}"#,
        &["z"],
    );
    paths(("nemocode", Tool::Read), r#"{"path":["a"]}"#, &[]);
}

#[test]
fn absolute_paths() {
    let check =
        |path, expected| assert_eq!(super::absolute_path(path, Path::new("/p/src")), expected);
    check("a", "/p/src/a");
    check("./a/../b", "/p/src/b");
    check("../../../x", "/x");
    check("/x/./y", "/x/y");
    check("~/x", "~/x");
    check("", "");
    check(".", "/p/src");
}
