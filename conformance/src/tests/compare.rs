//! How what was found is compared with what was expected.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::dates;
use crate::diff;
use crate::facts;
use crate::transcript::canonical;

#[track_caller]
fn check_diff(expected: &str, found: &str, shown: Expect) {
    shown.assert_eq(&diff::lines(expected, found));
}

#[test]
fn a_difference_stands_between_lines_that_are_the_same() {
    check_diff(
        "a\nb\nc",
        "a\nx\nc",
        expect![[r#"
          a
        - b
        + x
          c
    "#]],
    );
}

#[test]
fn lines_far_from_a_difference_are_left_out() {
    check_diff(
        "1\n2\n3\n4\n5\n6",
        "1\n2\n3\n4\n5\n6\n7",
        expect![[r#"
          …
          4
          5
          6
        + 7
    "#]],
    );
}

#[test]
fn facts_are_keys_of_the_output_or_of_the_step() {
    let entry = json!({ "exit": 0, "out": { "verdict": "block" }, "calls": { "a": [], "b": [] } });
    let check = |facts: serde_json::Value| facts::check(&facts, &entry);
    assert!(check(json!({ "verdict": "block", "exit": 0, "called": ["a", "b"] })).is_empty());
    let found = check(json!({ "verdict": "allow", "called": ["a"] }));
    assert_eq!(
        found,
        [
            r#"fact `verdict` must be "allow", found "block""#,
            r#"fact `called` must be ["a"], found ["a","b"]"#,
        ]
    );
}

#[test]
fn an_expectation_has_its_keys_sorted() {
    let text = canonical(&json!([{ "b": 1, "a": { "d": [], "c": null } }]));
    let expected = expect![[r#"
        [
          {
            "a": {
              "c": null,
              "d": []
            },
            "b": 1
          }
        ]
    "#]];
    expected.assert_eq(&text);
}

#[test]
fn dates_are_read_as_they_are_written() {
    for text in [
        "1970-01-01T00:00:00Z",
        "2026-01-02T03:04:05Z",
        "2024-02-29T23:59:59Z",
        "2100-03-01T00:00:00Z",
    ] {
        let time = dates::parse(text).expect("these are dates");
        assert_eq!(stdx::rfc3339(time), text.replace('Z', ".000Z"), "{text}");
    }
    assert!(dates::parse("yesterday").is_err());
}
