//! The tables.

use expect_test::expect;

use super::words;
use crate::tool::Tool;
use crate::words::table;

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

#[track_caller]
fn matcher((from, to): (&str, &str), text: &str, expected: Option<&str>) {
    let res = words(from).translate_matcher(text, words(to));
    assert_eq!(res.as_deref(), expected);
}

#[test]
fn matchers_in_other_words() {
    let pair = ("claude-code", "nemocode");
    matcher(pair, "Bash", Some("run_command"));
    matcher(
        pair,
        "Edit|MultiEdit | Write",
        Some("edit_file|edit_files|create_file"),
    );
    matcher(pair, "Task|Agent", Some("ask_agent"));
    matcher(pair, "Zap|mcp__a__b", Some("Zap|mcp__a__b"));
    matcher(pair, "mcp__.*", None);
    matcher(pair, "*", Some("*"));
    matcher(("agent-v", "claude-code"), "edit", Some("Write|MultiEdit"));
    matcher(("nemocode", "claude-code"), "ask_agent", Some("Agent|Task"));
    matcher(("claude-code", "neo"), "^Bash$", Some("^Bash$"));
    matcher(
        ("claude-code", "neuralinverse"),
        "mcp__a__b",
        Some("mcp_a_b"),
    );
}
