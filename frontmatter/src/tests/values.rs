//! What values answer.

use std::path::Path;

use serde_json::json;

use crate::Node;

fn node(value: &str) -> Node {
    let text = format!("---\nk: {value}\n---\n");
    let loaded = crate::read(Path::new("a.md"), text.as_bytes());
    loaded
        .value
        .header
        .get("k")
        .expect("it is there")
        .value
        .clone()
}

#[track_caller]
fn check_text(value: &str, expected: Option<&str>) {
    assert_eq!(node(value).text(), expected, "the text of `{value}`");
}

#[track_caller]
fn check_truth(values: &[&str], expected: Option<bool>) {
    for value in values {
        assert_eq!(node(value).truth(), expected, "the truth of `{value}`");
    }
}

#[track_caller]
fn check_described(value: &str, expected: &str) {
    assert_eq!(node(value).describe(), expected, "`{value}` in words");
}

#[test]
fn scalars_and_brackets_have_a_text() {
    check_text("1.0", Some("1.0"));
    check_text("2026-01-05", Some("2026-01-05"));
    check_text("True", Some("True"));
    check_text("false", Some("false"));
    check_text("[file]", Some("[file]"));
    check_text("[file | dir, \"a ]\"] # c", Some("[file | dir, \"a ]\"]"));
    check_text("{a: [b]}", Some("{a: [b]}"));
    check_text("~", None);
    check_text("\"\"", Some(""));
    check_text("\n  - a", None);
}

#[test]
fn yes_and_no_in_all_spellings() {
    check_truth(&["true", "True", "YES", "on", "1", "\"yes\""], Some(true));
    check_truth(&["false", "No", "off", "OFF", "0", "'0'"], Some(false));
    check_truth(&["2", "y", "~", "[true]", "maybe", ""], None);
}

#[test]
fn values_are_said_in_words() {
    check_described("~", "nothing");
    check_described("3", "the number `3`");
    check_described("true", "`true`");
    check_described("abc", "the text `abc`");
    check_described("[]", "an empty list");
    check_described("[a]", "a list");
    check_described("{a: b}", "a map");
}

#[test]
fn json_keeps_order_and_kinds() {
    let value =
        node("{z: 1, a: 1.0, h: 0x1F, t: yes, b: true, n: ~, l: [a, -5, +5, 1e3], i: .inf}");
    let expected = json!({
        "z": 1, "a": 1.0, "h": 31, "t": "yes", "b": true, "n": null,
        "l": ["a", -5, 5, 1000.0], "i": ".inf",
    });
    assert_eq!(value.to_json().to_string(), expected.to_string());
}

#[test]
fn a_trimmed_body_keeps_the_indentation_of_its_first_line() {
    let trimmed = |body: &str| {
        let text = format!("---\nk: v\n---\n{body}");
        let loaded = crate::read(Path::new("a.md"), text.as_bytes());
        loaded.value.trimmed_body().to_owned()
    };
    assert_eq!(trimmed("\r\n\n    code\n  text\n\n"), "    code\n  text");
    assert_eq!(trimmed("text"), "text");
    assert_eq!(trimmed(" \n \n"), "");
}
