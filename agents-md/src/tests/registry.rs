//! Which agent answers to a name.

use super::tree::Tree;
use crate::{AgentPlace, AgentRegistry, Editing, Roots, Standing, default_places};

fn agent(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nBody.\n")
}

fn places(tree: &Tree) -> Vec<AgentPlace> {
    let roots = Roots {
        tackle_home: tree.path("home/.tackle"),
        home: tree.path("home"),
        repository: Some(tree.path("repo")),
        private: Some(tree.path("home/.tackle/projects/repo-0")),
        current: None,
    };
    let plugin = AgentPlace::of_plugin("lab", &tree.path("lab"), &tree.path("lab/agents"));
    let mut res = default_places(&roots);
    res.push(plugin);
    res
}

#[track_caller]
fn check(tree: &Tree, expected: &[&str], problems: &[&str]) {
    let loaded = AgentRegistry::load(&places(tree));
    let entries: Vec<String> = loaded
        .value
        .entries()
        .iter()
        .map(|it| match &it.standing {
            Standing::Active => format!("{} {}", it.agent.id, tree.short(&it.agent.file)),
            Standing::Shadowed { by } => format!("({} by {})", it.agent.id, tree.short(by)),
        })
        .collect();
    assert_eq!(entries, expected);
    assert_eq!(tree.problems(&loaded.problems), problems);
}

#[test]
fn the_narrower_place_wins_and_shadows_are_told() {
    let tree = Tree::new(&[
        ("home/.claude/agents/scout.md", &agent("scout", "personal")),
        ("repo/.claude/agents/scout.md", &agent("scout", "claude")),
        (
            "repo/.nemocode/agents/scout.md",
            &agent("scout", "nemocode"),
        ),
        (
            "home/.tackle/projects/repo-0/agents/clerk.md",
            &agent("clerk", "private"),
        ),
        ("home/.tackle/agents/clerk.md", &agent("clerk", "ours")),
    ]);
    check(
        &tree,
        &[
            "clerk home/.tackle/projects/repo-0/agents/clerk.md",
            "scout repo/.nemocode/agents/scout.md",
            "(scout by repo/.nemocode/agents/scout.md)",
            "(clerk by home/.tackle/projects/repo-0/agents/clerk.md)",
            "(scout by repo/.nemocode/agents/scout.md)",
        ],
        &[
            "note agents/shadowed repo/.claude/agents/scout.md",
            "note agents/shadowed home/.tackle/agents/clerk.md",
            "note agents/shadowed home/.claude/agents/scout.md",
        ],
    );
}

#[test]
fn two_files_of_one_folder_with_one_name_are_a_mistake() {
    let tree = Tree::new(&[
        ("repo/.claude/agents/b.md", &agent("scout", "second")),
        ("repo/.claude/agents/a.md", &agent("scout", "first")),
    ]);
    check(
        &tree,
        &[
            "scout repo/.claude/agents/a.md",
            "(scout by repo/.claude/agents/a.md)",
        ],
        &["warning agents/duplicate-name repo/.claude/agents/b.md"],
    );
}

#[test]
fn agents_of_plugins_have_names_of_their_own_and_are_read_only() {
    let tree = Tree::new(&[
        ("repo/.tackle/agents/scout.md", &agent("scout", "ours")),
        ("lab/agents/scout.md", &agent("scout", "lab")),
        ("lab/agents/chem/acid.md", &agent("acid", "lab")),
    ]);
    check(
        &tree,
        &[
            "scout repo/.tackle/agents/scout.md",
            "lab:chem:acid lab/agents/chem/acid.md",
            "lab:scout lab/agents/scout.md",
        ],
        &[],
    );
    let registry = AgentRegistry::load(&places(&tree)).value;
    let editing: Vec<Editing> = registry.active().map(|it| it.place.editing).collect();
    assert_eq!(
        editing,
        [Editing::Allowed, Editing::ReadOnly, Editing::ReadOnly]
    );
}

#[test]
fn one_real_file_in_two_places_is_one_agent() {
    let tree = Tree::new(&[("home/.claude/agents/scout.md", &agent("scout", "it"))]);
    let mut places = places(&tree);
    let again = places.iter().rev().nth(1).unwrap().clone();
    places.push(again);
    let loaded = AgentRegistry::load(&places);
    assert_eq!(loaded.value.entries().len(), 1);
    assert_eq!(loaded.problems, []);
}

#[test]
fn a_broken_file_hurts_no_neighbour() {
    let tree = Tree::new(&[
        ("repo/.claude/agents/a.md", "---\nname: a\n---\nBody.\n"),
        ("repo/.claude/agents/b.md", &agent("b", "fine")),
    ]);
    check(
        &tree,
        &["b repo/.claude/agents/b.md"],
        &["error agents/no-description repo/.claude/agents/a.md:1:1"],
    );
}

#[track_caller]
fn check_unknown(name: &str, message: &str, hint: Option<&str>) {
    let tree = Tree::new(&[
        ("repo/.tackle/agents/scout.md", &agent("scout", "ours")),
        ("lab/agents/scribe.md", &agent("scribe", "lab")),
    ]);
    let registry = AgentRegistry::load(&places(&tree)).value;
    assert_eq!(registry.get("scout").unwrap().description, "ours");
    let error = registry.get(name).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(error.hint().as_deref(), hint);
}

#[test]
fn an_unknown_name_gets_those_that_are_near() {
    check_unknown(
        "scuot",
        "no agent is called `scuot`",
        Some("did you mean `scout`?"),
    );
    check_unknown(
        "scot",
        "no agent is called `scot`",
        Some("did you mean `scout`?"),
    );
    check_unknown(
        "scribe",
        "no agent is called `scribe`",
        Some("did you mean `lab:scribe`?"),
    );
    check_unknown("walrus", "no agent is called `walrus`", None);
}
