//! Headers that are in order.

use expect_test::expect;

use super::check;

#[test]
fn plain_lines_have_places() {
    check(
        "---\nname: tide\ndescription: Reads tides\n---\nGo.\n",
        expect![[r#"
            Read
            2:1 name = 2:7 "tide"
            3:1 description = 3:14 "Reads tides"
            body:5 "Go.\n"
        "#]],
    );
}

#[test]
fn windows_files_are_read_like_others() {
    check(
        "\u{feff}---\r\nname: tide\r\nabout: >-\r\n  two\r\n  lines\r\n---\r\n\r\nGo.\r\n",
        expect![[r#"
            Read
            2:1 name = 2:7 "tide"
            3:1 about = 4:3 "two lines"
            body:7 "\r\nGo.\r\n"
        "#]],
    );
}

#[test]
fn nested_maps_and_lists_have_places() {
    check(
        "---\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          timeout: 5\n---\n",
        expect![[r#"
            Read
            2:1 hooks = 3:3 map
              3:3 PreToolUse = 4:5 list
                - 4:7 map
                  4:7 matcher = 4:16 "Bash"
                  5:7 hooks = 6:9 list
                    - 6:11 map
                      6:11 type = 6:17 "command"
                      7:11 timeout = 7:20 number 5
            body:9 ""
        "#]],
    );
}

#[test]
fn scalars_keep_their_source_text() {
    check(
        "---\nversion: 1.0\ndate: 2026-01-05\non: yes\nflag: True\nnone: ~\nempty:\nbig: 0x1F\nzero: 007\ninf: .inf\n1: one\n---\n",
        expect![[r#"
            Read
            2:1 version = 2:10 number 1.0
            3:1 date = 3:7 "2026-01-05"
            4:1 on = 4:5 "yes"
            5:1 flag = 5:7 true
            6:1 none = 6:7 nothing
            7:1 empty = 7:6 nothing
            8:1 big = 8:6 number 0x1F
            9:1 zero = 9:7 "007"
            10:1 inf = 10:6 ".inf"
            11:1 1 = 11:4 "one"
            body:13 ""
        "#]],
    );
}

#[test]
fn a_literal_block_keeps_its_lines() {
    check(
        "---\ndescription: |\n  One: two.\n\n    Three # four.\nname: x\n---\n",
        expect![[r#"
            Read
            2:1 description = 3:3 "One: two.\n\n  Three # four.\n"
            6:1 name = 6:7 "x"
            body:8 ""
        "#]],
    );
}

#[test]
fn a_fence_inside_the_body_is_body() {
    check(
        "---\nname: x\n---\none\n\n---\n\ntwo\n---\n",
        expect![[r#"
        Read
        2:1 name = 2:7 "x"
        body:4 "one\n\n---\n\ntwo\n---\n"
    "#]],
    );
}

#[test]
fn the_first_fence_closes_with_blanks_behind_it() {
    check(
        "--- \t\nname: x\n---  \nbody\n--- \n",
        expect![[r#"
        Read
        2:1 name = 2:7 "x"
        body:4 "body\n--- \n"
    "#]],
    );
}

#[test]
fn empty_headers_and_empty_bodies() {
    check(
        "---\n---\nbody",
        expect![[r#"
        Empty
        body:3 "body"
    "#]],
    );
    check(
        "---\n\n# only a comment\n---\n",
        expect![[r#"
        Empty
        body:5 ""
    "#]],
    );
    check(
        "---\nname: x\n---",
        expect![[r#"
        Read
        2:1 name = 2:7 "x"
        body:3 ""
    "#]],
    );
    check(
        "",
        expect![[r#"
        Absent
        body:1 ""
    "#]],
    );
    check(
        "---",
        expect![[r#"
        Absent
        body:1 "---"
    "#]],
    );
}

#[test]
fn without_an_end_there_is_no_header() {
    check(
        "---\nname: x\n\nAll of this must not be lost.\n",
        expect![[r#"
        Unclosed
        body:1 "---\nname: x\n\nAll of this must not be lost.\n"
        1:1 error[frontmatter/not-closed]: the header is opened by `---` and never closed; the whole file is read as text
    "#]],
    );
}

#[test]
fn of_a_key_that_stands_twice_the_last_counts() {
    check(
        "---\nname: a\nmodel: x\nname: b\nmap:\n  k: 1\n  k: 2\n---\n",
        expect![[r#"
            Read
            4:1 name = 4:7 "b"
            3:1 model = 3:8 "x"
            5:1 map = 6:3 map
              7:3 k = 7:6 number 2
            body:9 ""
            4:1 warning[frontmatter/duplicate-key]: `name` stands on line 2 already; only this one counts
            7:3 warning[frontmatter/duplicate-key]: `k` stands on line 6 already; only this one counts
        "#]],
    );
}

#[test]
fn aliases_and_merges_stand_where_they_are_used() {
    check(
        "---\na: &x\n  k: v\nb: *x\nc:\n  <<: *x\n  z: 1\n---\n",
        expect![[r#"
            Read
            2:1 a = 3:3 map
              3:3 k = 3:6 "v"
            4:1 b = 4:4 map
              4:4 k = 4:4 "v"
            5:1 c = 6:3 map
              7:3 z = 7:6 number 1
              6:7 k = 6:7 "v"
            body:9 ""
        "#]],
    );
}

#[test]
fn text_that_a_comment_cuts_is_reported_and_a_remark_is_not() {
    check(
        "---\ntitle: fix #12 now\ndescription: Uses C # here\nmodel: opus # fast\nquoted: \"a #b\"\n---\n",
        expect![[r#"
            Read
            2:1 title = 2:8 "fix"
            3:1 description = 3:14 "Uses C"
            4:1 model = 4:8 "opus"
            5:1 quoted = 5:9 "a #b"
            body:7 ""
            2:8 warning[frontmatter/cut-by-comment]: `title` ends before ` #`, which begins a comment
            3:14 warning[frontmatter/cut-by-comment]: `description` ends before ` #`, which begins a comment
        "#]],
    );
}

#[test]
fn quoted_text_at_the_margin_is_reported() {
    check(
        "---\nname: x\ndescription: \"One\n\ntwo \\\"2\\\"\"\n---\n",
        expect![[r#"
            Read
            2:1 name = 2:7 "x"
            3:1 description = 3:14 "One\ntwo \"2\""
            body:7 ""
            3:14 warning[frontmatter/quoted-not-indented]: the lines of `description` are not indented; other readers of YAML refuse that
        "#]],
    );
}

#[test]
fn a_header_that_is_no_map_is_an_error() {
    check(
        "---\n- a\n- b\n---\nbody\n",
        expect![[r#"
        Unreadable
        body:5 "body\n"
        2:1 error[frontmatter/not-a-map]: the header must hold lines `key: value`, found a list
    "#]],
    );
    check(
        "---\nonly text\n---\nbody\n",
        expect![[r#"
        Unreadable
        body:4 "body\n"
        2:1 error[frontmatter/not-a-map]: the header must hold lines `key: value`, found the text `only text`
    "#]],
    );
}

#[test]
fn a_mark_before_a_text_is_told_unless_an_alias_uses_it() {
    check(
        "---\na: &and more\nb: !bang it\nc: !!str 5\nd: &x one\ne: *x\n---\n",
        expect![[r#"
            Read
            2:1 a = 2:9 "more"
            3:1 b = 3:10 "it"
            4:1 c = 4:10 "5"
            5:1 d = 5:7 "one"
            6:1 e = 6:4 "one"
            body:8 ""
            2:9 warning[frontmatter/mark-left-out]: `a` begins with `&and`, which YAML leaves out of the text
            3:10 warning[frontmatter/mark-left-out]: `b` begins with `!bang`, which YAML leaves out of the text
        "#]],
    );
}

#[test]
fn a_rule_above_a_text_opens_no_header() {
    check(
        "---\n\n# Title\n",
        expect![[r#"
        Absent
        body:1 "---\n\n# Title\n"
    "#]],
    );
}
