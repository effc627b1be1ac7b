//! Folders, links and loops.

use super::tree::Tree;
use crate::{AgentPlace, Bounds, read_place};

const AGENT: &str = "---\nname: NAME\ndescription: Test\n---\nBody.\n";

fn agent(name: &str) -> String {
    AGENT.replace("NAME", name)
}

fn place(tree: &Tree, bounds: Bounds) -> AgentPlace {
    AgentPlace {
        bounds,
        ..AgentPlace::of_plugin("p", &tree.path("repo"), &tree.path("repo/agents"))
    }
}

#[track_caller]
fn check(tree: &Tree, bounds: Bounds, expected: (&[&str], &[&str])) {
    let loaded = read_place(&place(tree, bounds));
    let ids: Vec<&str> = loaded.value.iter().map(|it| it.id.as_str()).collect();
    let problems = tree.problems(&loaded.problems);
    assert_eq!(
        (ids, problems),
        (
            expected.0.to_vec(),
            expected.1.iter().map(|it| (*it).to_owned()).collect()
        )
    );
}

fn inside(tree: &Tree) -> Bounds {
    Bounds::Within(tree.path("repo"))
}

#[test]
fn folders_below_count_and_are_a_part_of_the_id() {
    let tree = Tree::new(&[
        ("repo/agents/b.md", &agent("b")),
        ("repo/agents/a.MD", &agent("a")),
        ("repo/agents/sub/deep/c.md", &agent("c")),
        ("repo/agents/.hidden/d.md", &agent("d")),
        ("repo/agents/e.txt", &agent("e")),
    ]);
    check(&tree, inside(&tree), (&["p:a", "p:b", "p:sub:deep:c"], &[]));
}

#[test]
fn a_place_that_is_not_there_is_no_fault() {
    let tree = Tree::new(&[]);
    check(&tree, inside(&tree), (&[], &[]));
}

#[test]
fn a_place_may_be_one_file() {
    let tree = Tree::new(&[("repo/agents", &agent("a"))]);
    let place = AgentPlace::of_plugin("p", &tree.path("repo"), &tree.path("repo/one.md"));
    tree.put("repo/one.md", &agent("one"));
    let ids: Vec<String> = read_place(&place)
        .value
        .into_iter()
        .map(|it| it.id)
        .collect();
    assert_eq!(ids, ["p:one"]);
}

#[test]
fn links_that_stay_inside_are_followed() {
    let tree = Tree::new(&[("repo/other/a.md", &agent("a"))]);
    tree.link("repo/agents/a.md", "../other/a.md");
    tree.link("repo/agents/more", "../other");
    check(&tree, inside(&tree), (&["p:a", "p:more:a"], &[]));
}

#[test]
fn links_that_leave_are_refused_and_told() {
    let tree = Tree::new(&[
        ("other/a.md", &agent("a")),
        ("repo/agents/b.md", &agent("b")),
    ]);
    tree.link("repo/agents/a.md", "../../other/a.md");
    tree.link("repo/agents/more", "../../other");
    tree.link("repo/agents/root", "/");
    tree.link("repo/agents/gone.md", "nowhere.md");
    check(
        &tree,
        inside(&tree),
        (
            &["p:b"],
            &[
                "error agents/link-outside repo/agents/a.md",
                "error agents/link-broken repo/agents/gone.md",
                "error agents/link-outside repo/agents/more",
                "error agents/link-outside repo/agents/root",
            ],
        ),
    );
}

#[test]
fn a_place_that_is_itself_a_link_out_is_refused() {
    let tree = Tree::new(&[("other/a.md", &agent("a"))]);
    tree.link("repo/agents", "../other");
    check(
        &tree,
        inside(&tree),
        (&[], &["error agents/link-outside repo/agents"]),
    );
    check(&tree, Bounds::Anywhere, (&["p:a"], &[]));
}

#[test]
fn loops_end_and_are_told() {
    let tree = Tree::new(&[("repo/agents/sub/a.md", &agent("a"))]);
    tree.link("repo/agents/sub/loop", "..");
    tree.link("repo/agents/up", "../..");
    tree.link("repo/agents/self", "self");
    check(
        &tree,
        Bounds::Anywhere,
        (
            &["p:sub:a"],
            &[
                "error agents/link-broken repo/agents/self",
                "note agents/link-loop repo/agents/sub/loop",
                "note agents/link-loop repo/agents/up",
            ],
        ),
    );
}

#[test]
fn a_personal_link_to_the_whole_disk_is_a_loop() {
    let tree = Tree::new(&[("repo/agents/a.md", &agent("a"))]);
    tree.link("repo/agents/disk", "/");
    check(
        &tree,
        Bounds::Anywhere,
        (&["p:a"], &["note agents/link-loop repo/agents/disk"]),
    );
}

#[test]
fn too_deep_is_told() {
    let deep = format!("repo/agents/{}a.md", "d/".repeat(17));
    let tree = Tree::new(&[(deep.as_str(), &agent("a"))]);
    let folder = format!("error agents/too-deep repo/agents/{}", ["d"; 17].join("/"));
    check(&tree, inside(&tree), (&[], &[&folder]));
}

#[test]
fn a_file_that_is_too_large_is_told() {
    let text = format!("{}{}", agent("a"), " ".repeat(1024 * 1024));
    let tree = Tree::new(&[("repo/agents/a.md", &text)]);
    check(
        &tree,
        inside(&tree),
        (&[], &["error agents/file-unreadable repo/agents/a.md"]),
    );
}
