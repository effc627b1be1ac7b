use crate::{Registry, SkillPlace};

use super::tree::Tree;

#[track_caller]
fn check(tree: &Tree, registry: &Registry, names: &[&str], problems: &[&str]) {
    assert_eq!(registry.names(), names);
    assert_eq!(tree.problems(registry), problems);
}

#[test]
fn one_bad_file_hurts_no_neighbour() {
    let tree = Tree::new();
    tree.skill("s/good-one");
    tree.write("s/empty/SKILL.md", "");
    tree.write("s/odd/SKILL.md/readme.txt", "x");
    tree.write("s/large/SKILL.md", vec![b'x'; 30 * 1024 * 1024]);
    tree.write("s/open/SKILL.md", "---\nname: open\n\nNever closed.\n");
    tree.write("s/notes.md", "no skill");
    tree.write("s/assets/x.txt", "no skill");
    tree.write("s/.hidden/SKILL.md", "x");
    let registry = tree.load("s");
    assert_eq!(registry.names(), ["good-one"]);
    let problems = tree.problems(&registry);
    let expected = [
        "skills/empty s/empty/SKILL.md",
        "skills/file-unreadable s/large/SKILL.md",
        "skills/file-unreadable s/odd/SKILL.md",
        "skills/header s/open/SKILL.md",
    ];
    for it in expected {
        assert!(
            problems.iter().any(|found| found == it),
            "{it} in {problems:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_once_and_never_over_the_disk() {
    let tree = Tree::new();
    for it in [
        "elsewhere/linked",
        "skills/looped",
        "skills/left",
        "skills/right",
    ] {
        tree.skill(it);
    }
    tree.link("skills/linked", "../elsewhere/linked");
    tree.link("skills/looped/again", ".");
    tree.link("skills/left/peer", "../right");
    tree.link("skills/right/peer", "../left");
    tree.link("skills/all", "/");
    tree.link("skills/dangling", "./nowhere");
    tree.link("skills/self", "self");
    tree.link("skills/alias", "left");
    check(
        &tree,
        &tree.load("skills"),
        &["left", "linked", "looped", "right"],
        &[
            "skills/link-loop skills/all",
            "skills/link-dangling skills/dangling",
            "skills/link-dangling skills/self",
            "skills/linked-twice skills/alias/SKILL.md",
        ],
    );
}

#[cfg(unix)]
#[test]
fn a_clone_makes_no_skill_of_a_private_file() {
    let tree = Tree::new();
    tree.write("home/.ssh/id", "secret");
    tree.skill("home/own");
    tree.skill("repo/common/inner");
    tree.skill("repo/skills/plain");
    tree.write("repo/skills/thief/notes.txt", "x");
    tree.link("repo/skills/thief/SKILL.md", "../../../home/.ssh/id");
    tree.link("repo/skills/outer", "../../home/own");
    tree.link("repo/skills/inner", "../common/inner");
    let place = SkillPlace {
        boundary: Some(tree.path("repo")),
        ..tree.place("repo/skills")
    };
    check(
        &tree,
        &Registry::load(vec![place], Vec::new()),
        &["inner", "plain"],
        &[
            "skills/link-outside repo/skills/outer",
            "skills/link-outside repo/skills/thief/SKILL.md",
        ],
    );
}

#[cfg(unix)]
#[test]
fn a_place_that_leads_outside_is_refused_whole() {
    let tree = Tree::new();
    tree.skill("home/own");
    tree.link("repo/skills", "../home");
    let place = SkillPlace {
        boundary: Some(tree.path("repo")),
        ..tree.place("repo/skills")
    };
    check(
        &tree,
        &Registry::load(vec![place], Vec::new()),
        &[],
        &["skills/link-outside repo/skills"],
    );
}

#[cfg(unix)]
#[test]
fn one_file_by_two_ways_is_one_skill() {
    let tree = Tree::new();
    tree.skill("agents/tide");
    tree.link("claude/tide", "../agents/tide");
    let registry = Registry::load(vec![tree.place("claude"), tree.place("agents")], Vec::new());
    check(&tree, &registry, &["tide"], &[]);
    assert_eq!(
        tree.below(&registry.get("tide").unwrap().file),
        "claude/tide/SKILL.md"
    );
}

#[cfg(unix)]
#[test]
fn odd_names_are_refused() {
    let tree = Tree::new();
    tree.skill("s/a:b");
    tree.skill("s/a\u{1b}[31m");
    tree.skill("s/a\\b");
    tree.skill("s/fine name");
    let registry = tree.load("s");
    assert_eq!(registry.names(), ["fine name"]);
    let codes: Vec<String> = registry
        .problems()
        .iter()
        .map(|it| it.code.to_string())
        .collect();
    assert_eq!(codes, ["skills/name"; 3]);
}

#[test]
fn places_are_one_level_deep() {
    let tree = Tree::new();
    tree.skill("s/call");
    tree.skill("s/call/phone");
    tree.skill("s/group/inner");
    tree.write("s/SKILL.md", "lost");
    check(
        &tree,
        &tree.load("s"),
        &["call"],
        &[
            "skills/not-in-a-folder s/SKILL.md",
            "skills/too-deep s/call/phone/SKILL.md",
            "skills/too-deep s/group/inner/SKILL.md",
        ],
    );
}

#[test]
fn a_lower_case_file_name_is_read_and_said() {
    let tree = Tree::new();
    tree.write("s/boot/skill.md", "Boots.");
    check(
        &tree,
        &tree.load("s"),
        &["boot"],
        &["skills/file-name-case s/boot/skill.md"],
    );
}

#[test]
fn a_place_may_be_missing_or_a_file() {
    let tree = Tree::new();
    tree.write("file", "x");
    let registry = Registry::load(vec![tree.place("none"), tree.place("file")], Vec::new());
    check(&tree, &registry, &[], &["skills/file-unreadable file"]);
}
