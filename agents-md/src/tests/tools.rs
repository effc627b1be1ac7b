//! Names of tools, lists of tools, and what is left for a helper.

use std::path::Path;

use crate::tools::Known;
use crate::{AgentPlace, CustomAgent, Tool, ToolLimit, helper_tools, read_agent};

#[track_caller]
fn check_name(name: &str, expected: &[Tool]) {
    match Known::of(name) {
        Known::Here(tools) => assert_eq!(tools, expected, "{name}"),
        it @ (Known::Mcp | Known::Elsewhere | Known::Nowhere) => {
            assert!(expected.is_empty(), "{name} is {it:?}");
        }
    }
}

/// The table of the names of tools: internal word, ours, Nemocode, NeuralInverse, Agent V, Claude
/// Code; `-` where there is none [A-48].
const TABLE: &str = "
    shell     run_command  run_command  run_shell    terminal             Bash
    read      read_file    read_file    read_file    read                 Read
    create    create_file  create_file  write_file   -                    Write
    edit      edit_file    edit_file    edit_file    str_replace          Edit
    edit-many edit_files   edit_files   multi_edit   -                    MultiEdit
    delete    delete_file  -            delete_file  delete               -
    notebook  -            -            -            edit_notebook        NotebookEdit
    list      list_files   list_files   list_files   list_dir             LS
    find      find_files   find_files   find_files   glob                 Glob
    search    search_code  search_code  search_code  grep                 Grep
    fetch     fetch_url    fetch_url    fetch_url    browser_open         WebFetch
    helper    ask_agent    ask_agent    ask_agent    spawn_agent_instance Task
    skill     skill        skill        skill        Skill                Skill
    workflow  run_workflow run_workflow run_workflow -                    Workflow
";

#[test]
fn every_pair_of_the_table_is_known() {
    let rows = TABLE.lines().filter(|it| !it.trim().is_empty());
    let mut words = Vec::new();
    for row in rows {
        let mut cells = row.split_whitespace();
        let word = cells.next().unwrap();
        let tool = Tool::ALL.into_iter().find(|it| it.word() == word).unwrap();
        let names: Vec<&str> = cells.collect();
        assert_eq!(tool.our_name().unwrap_or("-"), names[0]);
        for name in names.iter().filter(|it| **it != "-") {
            check_name(name, &[tool]);
        }
        words.push(tool);
    }
    assert_eq!(words, Tool::ALL, "each tool has a row");
}

#[test]
fn one_word_may_stand_for_several() {
    check_name("Agent", &[Tool::Helper]);
    check_name("edit", &[Tool::Create, Tool::Edit, Tool::EditMany]);
    check_name("search", &[Tool::Find, Tool::Search]);
    check_name("edit/editFiles", &[Tool::Edit, Tool::EditMany]);
}

#[test]
fn case_matters_only_where_it_must() {
    check_name("bash", &[Tool::Shell]);
    check_name("WRITE", &[Tool::Create]);
    check_name("Edit", &[Tool::Edit]);
}

#[test]
fn other_names_are_told_apart() {
    let table = [
        ("mcp__docs__find", Known::Mcp),
        ("mcp__docs", Known::Mcp),
        ("mcp_docs_find", Known::Mcp),
        ("docs.mcp/*", Known::Mcp),
        ("TodoWrite", Known::Elsewhere),
        ("websearch", Known::Elsewhere),
        ("Sing", Known::Nowhere),
        ("", Known::Nowhere),
    ];
    for (name, expected) in table {
        assert_eq!(Known::of(name), expected, "{name}");
    }
}

/// Reads an agent whose header has `lines` besides name and description.
fn agent(lines: &str) -> (CustomAgent, Vec<String>) {
    let text = format!("---\nname: it\ndescription: Test\n{lines}\n---\nBody.\n");
    let place = AgentPlace::of_plugin("p", Path::new("/p"), Path::new("/p/agents"));
    let loaded = read_agent(Path::new("/p/agents/it.md"), &place, text.as_bytes());
    let codes = loaded
        .problems
        .iter()
        .filter(|it| it.code.starts_with("agents/"));
    let codes = codes.map(|it| it.code.clone().into_owned()).collect();
    (loaded.value.unwrap(), codes)
}

/// `expected`: the names that the file gives, `*` for all, then the tools of a helper; and codes.
#[track_caller]
fn check(lines: &str, expected: &str, codes: &[&str]) {
    let (agent, found) = agent(lines);
    let names = match &agent.tools {
        ToolLimit::All => "*".to_owned(),
        ToolLimit::Only(entries) => {
            let names: Vec<&str> = entries.iter().map(|it| it.word.text.as_str()).collect();
            names.join(" ")
        }
    };
    let left: Vec<&str> = helper_tools(&agent).into_iter().map(Tool::word).collect();
    assert_eq!(format!("{names} > {}", left.join(" ")), expected, "{lines}");
    assert_eq!(found, codes, "{lines}");
}

#[test]
fn without_a_line_a_helper_reads_finds_and_searches() {
    check("", "* > read find search", &[]);
    check("role: delegate", "* > read find search", &[]);
}

#[test]
fn four_ways_to_write_a_list() {
    let expected = "Read Write Bash > read";
    check("tools: [Read, Write, Bash]", expected, &[]);
    check("tools: Read, Write, Bash", expected, &[]);
    check("tools:\n  - Read\n  - Write\n  - Bash", expected, &[]);
    check(r#"tools: ["Read", 'Write', "Bash"]"#, expected, &[]);
    check("tools: Read Write Bash", expected, &[]);
}

#[test]
fn the_line_narrows_and_never_widens() {
    check("tools: Grep", "Grep > search", &[]);
    check("tools: [Bash, Write, LS]", "Bash Write LS > ", &[]);
    check(
        "tools: [Bash, Grep]\nrole: delegate",
        "Bash Grep > search",
        &[],
    );
    check(
        "tools: Glob, Agent(scout, clerk)",
        "Glob Agent(scout, clerk) > find",
        &[],
    );
    check("tools: '*'", "* > read find search", &[]);
    check("tools: ['*']", "* > read find search", &[]);
}

#[test]
fn nothing_is_not_everything() {
    check("tools: []", " > ", &["agents/tools-empty"]);
    check("tools:", " > ", &["agents/tools-blank"]);
    check("tools: ''", " > ", &["agents/tools-blank"]);
    check("tools: ['']", " > ", &["agents/tools-empty"]);
    check("tools: {Read: true}", " > ", &["agents/field-kind"]);
    check("tools: true", " > ", &["agents/field-kind"]);
}

#[test]
fn a_misspelt_key_limits_and_is_told() {
    let codes = ["agents/misspelt-field"];
    check(
        "allowed-tools: [Read, Glob]",
        "Read Glob > read find",
        &codes,
    );
    check("allowedTools: Read, Glob", "Read Glob > read find", &codes);
    check("Tools: Read", "Read > read", &codes);
    check("allowed_tools: Read", "Read > read", &codes);
    check("tolls: Read", "Read > read", &codes);
    check(
        "tools: Read, Grep\nallowed-tools: Read",
        "Read > read",
        &codes,
    );
    check("tools: search\nTools: Grep", "search > search", &codes);
}

#[test]
fn unknown_names_are_dropped_with_a_note() {
    check(
        "tools: Read, Sing",
        "Read Sing > read",
        &["agents/unknown-tool"],
    );
    check(
        "tools: [Read, TodoWrite]",
        "Read TodoWrite > read",
        &["agents/tool-of-another-product"],
    );
    check(
        "tools: Sing",
        "Sing > ",
        &["agents/unknown-tool", "agents/no-tools-left"],
    );
}

#[test]
fn refused_tools_go_first() {
    check("disallowedTools: Read", "* > find search", &[]);
    check("disallowedTools: Grep(x *), Glob", "* > read", &[]);
    check("disallowedTools: '*'", "* > ", &[]);
    check(
        "tools: Read, Grep\ndisallowedTools: [Grep]",
        "Read Grep > read",
        &[],
    );
    check(
        "disallowed-tools: Read",
        "* > find search",
        &["agents/misspelt-field"],
    );
    check(
        "disallowedTools: Raed",
        "* > read find search",
        &["agents/unknown-tool"],
    );
}

#[test]
fn what_stands_in_parentheses_is_kept() {
    let (agent, _) = agent("tools: [\"Agent(scout, clerk)\"]");
    let ToolLimit::Only(entries) = &agent.tools else {
        panic!("the line limits");
    };
    assert_eq!(entries[0].name(), "Agent");
    assert_eq!(entries[0].pattern(), Some("scout, clerk"));
}
