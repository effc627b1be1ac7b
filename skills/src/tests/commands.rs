use crate::{Layout, Registry, SkillPlace};

use super::tree::Tree;

fn load(tree: &Tree) -> Registry {
    let place = SkillPlace {
        layout: Layout::Commands,
        ..tree.place("c")
    };
    Registry::load(vec![place], Vec::new())
}

#[test]
fn folders_become_a_part_of_the_name() {
    let tree = Tree::new();
    tree.write("c/open.md", "Opens.");
    tree.write("c/todo/add.md", "Adds.");
    tree.write("c/todo/deep/er.md", "Deeper.");
    tree.write("c/todo/notes.txt", "no command");
    tree.write("c/.git/x.md", "hidden");
    let registry = load(&tree);
    assert_eq!(registry.names(), ["open", "todo:add", "todo:deep:er"]);
    assert_eq!(tree.problems(&registry), [""; 0]);
}

#[cfg(unix)]
#[test]
fn no_link_starts_a_walk_over_the_disk() {
    let tree = Tree::new();
    tree.write("c/open.md", "Opens.");
    tree.write("c/a/one.md", "One.");
    tree.write("other/two.md", "Two.");
    tree.link("c/b", "a");
    tree.link("c/root", "/");
    tree.link("c/up", "..");
    tree.link("c/other", "../other");
    tree.link("c/gone.md", "nowhere.md");
    let registry = load(&tree);
    assert_eq!(registry.names(), ["a:one", "open", "other:two"]);
    assert_eq!(
        tree.problems(&registry),
        [
            "skills/link-loop c/root",
            "skills/link-loop c/up",
            "skills/link-dangling c/gone.md"
        ]
    );
}
