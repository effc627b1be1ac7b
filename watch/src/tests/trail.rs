#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::trail::trail;

/// Compares the places on the way to `path`, after the folder of the test itself.
#[track_caller]
fn check(build: impl Fn(&Path), path: &str, expected: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("it is there");
    build(&root);
    let found = trail(&root.join(path));
    let mut words: Vec<PathBuf> = found
        .places
        .iter()
        .filter_map(|it| it.strip_prefix(&root).ok().map(Path::to_owned))
        .collect();
    words.dedup();
    let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
    assert_eq!(words, expected, "the way to `{path}`");
    let end = root.join(path).canonicalize().ok();
    assert_eq!(found.end, end, "the end of `{path}`");
}

fn link(target: &str, path: &Path) {
    symlink(target, path).expect("a link");
}

#[test]
fn a_plain_path_depends_on_itself() {
    check(
        |it| fs::create_dir(it.join("a")).expect("a folder"),
        "a",
        &["a"],
    );
}

#[test]
fn a_missing_path_depends_on_its_first_missing_part() {
    check(
        |it| fs::create_dir(it.join("a")).expect("a folder"),
        "a/b/c",
        &["a/b"],
    );
}

#[test]
fn every_link_on_the_way_counts() {
    let build = |it: &Path| {
        fs::create_dir_all(it.join("v1/x")).expect("a folder");
        link("v1", &it.join("data"));
        link("data/../data/./x", &it.join("x"));
    };
    check(build, "x", &["x", "data", "v1/x"]);
}

#[test]
fn a_link_that_leads_nowhere_depends_on_what_it_misses() {
    check(|it| link("b/c", &it.join("a")), "a", &["a", "b"]);
}

#[test]
fn links_in_a_circle_end() {
    check(
        |it| {
            link("b", &it.join("a"));
            link("a", &it.join("b"));
        },
        "a",
        &["a", "b"].repeat(21)[..41],
    );
}
