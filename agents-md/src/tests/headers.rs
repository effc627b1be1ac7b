//! Names, descriptions and roles, and files that are no agents.

use std::path::Path;

use crate::{
    AgentPlace, CustomAgent, Model, ModelMeaning, NameFrom, Product, Role, Roots, ToolLimit,
    default_places, read_agent,
};

fn place_of(product: Product) -> AgentPlace {
    let roots = Roots {
        tackle_home: "/t".into(),
        home: "/h".into(),
        ..Roots::default()
    };
    let mut places = default_places(&roots).into_iter();
    places.find(|it| it.product == product).unwrap()
}

fn read(file: &str, product: Product, text: &str) -> (Option<CustomAgent>, Vec<String>) {
    let loaded = read_agent(Path::new(file), &place_of(product), text.as_bytes());
    let codes = loaded.problems.iter();
    let codes = codes
        .map(|it| format!("{} {}", it.severity, it.code))
        .collect();
    (loaded.value, codes)
}

#[track_caller]
fn check_name(file: &str, header: &str, expected: &str, codes: &[&str]) {
    let text = format!("---\n{header}\ndescription: Test\n---\nBody.\n");
    let (agent, told) = read(file, Product::Ours, &text);
    let name = agent.map_or("-".to_owned(), |it| match it.name_from {
        NameFrom::Header => it.name,
        NameFrom::FileStem => format!("{} (file)", it.name),
    });
    assert_eq!(
        (name.as_str(), told),
        (expected, codes.iter().map(|it| (*it).to_owned()).collect()),
        "{header}"
    );
}

#[test]
fn the_header_names_it_else_the_file() {
    check_name("/t/agents/other.md", "name: scout", "scout", &[]);
    check_name(
        "/t/agents/scout.md",
        "color: red",
        "scout (file)",
        &["warning agents/no-name"],
    );
    check_name(
        "/t/agents/scout.md",
        "name:",
        "scout (file)",
        &["warning agents/no-name"],
    );
    check_name(
        "/t/agents/ok.agent.md",
        "color: red",
        "ok (file)",
        &["warning agents/no-name"],
    );
    check_name("/t/a.md", "name: 007", "007", &[]);
}

#[test]
fn unusual_names_load() {
    let told = ["warning agents/name-form"];
    check_name("/t/a.md", "name: Cloud Help", "Cloud Help", &told);
    check_name("/t/a.md", "name: sql_review", "sql_review", &told);
    check_name("/t/a.md", "name: späher", "späher", &told);
}

#[test]
fn names_that_are_paths_or_options_do_not() {
    let told = ["error agents/name"];
    for name in [
        "a/b",
        "../up",
        "a\\b",
        "p:a",
        "-v",
        "a..b",
        "\"a\\u0007b\"",
        "\"a\\u202Eb\"",
    ] {
        check_name("/t/a.md", &format!("name: {name}"), "-", &told);
    }
    let long = "a".repeat(101);
    check_name("/t/a.md", &format!("name: {long}"), "-", &told);
}

#[track_caller]
fn check_description(header: &str, expected: Option<&str>, codes: &[&str]) {
    let text = format!("---\nname: it\n{header}\n---\nBody.\n");
    let (agent, told) = read("/t/it.md", Product::Ours, &text);
    assert_eq!(
        agent.map(|it| it.description).as_deref(),
        expected,
        "{header}"
    );
    assert_eq!(told, codes, "{header}");
}

#[test]
fn without_a_description_it_is_not_loaded_and_says_so() {
    let told = ["error agents/no-description"];
    check_description("color: red", None, &told);
    check_description("description:", None, &told);
    check_description("description: ''", None, &told);
    check_description(
        "Description: Test",
        None,
        &[
            "warning agents/misspelt-field",
            "error agents/no-description",
        ],
    );
    check_description(
        "description:\n  a: 1",
        None,
        &["warning agents/field-kind", "error agents/no-description"],
    );
}

#[test]
fn descriptions_of_other_kinds_are_read_as_text() {
    check_description("description: 1.0", Some("1.0"), &[]);
    check_description(
        "description: >\n  Knows\n  things.",
        Some("Knows things."),
        &[],
    );
    check_description(
        "description:\n  - Finds\n  - Keeps",
        Some("Finds, Keeps"),
        &["warning agents/field-kind"],
    );
}

#[track_caller]
fn check_role(product: Product, line: &str, expected: Role, codes: &[&str]) {
    let text = format!("---\nname: it\ndescription: Test\n{line}\n---\nBody.\n");
    let (agent, told) = read("/t/it.md", product, &text);
    assert_eq!(agent.unwrap().role, expected, "{line}");
    assert_eq!(told, codes, "{line}");
}

#[test]
fn the_role_is_explore_unless_it_is_delegate() {
    check_role(Product::Ours, "color: red", Role::Explore, &[]);
    check_role(Product::Nemocode, "role: explore", Role::Explore, &[]);
    check_role(Product::Nemocode, "role: Delegate", Role::Delegate, &[]);
    let told = ["warning agents/field-value"];
    check_role(Product::Ours, "role: boss", Role::Explore, &told);
    check_role(Product::ClaudeCode, "role: boss", Role::Explore, &[]);
}

#[test]
fn a_model_is_honoured_in_claude_places_alone() {
    let text = "---\nname: it\ndescription: Test\nmodel: sonnet\n---\n";
    let table = [
        (Product::Ours, ModelMeaning::Shown),
        (Product::Nemocode, ModelMeaning::Shown),
        (Product::ClaudeCode, ModelMeaning::Honoured),
    ];
    for (product, meaning) in table {
        let (agent, told) = read("/t/it.md", product, text);
        let name = "sonnet".to_owned();
        assert_eq!(agent.unwrap().model, Some(Model { name, meaning }));
        assert_eq!(told, [""; 0]);
    }
}

#[test]
fn notes_are_no_agents() {
    let (agent, told) = read("/t/README.md", Product::ClaudeCode, "# How we hand over\n");
    assert_eq!(agent, None);
    assert_eq!(told, ["note agents/no-header"]);
    let (agent, told) = read("/t/a.md", Product::ClaudeCode, "---\n---\nBody.\n");
    assert_eq!(agent, None);
    assert_eq!(
        told,
        ["warning agents/no-name", "error agents/no-description"]
    );
}

#[test]
fn a_broken_header_is_no_agent_and_an_error() {
    let (agent, told) = read("/t/a.md", Product::Ours, "---\nname: a\ndescription: b\n");
    assert_eq!(agent, None);
    assert!(
        told.iter().any(|it| it.starts_with("error frontmatter/")),
        "{told:?}"
    );
}

#[test]
fn examples_in_a_description_are_rescued() {
    let text = "---
name: scribe
description: Use this agent when the user asks to \"write notes\". Examples:

<example>
user: \"Write the minutes\"
</example>

model: sonnet
color: magenta
tools: [\"Write\", \"Read\"]
---
You are a scribe.
";
    let (agent, told) = read("/t/scribe.md", Product::ClaudeCode, text);
    let agent = agent.unwrap();
    assert!(
        agent
            .description
            .starts_with("Use this agent when the user asks to \"write notes\"")
    );
    assert!(agent.description.contains("Write the minutes"));
    assert_eq!(agent.model.unwrap().name, "sonnet");
    assert_eq!(agent.settings.color.unwrap().value, "magenta");
    assert_ne!(agent.tools, ToolLimit::All);
    assert!(
        told.iter().all(|it| it.starts_with("warning frontmatter/")),
        "{told:?}"
    );
    assert!(!told.is_empty());
}

#[test]
fn a_bare_star_means_all_tools() {
    let text = "---\nname: fixer\ndescription: Fixes bugs.\ntools: *\n---\nYou fix.\n";
    let (agent, told) = read("/t/fixer.md", Product::ClaudeCode, text);
    assert_eq!(agent.unwrap().tools, ToolLimit::All);
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn an_editors_file_loads_with_its_own_words() {
    let text = "---
name: \"Cloud Help\"
description: 'Helps with clouds.'
model: ['GPT-4.1', 'Claude Sonnet 4.5']
tools: [
  'codebase',
  'edit/editFiles',
  'docs.mcp/*'
]
mcp-servers:
  docs:
    type: http
---
You help.
";
    let (agent, told) = read("/t/CloudHelp.agent.md", Product::ClaudeCode, text);
    let ToolLimit::Only(entries) = agent.unwrap().tools else {
        panic!("the list limits");
    };
    let words: Vec<&str> = entries.iter().map(|it| it.word.text.as_str()).collect();
    assert_eq!(words, ["codebase", "edit/editFiles", "docs.mcp/*"]);
    assert!(
        told.contains(&"warning agents/misspelt-field".to_owned()),
        "{told:?}"
    );
}
