use std::path::Path;

use crate::root::{Keep, Root};

#[track_caller]
fn check_levels(root: &Root, path: &str, expected: Option<usize>) {
    let found = root.levels_below(Path::new(path));
    assert_eq!(found, expected, "levels of {root:?} below `{path}`");
}

#[test]
fn a_root_reaches_as_deep_as_it_says() {
    let root = Root::folder("/r").with_depth(2);
    check_levels(&root, "/r", Some(2));
    check_levels(&root, "/r/a/f", Some(0));
    check_levels(&root, "/r/a/b/f", None);
    check_levels(&root, "/r2", None);
    check_levels(&Root::file("/r/f"), "/r/f", Some(0));
    check_levels(&Root::file("/r/f"), "/r", None);
    check_levels(&Root::folder("/r").with_depth(usize::MAX), "/r", Some(64));
}

#[test]
fn nothing_is_asked_about_what_lies_in_a_skipped_folder() {
    let root = Root::folder("/target");
    check_levels(&root, "/target/f", Some(7));
    for path in [
        "/target/node_modules/f",
        "/target/a/.git/f",
        "/target/target/f",
    ] {
        check_levels(&root, path, None);
    }
    // It may be a file of this name.
    check_levels(&root, "/target/target", Some(7));
    assert!(
        root.enters(Path::new("/target")),
        "the root itself is meant"
    );
    assert!(!root.enters(Path::new("/target/target")));
}

#[test]
fn files_are_kept_by_name_or_ending() {
    let named = Root::folder("/r").keeping(Keep::Named(vec!["SKILL.md".into()]));
    let ending = Root::folder("/r").keeping(Keep::Ending(vec!["md".into(), "json".into()]));
    for (path, by_name, by_ending) in [
        ("/r/a/SKILL.md", true, true),
        ("/r/skill.md", false, true),
        ("/r/hooks.json", false, true),
        ("/r/md", false, false),
        ("/r/a.md~", false, false),
    ] {
        assert_eq!(named.keeps(Path::new(path)), by_name, "{path} by name");
        assert_eq!(ending.keeps(Path::new(path)), by_ending, "{path} by ending");
    }
}
