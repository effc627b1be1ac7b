//! The paths in an input.

use std::path::Path;

use super::{object, words};
use crate::tool::Tool;
use crate::words::absolute_path;

#[track_caller]
fn paths((dialect, tool): (&str, Tool), input: &str, expected: &[&str]) {
    assert_eq!(words(dialect).paths(&tool, &object(input)), expected);
}

#[test]
fn paths_of_a_call() {
    let many = r#"{"path":"a","edits":[{"path":"b"},{"path":7},{"path":"c"}]}"#;
    paths(("nemocode", Tool::EditMany), many, &["a", "b", "c"]);
    paths(
        ("claude-code", Tool::Edit),
        r#"{"file_path":"/a","path":"b"}"#,
        &["/a"],
    );
    paths(("nemocode", Tool::Shell), r#"{"command":"cat a"}"#, &[]);
    paths(
        ("nemocode", Tool::Search),
        r#"{"pattern":"x","path":"src"}"#,
        &["src"],
    );
    paths(
        ("agent-v", Tool::Notebook),
        r#"{"notebook_path":"n"}"#,
        &["n"],
    );
    paths(
        ("nemocode", Tool::Other("Zap".to_owned())),
        r#"{"file_path":"z"}"#,
        &["z"],
    );
    paths(("nemocode", Tool::Read), r#"{"path":["a"]}"#, &[]);
}

#[test]
fn absolute_paths() {
    let check = |path, expected| assert_eq!(absolute_path(path, Path::new("/p/src")), expected);
    check("a", "/p/src/a");
    check("./a/../b", "/p/src/b");
    check("../../../x", "/x");
    check("/x/./y", "/x/y");
    check("~/x", "~/x");
    check("", "");
    check(".", "/p/src");
}
