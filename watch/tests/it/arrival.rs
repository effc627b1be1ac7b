//! Folders that come later, go, and come again.

use watch::{Keep, Options, Root};

use crate::scene::{Disk, Scene};

/// A folder which is made, removed and made again, each time whole.
fn comes_and_goes(mut scene: Scene) {
    assert_eq!(scene.problems, [], "nothing is in the way");
    for _ in 0..3 {
        scene.disk.put("p/.claude/settings.json", "1");
        scene.expect(&["+p/.claude/settings.json"]);
        scene.disk.put("p/.claude/settings.json", "2");
        scene.expect(&["~p/.claude/settings.json"]);
        scene.disk.remove("p/.claude");
        scene.expect(&["-p/.claude/settings.json"]);
    }
}

#[test]
fn a_folder_that_comes_later_is_seen_each_time() {
    let disk = Disk::new();
    let root = Root::folder(disk.path("p/.claude"));
    comes_and_goes(Scene::new(disk, root));
}

#[test]
fn a_file_in_a_folder_that_comes_later_is_seen_each_time() {
    let disk = Disk::new();
    let root = Root::file(disk.path("p/.claude/settings.json"));
    comes_and_goes(Scene::new(disk, root));
}

#[test]
fn by_looking_now_and_then_it_is_seen_as_well() {
    let disk = Disk::new();
    let root = Root::folder(disk.path("p/.claude"));
    comes_and_goes(Scene::polling(disk, root));
}

#[test]
fn a_tree_that_appears_at_once_is_seen_whole_and_goes_on_being_seen() {
    let disk = Disk::new();
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("r/a/b/c/f", "1");
    scene.disk.put("r/a/g", "1");
    scene.expect(&["+r/a/b/c/f", "+r/a/g"]);
    scene.disk.put("r/a/b/c/f", "2");
    scene.expect(&["~r/a/b/c/f"]);
}

#[test]
fn a_renamed_folder_is_followed() {
    let disk = Disk::new();
    disk.put("r/b/f", "1");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    // Its new name sorts before the old one, and after it.
    for (from, to) in [("b", "a"), ("a", "c")] {
        scene.disk.rename(&format!("r/{from}"), &format!("r/{to}"));
        scene.expect(&[&format!("-r/{from}/f"), &format!("+r/{to}/f")]);
        scene.disk.put(&format!("r/{to}/f"), from);
        scene.expect(&[&format!("~r/{to}/f")]);
    }
}

#[test]
fn a_folder_that_is_swapped_for_another_is_compared() {
    let disk = Disk::new();
    disk.put("r/now/same", "1");
    disk.put("r/now/other", "1");
    disk.put("next/same", "1");
    disk.put("next/other", "2");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    scene.disk.rename("r/now", "old");
    scene.disk.rename("next", "r/now");
    scene.expect(&["~r/now/other"]);
    scene.disk.put("old/same", "2");
    scene.disk.put("r/now/same", "3");
    scene.expect(&["~r/now/same"]);
}

#[test]
fn a_root_below_a_renamed_folder_is_gone() {
    let disk = Disk::new();
    disk.put("p/.claude/skills/f", "1");
    let root = Root::folder(disk.path("p/.claude/skills"));
    let mut scene = Scene::new(disk, root);
    scene.disk.rename("p/.claude", "p/old");
    scene.expect(&["-p/.claude/skills/f"]);
    scene.disk.put("p/.claude/skills/f", "2");
    scene.expect(&["+p/.claude/skills/f"]);
}

#[test]
fn what_others_made_is_left_out() {
    let disk = Disk::new();
    let named = Keep::Named(vec!["SKILL.md".into()]);
    let root = Root::folder(disk.path("r")).keeping(named).with_depth(2);
    let mut scene = Scene::new(disk, root);
    for path in [
        "r/node_modules/SKILL.md",
        "r/.git/SKILL.md",
        "r/target/SKILL.md",
        "r/a/README.md",
        "r/a/too/deep/SKILL.md",
        "beside/SKILL.md",
    ] {
        scene.disk.put(path, "1");
    }
    scene.expect_nothing_before("r/a/SKILL.md");
    scene.disk.put("r/node_modules/a/SKILL.md", "1");
    scene.expect_nothing_before("r/b/SKILL.md");
}

#[test]
fn roots_may_lie_in_one_another() {
    let disk = Disk::new();
    let roots = vec![
        Root::file(disk.path("p/.claude/settings.json")),
        Root::folder(disk.path("p/.claude/skills")),
        Root::folder(disk.path("p/.claude")).with_depth(1),
    ];
    let mut scene = Scene::of(disk, roots, &Options::default());
    scene.disk.put("p/.claude/settings.json", "1");
    scene.disk.put("p/.claude/skills/a/SKILL.md", "1");
    scene.disk.put("p/.claude/agents/a.md", "1");
    scene.disk.put("p/.claude/CLAUDE.md", "1");
    scene.expect(&[
        "+p/.claude/CLAUDE.md",
        "+p/.claude/settings.json",
        "+p/.claude/skills/a/SKILL.md",
    ]);
    scene.disk.remove("p/.claude/skills");
    scene.expect(&["-p/.claude/skills/a/SKILL.md"]);
    scene.disk.put("p/.claude/skills/b/SKILL.md", "1");
    scene.expect(&["+p/.claude/skills/b/SKILL.md"]);
    scene.disk.remove("p/.claude");
    scene.expect(&[
        "-p/.claude/CLAUDE.md",
        "-p/.claude/settings.json",
        "-p/.claude/skills/b/SKILL.md",
    ]);
}
