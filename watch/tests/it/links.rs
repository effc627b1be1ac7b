//! Links to folders and files.

use watch::Root;

use crate::scene::{Disk, Scene};

#[test]
fn a_linked_folder_is_watched_where_it_leads() {
    let disk = Disk::new();
    disk.put("real/f", "1");
    disk.put("r/g", "1");
    disk.link("../real", "r/link");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("real/f", "2");
    scene.expect(&["~r/link/f"]);
    scene.disk.put("real/sub/h", "1");
    scene.expect(&["+r/link/sub/h"]);
    scene.disk.put("r/link/sub/h", "2");
    scene.expect(&["~r/link/sub/h"]);
}

#[test]
fn a_folder_with_two_names_is_told_under_both() {
    let disk = Disk::new();
    disk.put("r/real/f", "1");
    disk.link("real", "r/link");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("r/real/f", "2");
    scene.expect(&["~r/link/f", "~r/real/f"]);
    scene.disk.remove("r/link");
    scene.expect(&["-r/link/f"]);
    scene.disk.put("r/real/f", "3");
    scene.expect(&["~r/real/f"]);
}

#[test]
fn a_linked_file_is_watched_where_it_leads() {
    let disk = Disk::new();
    disk.put("dotfiles/v1/settings.json", "1");
    disk.put("home/x", "1");
    disk.link("v1", "dotfiles/now");
    disk.link("../dotfiles/now/settings.json", "home/settings.json");
    let root = Root::file(disk.path("home/settings.json"));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("dotfiles/v1/settings.json", "2");
    scene.expect(&["~home/settings.json"]);
    // Another version is put in force, as configuration is often swapped.
    scene.disk.put("dotfiles/v2/settings.json", "3");
    scene.disk.link("v2", "dotfiles/next");
    scene.disk.rename("dotfiles/next", "dotfiles/now");
    scene.expect(&["~home/settings.json"]);
    scene.disk.put("dotfiles/v2/settings.json", "4");
    scene.expect(&["~home/settings.json"]);
}

#[test]
fn a_root_behind_a_link_is_watched_where_it_leads() {
    let disk = Disk::new();
    disk.link("later", "claude");
    let root = Root::folder(disk.path("claude/skills"));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("later/skills/f", "1");
    scene.expect(&["+claude/skills/f"]);
    scene.disk.put("other/skills/f", "2");
    scene.disk.remove("claude");
    scene.disk.link("other", "claude");
    scene.expect(&["~claude/skills/f"]);
    scene.disk.put("other/skills/f", "3");
    scene.expect(&["~claude/skills/f"]);
}

#[test]
fn links_that_lead_upwards_are_not_followed() {
    let disk = Disk::new();
    disk.put("r/a/f", "1");
    disk.link("/", "r/all");
    disk.link("..", "r/a/up");
    disk.link("loop", "r/loop");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    let codes: Vec<&str> = scene.problems.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, ["watch/link-loop", "watch/link-loop"]);
    scene.disk.put("r/a/f", "2");
    scene.expect(&["~r/a/f"]);
}
