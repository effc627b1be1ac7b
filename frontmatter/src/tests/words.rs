//! Lists, however they are written.

use expect_test::{Expect, expect};
use std::fmt::Write;
use std::path::Path;

/// The words of the field `tools` with their places.
#[track_caller]
fn check(tools: &str, expected: Expect) {
    let text = format!("---\ntools:{tools}\n---\n");
    let loaded = crate::read(Path::new("a.md"), text.as_bytes());
    let field = loaded.value.header.get("tools").expect("it is there");
    let mut res = String::new();
    for word in field.value.words() {
        writeln!(
            res,
            "{}:{} {}",
            word.place.line, word.place.column, word.text
        )
        .unwrap();
    }
    expected.assert_eq(&res);
}

#[test]
fn four_ways_mean_the_same() {
    check(
        " [Read, Write, Bash]",
        expect![[r#"
        2:9 Read
        2:15 Write
        2:22 Bash
    "#]],
    );
    check(
        " Read, Write, Bash",
        expect![[r#"
        2:8 Read
        2:14 Write
        2:21 Bash
    "#]],
    );
    check(
        "\n  - Read\n  - Write\n  - Bash",
        expect![[r#"
        3:5 Read
        4:5 Write
        5:5 Bash
    "#]],
    );
    check(
        " [\"Read\", 'Write', \"Bash\"]",
        expect![[r#"
        2:9 Read
        2:17 Write
        2:26 Bash
    "#]],
    );
}

#[test]
fn a_list_in_a_text_loses_its_marks() {
    check(
        " '[Read, Write]'",
        expect![[r#"
        2:10 Read
        2:16 Write
    "#]],
    );
    check(
        " \"Read\", 'Write'",
        expect![[r#"
        2:8 Read
        2:16 Write
    "#]],
    );
    check(
        " [Read, Write",
        expect![[r#"
            2:9 Read
            2:15 Write
        "#]],
    );
    check(
        " [\n  'a',\n  'b'",
        expect![[r#"
            2:8 a
            2:8 b
        "#]],
    );
}

#[test]
fn brackets_hold_a_word_together() {
    check(
        " Bash(git log *) Bash(npm run test:*), Read Edit",
        expect![[r#"
            2:8 Bash(git log *)
            2:24 Bash(npm run test:*)
            2:46 Read
            2:51 Edit
        "#]],
    );
    check(
        " Bash(a, b), mcp__x__*",
        expect![[r#"
        2:8 Bash(a, b)
        2:20 mcp__x__*
    "#]],
    );
    check(
        " src/**/*.{ts,tsx}, [ab].md",
        expect![[r#"
        2:8 src/**/*.{ts,tsx}
        2:27 [ab].md
    "#]],
    );
}

#[test]
fn lines_and_blanks_part_words() {
    check(
        " |\n  Read\n  Write Edit",
        expect![[r#"
            3:3 Read
            4:3 Write
            4:9 Edit
        "#]],
    );
    check(
        " >\n  Read\n  Write",
        expect![[r#"
        3:3 Read
        3:3 Write
    "#]],
    );
    check(
        " *",
        expect![[r#"
        2:8 *
    "#]],
    );
    check("", expect![]);
    check(" []", expect![]);
    check(
        " 5",
        expect![[r#"
        2:8 5
    "#]],
    );
}

#[test]
fn entries_of_a_list_are_not_cut() {
    check(
        " ['Claude Sonnet 4', [a, b], {c: d}, null, \"\"]",
        expect![[r#"
            2:9 Claude Sonnet 4
            2:29 a
            2:32 b
        "#]],
    );
}

#[test]
fn an_apostrophe_opens_nothing() {
    check(
        " don't stop, can't",
        expect![[r#"
        2:8 don't
        2:14 stop
        2:20 can't
    "#]],
    );
}

#[test]
fn a_carriage_return_alone_ends_no_line_of_the_file() {
    check(
        " |\n  Read\r\r  Write",
        expect![[r#"
        3:3 Read
        3:3 Write
    "#]],
    );
}
