use std::fs;
use std::path::PathBuf;

use crate::{Layout, Registry, SkillPlace};

use super::tree::Tree;

/// The changed registry, and the files that were read.
fn changed(tree: &Tree, registry: &Registry, paths: &[PathBuf]) -> (Registry, Vec<String>) {
    let change = registry.changed(paths);
    let read = change.read.iter().map(|it| tree.below(it)).collect();
    (change.registry, read)
}

#[test]
fn one_changed_file_is_read_alone() {
    let tree = Tree::new();
    (0..20).for_each(|it| drop(tree.skill(&format!("s/n{it}"))));
    let registry = tree.load("s");
    let file = tree.write("s/n7/SKILL.md", "Another.");
    let (now, read) = changed(&tree, &registry, &[file]);
    assert_eq!(read, ["s/n7/SKILL.md"]);
    assert_eq!(now.get("n7").unwrap().description, "Another.");
    assert_eq!(now.names(), registry.names());
    let (_, read) = changed(
        &tree,
        &now,
        &[tree.path("s/n7/scripts/x.sh"), tree.path("z")],
    );
    assert_eq!(read, [""; 0], "other files are nothing to us");
}

#[track_caller]
fn check_kept(half: &str) {
    let tree = Tree::new();
    let file = tree.write(
        "s/guard/SKILL.md",
        "---\ndescription: Guards.\n---\nGuard.\n",
    );
    let registry = tree.load("s");
    tree.write("s/guard/SKILL.md", half);
    let (now, _) = changed(&tree, &registry, std::slice::from_ref(&file));
    assert_eq!(now.get("guard").unwrap().body(), "Guard.", "{half:?}");
    assert!(
        tree.problems(&now)
            .contains(&"skills/last-good s/guard/SKILL.md".to_owned())
    );
    tree.write("s/guard/SKILL.md", "Better.");
    let (now, _) = changed(&tree, &now, &[file]);
    assert_eq!(now.get("guard").unwrap().body(), "Better.");
    assert_eq!(tree.problems(&now), [""; 0]);
}

#[test]
fn a_half_written_file_keeps_its_last_good_version() {
    for half in [
        "",
        "-",
        "---\n",
        "---\ndescr",
        "---\ndescription: Guards.\n",
    ] {
        check_kept(half);
    }
}

#[test]
fn folders_come_and_go() {
    let tree = Tree::new();
    let registry = tree.load("s");
    tree.skill("s/one");
    let (now, read) = changed(&tree, &registry, &[tree.path("s")]);
    assert_eq!(
        (now.names().len(), read.len()),
        (1, 1),
        "a place that appears"
    );
    tree.skill("s/two");
    let (now, _) = changed(&tree, &now, &[tree.path("s/two")]);
    assert_eq!(now.names(), ["one", "two"]);
    fs::rename(tree.path("s/one"), tree.path("s/three")).unwrap();
    let (now, _) = changed(&tree, &now, &[tree.path("s/one"), tree.path("s/three")]);
    assert_eq!(now.names(), ["three", "two"]);
    fs::remove_file(tree.path("s/two/SKILL.md")).unwrap();
    let (now, _) = changed(&tree, &now, &[tree.path("s/two/SKILL.md")]);
    assert_eq!(now.names(), ["three"]);
    fs::remove_dir_all(tree.path("s")).unwrap();
    let (now, _) = changed(&tree, &now, &[tree.path("s")]);
    assert_eq!(now.names(), [""; 0]);
}

#[test]
fn a_shadowed_skill_comes_back() {
    let tree = Tree::new();
    tree.skill("a/tide");
    tree.skill("b/tide");
    let registry = Registry::load(vec![tree.place("a"), tree.place("b")], Vec::new());
    fs::remove_dir_all(tree.path("a/tide")).unwrap();
    let (now, read) = changed(&tree, &registry, &[tree.path("a/tide")]);
    assert_eq!(now.get("tide").unwrap().description, "about b/tide");
    assert_eq!(read, [""; 0]);
    assert_eq!(tree.problems(&now), [""; 0]);
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_read_when_it_changes() {
    let tree = Tree::new();
    tree.skill("elsewhere/tide");
    tree.link("s/tide", "../elsewhere/tide");
    let registry = tree.load("s");
    let file = tree.write("elsewhere/tide/SKILL.md", "New.");
    let (now, _) = changed(&tree, &registry, &[file]);
    assert_eq!(now.get("tide").unwrap().description, "New.");
}

#[test]
fn commands_are_reloaded_by_file_and_by_folder() {
    let tree = Tree::new();
    tree.write("c/a/one.md", "One.");
    tree.write("c/b/two.md", "Two.");
    let place = SkillPlace {
        layout: Layout::Commands,
        ..tree.place("c")
    };
    let registry = Registry::load(vec![place], Vec::new());
    let file = tree.write("c/a/one.md", "First.");
    let (now, read) = changed(&tree, &registry, &[file]);
    assert_eq!(read, ["c/a/one.md"]);
    fs::rename(tree.path("c/a"), tree.path("c/z")).unwrap();
    let (now, read) = changed(&tree, &now, &[tree.path("c/a"), tree.path("c/z")]);
    assert_eq!(now.names(), ["b:two", "z:one"]);
    assert_eq!(
        read,
        ["c/z/one.md", "c/z/one.md"],
        "once for each path, and nothing else"
    );
}

#[cfg(unix)]
#[test]
fn a_change_brings_in_nothing_that_a_load_would_not() {
    let tree = Tree::new();
    tree.write("home/two.md", "Two.");
    tree.write("repo/c/.git/x.md", "Hidden.");
    tree.link("repo/c/out", "../../home");
    tree.link("repo/c/up", "..");
    tree.write("repo/own.md", "Own.");
    let place = SkillPlace {
        layout: Layout::Commands,
        boundary: Some(tree.path("repo")),
        ..tree.place("repo/c")
    };
    let registry = Registry::load(vec![place], Vec::new());
    let paths = ["out/two.md", ".git/x.md", "up/own.md"];
    let paths = paths.map(|it| tree.path("repo/c").join(it));
    let (now, read) = changed(&tree, &registry, &paths);
    assert_eq!(now.names(), [""; 0]);
    assert_eq!(read, [""; 0]);
}
