//! Headers made to be too much.

use std::path::Path;

use crate::HeaderState;

/// The header is not read, for the reason of `code`, and the body is whole.
#[track_caller]
fn check(header: &str, code: &str) {
    let text = format!("---\n{header}\n---\nThe body.\n");
    let loaded = crate::read(Path::new("SKILL.md"), text.as_bytes());
    let codes: Vec<_> = loaded.problems.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, [code]);
    assert_eq!(loaded.value.header.state, HeaderState::Unreadable);
    assert_eq!(loaded.value.header.fields(), []);
    assert_eq!(loaded.value.body, "The body.\n");
}

fn bomb(indent: &str) -> String {
    let mut res = format!("{indent}a: &a [x,x,x,x,x,x,x,x,x]\n");
    for pair in "abcdefghi".as_bytes().windows(2) {
        let (old, new) = (char::from(pair[0]), char::from(pair[1]));
        let list = vec![format!("*{old}"); 9].join(",");
        res.push_str(&format!("{indent}{new}: &{new} [{list}]\n"));
    }
    res
}

#[test]
fn a_bomb_of_aliases() {
    check(&bomb(""), "frontmatter/too-complex");
}

#[test]
fn a_bomb_of_aliases_next_to_a_slip() {
    check(
        &format!("b: c: d\na:\n{}", bomb("  ")),
        "frontmatter/too-complex",
    );
}

#[test]
fn ten_thousand_keys() {
    let keys: Vec<String> = (0..10_000).map(|it| format!("k{it}: v")).collect();
    check(&keys.join("\n"), "frontmatter/too-complex");
}

#[test]
fn twenty_thousand_brackets() {
    check(
        &format!("a: {}", "[".repeat(20_000)),
        "frontmatter/too-complex",
    );
    check(
        &format!("a: {}", "{".repeat(20_000)),
        "frontmatter/too-complex",
    );
    check(&"- ".repeat(20_000), "frontmatter/too-complex");
}

#[test]
fn deep_indentation() {
    let lines: Vec<String> = (0..60).map(|it| format!("{}k:", " ".repeat(it))).collect();
    check(&lines.join("\n"), "frontmatter/too-complex");
}

#[test]
fn a_header_of_megabytes() {
    check(
        &format!("a: {}", "x".repeat(30_000_000)),
        "frontmatter/too-large",
    );
}

#[test]
fn a_file_of_megabytes_with_a_small_header_is_read() {
    let body = "x".repeat(30_000_000);
    let text = format!("---\nname: x\n---\n{body}");
    let loaded = crate::read(Path::new("SKILL.md"), text.as_bytes());
    assert_eq!(loaded.value.header.text("name"), Some("x"));
    assert!(loaded.value.body == body, "the body is whole");
}

#[test]
fn many_slips_are_all_told() {
    let lines: Vec<String> = (0..4_000).map(|it| format!("k{it}: a: b")).collect();
    let text = format!("---\n{}\n---\n", lines.join("\n"));
    let loaded = crate::read(Path::new("SKILL.md"), text.as_bytes());
    assert_eq!(loaded.value.header.fields().len(), 4_000);
    assert_eq!(loaded.problems.len(), 4_000);
}
