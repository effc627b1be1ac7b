//! What is saved reads back the same, and stays in its folder.

use proptest::prelude::*;

use super::tree::Tree;
use crate::{
    AgentPlace, Bounds, Existing, NewAgent, Role, Roots, ToolLimit, default_places, read_place,
    save,
};

fn ours(tree: &Tree) -> AgentPlace {
    let roots = Roots {
        tackle_home: tree.path("home/.tackle"),
        home: tree.path("home"),
        repository: Some(tree.path("repo")),
        ..Roots::default()
    };
    default_places(&roots).remove(0)
}

fn new_agent(name: &str) -> NewAgent {
    NewAgent {
        name: name.to_owned(),
        description: "Finds things".to_owned(),
        role: Role::Delegate,
        tools: Some(vec!["Read".to_owned(), "Grep".to_owned()]),
        model: Some("sonnet".to_owned()),
        instructions: "Look around.\n".to_owned(),
    }
}

#[test]
fn the_file_is_plain() {
    let tree = Tree::new(&[]);
    let file = save(&new_agent("scout"), &ours(&tree), Existing::Refuse).unwrap();
    assert_eq!(tree.short(&file), "repo/.tackle/agents/scout.md");
    assert_eq!(
        tree.read("repo/.tackle/agents/scout.md"),
        "---
name: scout
description: Finds things
role: delegate
tools:
  - Read
  - Grep
model: sonnet
---

Look around.
"
    );
}

#[track_caller]
fn check_round_trip(agent: &NewAgent) {
    let tree = Tree::new(&[]);
    let place = ours(&tree);
    save(agent, &place, Existing::Refuse).unwrap();
    let loaded = read_place(&place);
    assert_eq!(loaded.value.len(), 1);
    let read = &loaded.value[0];
    let tools = match &read.tools {
        ToolLimit::All => None,
        ToolLimit::Only(entries) => Some(entries.iter().map(|it| it.word.text.clone()).collect()),
    };
    assert_eq!(
        NewAgent {
            name: read.name.clone(),
            description: read.description.clone(),
            role: read.role,
            tools,
            model: read.model.as_ref().map(|it| it.name.clone()),
            instructions: read.instructions.clone(),
        },
        *agent
    );
}

#[test]
fn odd_texts_read_back_the_same() {
    let descriptions = [
        "Use when: always",
        "He said \"go\" and 'stop'",
        "# not a comment",
        "first\n\nsecond: line\n---\nthird",
        "- a list?",
        "[not, a, list]",
        "{no: map}",
        "*",
        "@at",
        "null",
        "true",
        "1.0",
        "naïve 日本語 🦀",
        "tab\there",
        "back\\slash",
        "%percent & more | less > end",
        "a: \u{1}\u{7f}",
    ];
    for description in descriptions {
        check_round_trip(&NewAgent {
            description: description.to_owned(),
            instructions: "---\nname: other\n---\n\n    code\n\n# End".to_owned(),
            ..new_agent("odd")
        });
    }
}

#[test]
fn no_tools_stay_no_tools() {
    check_round_trip(&NewAgent {
        tools: Some(Vec::new()),
        instructions: String::new(),
        ..new_agent("none")
    });
    check_round_trip(&NewAgent {
        tools: None,
        model: None,
        instructions: "    indented\r\nwith returns".to_owned(),
        ..new_agent("all")
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Either it reads back the same or nothing was saved.
    #[test]
    fn any_text_reads_back_the_same_or_is_refused(
        name in "[a-z]{1,4}|\\PC{1,6}",
        description in "(?s).{1,40}",
        instructions in "(?s).{0,80}",
        model in proptest::option::of("\\PC{1,8}"),
    ) {
        let tree = Tree::new(&[]);
        let place = ours(&tree);
        let agent = NewAgent { name, description, instructions, model, ..new_agent("") };
        match save(&agent, &place, Existing::Refuse) {
            Ok(file) => {
                prop_assert_eq!(file.parent().unwrap(), &place.dir);
                let read = read_place(&place).value.remove(0);
                prop_assert_eq!(&read.name, &agent.name);
                prop_assert_eq!(&read.description, agent.description.trim());
            }
            Err(_) => prop_assert!(read_place(&place).value.is_empty()),
        }
    }
}

#[track_caller]
fn check_refused(tree: &Tree, agent: &NewAgent, expected: &str) {
    check_refused_with(tree, agent, (Existing::Refuse, expected));
}

#[track_caller]
fn check_refused_with(tree: &Tree, agent: &NewAgent, (existing, expected): (Existing, &str)) {
    let error = save(agent, &ours(tree), existing).unwrap_err();
    let message = error
        .to_string()
        .replace(&tree.root().display().to_string(), "");
    assert_eq!(message, expected);
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let tree = Tree::new(&[]);
    let table = [
        ("", "must not be empty"),
        ("a/b", "must not hold `/` or `\\`"),
        ("..\\b", "must not hold `/` or `\\`"),
        ("..", "must not hold `..`"),
        ("a:b", "must not hold `:`"),
        ("-rf", "must not begin with `-`"),
        (".hidden", "must not begin with `.`"),
        ("a\nb", "must not hold invisible characters"),
        ("a\u{202e}b", "must not hold invisible characters"),
        ("CON", "must be one that every system takes for a file"),
        ("com1.x", "must be one that every system takes for a file"),
        ("what?", "must be one that every system takes for a file"),
        ("end ", "must be one that every system takes for a file"),
    ];
    for (name, fault) in table {
        let expected = format!("`{name}` is not allowed: the name of an agent {fault}");
        check_refused(&tree, &new_agent(name), &expected);
    }
    assert!(!tree.path("repo").exists(), "nothing was made");
}

#[test]
fn without_a_description_nothing_is_saved() {
    let agent = NewAgent {
        description: " \n".to_owned(),
        ..new_agent("scout")
    };
    let expected = "expected a description that says when to use `scout`";
    check_refused(&Tree::new(&[]), &agent, expected);
}

#[test]
fn what_is_there_stays_unless_it_is_to_be_replaced() {
    let tree = Tree::new(&[("repo/.tackle/agents/scout.md", "notes")]);
    let agent = new_agent("scout");
    check_refused(
        &tree,
        &agent,
        "`/repo/.tackle/agents/scout.md` is there already",
    );
    assert_eq!(tree.read("repo/.tackle/agents/scout.md"), "notes");
    save(&agent, &ours(&tree), Existing::Replace).unwrap();
    assert_eq!(read_place(&ours(&tree)).value[0].name, "scout");
}

#[test]
fn a_name_that_another_file_has_is_refused() {
    let text = "---\nname: scout\ndescription: Test\n---\n";
    let tree = Tree::new(&[("repo/.tackle/agents/other.md", text)]);
    let expected = "`scout` is the name of the agent in `/repo/.tackle/agents/other.md`";
    check_refused(&tree, &new_agent("scout"), expected);
    check_refused_with(&tree, &new_agent("scout"), (Existing::Replace, expected));
}

#[test]
fn links_are_never_written_through() {
    let tree = Tree::new(&[("elsewhere/victim.md", "mine")]);
    tree.link(
        "repo/.tackle/agents/scout.md",
        "../../../elsewhere/victim.md",
    );
    let expected =
        "`/repo/.tackle/agents/scout.md` is a link, expected a file or folder of its own";
    check_refused_with(&tree, &new_agent("scout"), (Existing::Replace, expected));
    assert_eq!(tree.read("elsewhere/victim.md"), "mine");

    let tree = Tree::new(&[("elsewhere/agents/victim.md", "mine")]);
    tree.link("repo/.tackle", "../elsewhere");
    let expected = "`/repo/.tackle` is a link, expected a file or folder of its own";
    check_refused(&tree, &new_agent("scout"), expected);
    assert!(!tree.path("elsewhere/agents/scout.md").exists());
}

#[test]
fn a_personal_folder_that_is_a_link_is_refused_too() {
    let tree = Tree::new(&[("dotfiles/a.md", "")]);
    tree.link("repo/.tackle/agents", "../../dotfiles");
    let place = AgentPlace {
        bounds: Bounds::Anywhere,
        ..ours(&tree)
    };
    assert!(save(&new_agent("scout"), &place, Existing::Refuse).is_err());
}

#[test]
fn a_plugin_is_read_only() {
    let tree = Tree::new(&[]);
    let place = AgentPlace::of_plugin("lab", &tree.path("lab"), &tree.path("lab/agents"));
    let error = save(&new_agent("scout"), &place, Existing::Replace).unwrap_err();
    assert_eq!(
        error.hint().as_deref(),
        Some("save it under your own agents")
    );
    assert!(!tree.path("lab").exists());
}

#[test]
fn what_would_not_read_back_is_refused() {
    let agent = NewAgent {
        tools: Some(vec!["'Read".to_owned(), "*".to_owned()]),
        ..new_agent("scout")
    };
    check_refused(
        &Tree::new(&[]),
        &agent,
        "`tools` would not read back as it was given",
    );
}

#[cfg(unix)]
#[test]
fn of_many_that_save_one_name_at_once_one_wins() {
    let tree = Tree::new(&[]);
    let place = ours(&tree);
    let save_it = || save(&new_agent("scout"), &place, Existing::Refuse).is_ok();
    let n_saved = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(save_it)).collect();
        all.into_iter()
            .filter_map(|it| it.join().ok())
            .filter(|it| *it)
            .count()
    });
    assert_eq!(n_saved, 1);
}
