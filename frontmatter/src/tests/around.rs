//! What stands around a header.

use expect_test::expect;

use super::{check, check_bytes};

#[test]
fn a_comment_or_blank_lines_before_the_header() {
    check(
        "<!-- managed -->\n\n---\nname: x\n---\nbody\n",
        expect![[r#"
        Read
        4:1 name = 4:7 "x"
        body:6 "body\n"
        1:1 warning[frontmatter/comment-before]: a comment stands before the header; other programs do not see it
    "#]],
    );
    check(
        "\n\n---\nname: x\n---\nbody\n",
        expect![[r#"
        Read
        4:1 name = 4:7 "x"
        body:6 "body\n"
        1:1 warning[frontmatter/blank-before]: blank lines stand before the header; other programs do not see it
    "#]],
    );
}

#[test]
fn other_text_before_the_header_makes_it_text() {
    check(
        "# Title\n\nText.\n\n---\nname: x\n---\nbody\n",
        expect![[r##"
        Absent
        body:1 "# Title\n\nText.\n\n---\nname: x\n---\nbody\n"
        5:1 warning[frontmatter/not-first]: a header counts at the very start of a file only; this one is text
    "##]],
    );
    check(
        "```markdown\n---\nname: x\n---\nbody\n```\n",
        expect![[r#"
        Absent
        body:1 "```markdown\n---\nname: x\n---\nbody\n```\n"
        2:1 warning[frontmatter/not-first]: a header counts at the very start of a file only; this one is text
    "#]],
    );
}

#[test]
fn a_header_that_a_text_shows_in_a_fence_is_no_mistake() {
    check(
        "Write this:\n```\n---\nname: x\n---\n```\n",
        expect![[r#"
        Absent
        body:1 "Write this:\n```\n---\nname: x\n---\n```\n"
    "#]],
    );
}

#[test]
fn rules_in_a_text_are_no_header() {
    check(
        "One\n\n---\n\nTwo: three\n\n---\n",
        expect![[r#"
        Absent
        body:1 "One\n\n---\n\nTwo: three\n\n---\n"
    "#]],
    );
    check(
        "\n---\n\nOnly text\n\n---\n",
        expect![[r#"
        Absent
        body:1 "\n---\n\nOnly text\n\n---\n"
    "#]],
    );
}

#[test]
fn the_opening_line_is_missing_or_has_text() {
    check(
        "name: x\ndescription: y\n---\n\n# Title\n",
        expect![[r#"
        Absent
        body:1 "name: x\ndescription: y\n---\n\n# Title\n"
        1:1 warning[frontmatter/opening-line-missing]: this looks like a header whose opening `---` is missing; it is read as text
    "#]],
    );
    check(
        "---yaml\nname: x\n---\nbody\n",
        expect![[r#"
        Absent
        body:1 "---yaml\nname: x\n---\nbody\n"
        1:1 warning[frontmatter/opening-line]: the first line must be nothing but `---` to open a header
    "#]],
    );
}

#[test]
fn a_second_header() {
    check(
        "---\nname: x\n---\n\n---\nname: y\n---\nbody\n",
        expect![[r#"
        Read
        2:1 name = 2:7 "x"
        body:4 "\n---\nname: y\n---\nbody\n"
        5:1 warning[frontmatter/second-block]: a second header follows the first; it is part of the text
    "#]],
    );
}

#[test]
fn bytes_that_are_not_utf8() {
    check_bytes(
        b"---\nname: x\ndescription: caf\xe9 \xff\n---\nb\xe9\n",
        expect![[r#"
            Read
            2:1 name = 2:7 "x"
            3:1 description = 3:14 "caf� �"
            body:5 "b�\n"
            3:17 warning[frontmatter/not-utf8]: the byte 0xE9 is not UTF-8
        "#]],
    );
}
