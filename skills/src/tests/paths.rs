use std::path::Path;

use crate::is_touched;

use super::read_text;

#[track_caller]
fn check(paths: &str, file: &str, expected: bool) {
    let text = format!("---\npaths: {paths}\n---\nGo.");
    let skill = read_text(&text).value.unwrap();
    assert_eq!(
        is_touched(&skill, Path::new(file)),
        expected,
        "{paths} and {file}"
    );
}

#[test]
fn a_touched_file_brings_a_skill_up() {
    check("src/**/*.rs, docs/*.md", "src/a/b.rs", true);
    check("src/**/*.rs", "src/b.rs", true);
    check("src/*.rs", "src/a/b.rs", false);
    check("'*.{ts,tsx}'", "web/app.tsx", true);
    check("./src/*.rs", "src/b.rs", true);
    check("'[a'", "[a", false);
    check("''", "anything", true);
}
