use crate::{Layout, Product, Registry, SkillPlace, Source, shipped};

use super::tree::Tree;

fn place(tree: &Tree, below: &str, (source, product): (Source, Product)) -> SkillPlace {
    SkillPlace {
        source,
        product,
        ..tree.place(below)
    }
}

fn plugin(name: &str) -> Source {
    Source::Plugin {
        plugin: name.to_owned(),
    }
}

/// `name file`, and for those that are shadowed `name file < winner`.
fn shown(tree: &Tree, registry: &Registry) -> Vec<String> {
    let shown = registry.all().map(|it| {
        let winner = it
            .shadowed_by
            .map(|it| format!(" < {}", tree.below(&it.file)));
        let file = tree.below(&it.skill.file);
        format!("{} {file}{}", it.skill.name, winner.unwrap_or_default())
    });
    shown.collect()
}

#[test]
fn the_narrower_place_wins_and_the_loser_is_told() {
    let tree = Tree::new();
    tree.skill("project/deploy");
    tree.skill("user/deploy");
    let project = place(&tree, "project", (Source::Project, Product::ClaudeCode));
    let user = place(&tree, "user", (Source::Personal, Product::ClaudeCode));
    let registry = Registry::load(vec![project, user], Vec::new());
    assert_eq!(
        shown(&tree, &registry),
        [
            "deploy project/deploy/SKILL.md",
            "deploy user/deploy/SKILL.md < project/deploy/SKILL.md"
        ]
    );
    let problems = registry.problems();
    assert_eq!(
        tree.problems(&registry),
        ["skills/shadowed user/deploy/SKILL.md"]
    );
    assert_eq!(
        problems[0].hint.as_deref(),
        Some("Claude Code takes this one: there, personal comes before project")
    );
    assert_eq!(
        registry.get("deploy").unwrap().description,
        "about project/deploy"
    );
}

#[test]
fn only_folders_of_claude_code_are_chosen_otherwise_there() {
    let tree = Tree::new();
    tree.skill("project/deploy");
    tree.skill("user/deploy");
    let project = place(&tree, "project", (Source::Project, Product::Tackle));
    let user = place(&tree, "user", (Source::Personal, Product::ClaudeCode));
    let registry = Registry::load(vec![project, user], Vec::new());
    assert_eq!(registry.problems()[0].hint, None);
}

#[test]
fn a_skill_of_ones_own_replaces_a_shipped_one() {
    let tree = Tree::new();
    tree.skill("user/write-a-hook");
    let user = place(&tree, "user", (Source::Personal, Product::Tackle));
    let registry = Registry::load(vec![user], shipped());
    assert_eq!(
        registry.get("write-a-hook").unwrap().source,
        Source::Personal
    );
    assert_eq!(registry.names().len(), shipped().len());
}

#[test]
fn a_command_loses_to_every_skill_of_its_name() {
    let tree = Tree::new();
    tree.skill("user/deploy");
    tree.write("commands/deploy.md", "Old.");
    let user = place(&tree, "user", (Source::Personal, Product::Agents));
    let commands = SkillPlace {
        layout: Layout::Commands,
        ..tree.place("commands")
    };
    let registry = Registry::load(vec![user, commands], Vec::new());
    assert_eq!(
        shown(&tree, &registry),
        [
            "deploy user/deploy/SKILL.md",
            "deploy commands/deploy.md < user/deploy/SKILL.md"
        ]
    );
}

#[test]
fn skills_of_plugins_have_a_name_of_their_own() {
    let tree = Tree::new();
    tree.skill("project/deploy");
    tree.skill("kit/deploy");
    tree.skill("kit/ship");
    tree.skill("box/pack");
    tree.skill("kit/pack");
    tree.write("commands/kit/ship.md", "Not the plugin's.");
    let registry = Registry::load(
        vec![
            tree.place("project"),
            SkillPlace {
                layout: Layout::Commands,
                ..tree.place("commands")
            },
            place(&tree, "kit", (plugin("kit"), Product::ClaudeCode)),
            place(&tree, "box", (plugin("box"), Product::ClaudeCode)),
        ],
        Vec::new(),
    );
    assert_eq!(
        shown(&tree, &registry),
        [
            "box:pack box/pack/SKILL.md",
            "deploy project/deploy/SKILL.md",
            "kit:deploy kit/deploy/SKILL.md",
            "kit:pack kit/pack/SKILL.md",
            "kit:ship kit/ship/SKILL.md",
            "kit:ship commands/kit/ship.md < kit/ship/SKILL.md",
        ]
    );
    assert_eq!(
        registry.get("ship").unwrap().name,
        "kit:ship",
        "the bare name is free"
    );
    assert_eq!(registry.get("deploy").unwrap().name, "deploy");
    assert_eq!(
        registry.get_for_plugin("kit", "deploy").unwrap().name,
        "kit:deploy"
    );
    assert_eq!(
        registry.get_for_plugin("box", "deploy").unwrap().name,
        "deploy"
    );
    let error = registry.get("pack").unwrap_err();
    assert_eq!(error.to_string(), "`pack` may be box:pack, kit:pack");
}

#[test]
fn a_skill_is_also_found_by_the_name_in_its_header() {
    let tree = Tree::new();
    tree.write("s/tide/SKILL.md", "---\nname: ebb-and-flow\n---\nGo.");
    let registry = tree.load("s");
    assert_eq!(registry.get("ebb-and-flow").unwrap().name, "tide");
}

#[test]
fn an_unknown_name_is_answered_with_those_there_are() {
    let tree = Tree::new();
    tree.skill("s/deploy-all");
    tree.skill("s/tide");
    let error = tree.load("s").get("deploy_al").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no skill is called `deploy_al`; known: deploy-all, tide"
    );
    assert_eq!(error.hint().as_deref(), Some("did you mean `deploy-all`?"));
    let none = Registry::default().get("x").unwrap_err();
    assert_eq!(none.to_string(), "no skill is called `x`; known: none");
}
