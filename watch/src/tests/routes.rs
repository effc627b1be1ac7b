use std::path::{Path, PathBuf};

use crate::routes::{Reach, Route, Routes};

/// Routes as `owner reach place`, where the reach is `<` below, `=` itself or `^` container.
fn routes(text: &[&str]) -> Routes {
    let mut res = Routes::default();
    for line in text {
        res.add(route(line), 1);
    }
    res
}

fn route(line: &str) -> Route {
    let words: Vec<&str> = line.split(' ').collect();
    let [owner, reach, from] = words[..] else {
        panic!("a route has three words: {line}");
    };
    let reach = match reach {
        "<" => Reach::Below,
        "=" => Reach::Itself,
        "^" => Reach::Container,
        other => panic!("there is no reach `{other}`"),
    };
    Route {
        owner: owner.into(),
        from: from.into(),
        reach,
    }
}

#[track_caller]
fn check(text: &[&str], place: &str, expected: &[&str]) {
    let found = routes(text).lead(Path::new(place));
    let expected = expected.iter().map(PathBuf::from).collect();
    assert_eq!(found, expected, "where `{place}` leads by {text:?}");
}

#[test]
fn what_happens_in_a_folder_happens_below_its_owner() {
    check(&["/r < /r"], "/r/f", &["/r/f"]);
    check(&["/r < /r"], "/r", &["/r"]);
    check(&["/r < /r"], "/other/f", &[]);
}

#[test]
fn a_linked_folder_is_told_under_each_of_its_names() {
    let text = &["/r/a < /real", "/r/b < /real"];
    check(text, "/real/f", &["/r/a/f", "/r/b/f"]);
}

#[test]
fn a_linked_file_depends_on_the_link_and_on_what_it_leads_to() {
    let text = &["/r/f = /r/f", "/r/f ^ /r", "/r/f = /real/f", "/r/f ^ /real"];
    check(text, "/real/f", &["/r/f"]);
    check(text, "/r/f", &["/r/f"]);
}

#[test]
fn neighbours_in_a_container_concern_nobody() {
    let text = &["/p/r = /p/r", "/p/r ^ /p"];
    check(text, "/p/else", &[]);
    check(text, "/p", &["/p/r"]);
    check(text, "/p/r", &["/p/r"]);
}

#[test]
fn what_happens_in_a_root_is_not_about_all_of_it() {
    let text = &["/r = /r", "/r ^ /", "/r < /r"];
    check(text, "/r/a/f", &["/r/a/f"]);
    check(text, "/r", &["/r"]);
}

#[track_caller]
fn check_sweep(met: &[&str], unmet: &[&str], expected: &[&str]) {
    let mut routes = routes(unmet);
    for line in met {
        routes.add(route(line), 2);
    }
    let folders = routes.sweep(Path::new("/r"), 2);
    let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
    assert_eq!(folders, expected, "folders that nobody needs");
}

#[test]
fn a_folder_is_let_go_with_its_last_route() {
    check_sweep(&["/r < /r"], &["/r/a < /r/a", "/r/a/f = /x/f"], &["/r/a"]);
    check_sweep(&["/r/b < /real"], &["/r/a < /real"], &[]);
    check_sweep(&[], &["/r/a < /x", "/s < /x"], &[]);
    check_sweep(&[], &["/s < /s", "/r2 < /r2"], &[]);
}

#[test]
fn the_folders_of_a_tree_are_those_of_its_owners() {
    let text = &["/r < /r", "/r/l < /x", "/r/f = /y/f", "/s < /s"];
    let folders = routes(text).folders(Path::new("/r"));
    assert_eq!(folders, [PathBuf::from("/r"), "/x".into()].into());
}
