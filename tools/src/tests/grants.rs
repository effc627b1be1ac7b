use std::path::{Path, PathBuf};

use crate::sandbox::grants::{Entry, Exceptions, Kind, grants};

/// A small world; a slash at the end makes a folder.
const WORLD: [&str; 8] = [
    "/a/", "/a/b/", "/a/b/c", "/a/b/d/", "/a/b/d/e", "/a/f", "/g/", "/h",
];

fn entries(folder: &Path) -> Vec<Entry> {
    let each = WORLD.iter().map(|it| Entry {
        path: PathBuf::from(it.trim_end_matches('/')),
        kind: match it.ends_with('/') {
            true => Kind::Folder,
            false => Kind::File,
        },
    });
    each.filter(|it| it.path.parent() == Some(folder)).collect()
}

#[track_caller]
fn check(whole: &[&str], shallow: &[&str], but: &[&str], expected: &[&str]) {
    let paths = |it: &[&str]| it.iter().map(PathBuf::from).collect::<Vec<_>>();
    let start = Entry {
        path: "/".into(),
        kind: Kind::Folder,
    };
    let (whole, shallow, but) = (paths(whole), paths(shallow), paths(but));
    let except = Exceptions {
        whole: &whole,
        shallow: &shallow,
        but: &but,
    };
    assert_eq!(grants(&start, except, &entries), paths(expected));
}

#[test]
fn neighbours_of_an_exception_are_granted() {
    check(&[], &[], &[], &["/"]);
    check(&["/a/b/c"], &[], &[], &["/a/b/d", "/a/f", "/g", "/h"]);
    check(&["/a/b", "/g"], &[], &[], &["/a/f", "/h"]);
    check(&["/"], &[], &[], &[]);
    check(&["/nowhere"], &[], &[], &["/a", "/g", "/h"]);
}

#[test]
fn of_a_shallow_one_its_folders_are_granted() {
    check(&[], &["/a"], &[], &["/a/b", "/g", "/h"]);
    check(&["/a/b/d/e"], &["/a/b"], &[], &["/a/f", "/g", "/h"]);
}

#[test]
fn what_is_shown_in_a_hidden_one_is_granted() {
    check(&["/a"], &[], &["/a/b"], &["/a/b", "/g", "/h"]);
}
