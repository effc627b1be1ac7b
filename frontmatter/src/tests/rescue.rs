//! Headers that are not YAML.

use expect_test::expect;

use super::check;

#[test]
fn a_colon_in_a_text() {
    check(
        "---\nname: x\ndescription: Use when: asked, or: not\n---\nbody\n",
        expect![[r#"
            Rescued
            2:1 name = 2:7 "x"
            3:1 description = 3:14 "Use when: asked, or: not"
            body:5 "body\n"
            3:14 warning[frontmatter/unquoted-colon]: `description` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn a_colon_deep_in_a_map_costs_nothing_else() {
    check(
        "---\nmetadata:\n  note: see: below\n  list:\n    - a: b: c\n    - plain\nname: x\n---\n",
        expect![[r#"
            Rescued
            2:1 metadata = 3:3 map
              3:3 note = 3:9 "see: below"
              4:3 list = 5:5 list
                - 5:7 map
                  5:7 a = 5:10 "b: c"
                - 6:7 "plain"
            7:1 name = 7:7 "x"
            body:9 ""
            3:9 warning[frontmatter/unquoted-colon]: `note` holds a colon and is not quoted; it is read as text
            5:10 warning[frontmatter/unquoted-colon]: `a` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn first_characters_that_mean_something_else() {
    check(
        "---\na: @State\nb: *.ts\nc: %d\nd: `ls`\ne: *\nf: &and more\ng: !bang it\n---\n",
        expect![[r#"
            Rescued
            2:1 a = 2:4 "@State"
            3:1 b = 3:4 "*.ts"
            4:1 c = 4:4 "%d"
            5:1 d = 5:4 "`ls`"
            6:1 e = 6:4 "*"
            7:1 f = 7:9 "more"
            8:1 g = 8:10 "it"
            body:10 ""
            2:4 warning[frontmatter/reserved-first-character]: `a` begins with `@` and is not quoted; it is read as text
            3:4 warning[frontmatter/reserved-first-character]: `b` begins with `*` and is not quoted; it is read as text
            4:4 warning[frontmatter/reserved-first-character]: `c` begins with `%` and is not quoted; it is read as text
            5:4 warning[frontmatter/reserved-first-character]: `d` begins with a backtick and is not quoted; it is read as text
            6:4 warning[frontmatter/reserved-first-character]: `e` begins with `*` and is not quoted; it is read as text
            7:9 warning[frontmatter/mark-left-out]: `f` begins with `&and`, which YAML leaves out of the text
            8:10 warning[frontmatter/mark-left-out]: `g` begins with `!bang`, which YAML leaves out of the text
        "#]],
    );
}

#[test]
fn brackets_and_quotation_marks_that_are_text() {
    check(
        "---\na: [one] [two] | three\nb: \"<cmd>\" [--why]\nc: 'no end\nd: [open\ne: {{NAME}}\nf: {x} y\ng: \"C:\\dir\"\n---\n",
        expect![[r#"
            Rescued
            2:1 a = 2:4 "[one] [two] | three"
            3:1 b = 3:4 "\"<cmd>\" [--why]"
            4:1 c = 4:4 "no end"
            5:1 d = 5:4 "[open"
            6:1 e = 6:4 "{{NAME}}"
            7:1 f = 7:4 "{x} y"
            8:1 g = 8:4 "C:\\dir"
            body:10 ""
            2:4 warning[frontmatter/text-after-bracket]: `a` goes on after a closing bracket; all of it is read as text
            3:4 warning[frontmatter/text-after-quote]: `b` goes on after a quotation mark; all of it is read as text
            4:4 error[frontmatter/unclosed-quote]: `c` opens a quotation mark and does not close it
            5:4 warning[frontmatter/unclosed-bracket]: `d` opens a bracket and does not close it; it is read as text
            6:4 warning[frontmatter/template-placeholder]: `e` is a placeholder that nobody has filled in
            7:4 warning[frontmatter/text-after-bracket]: `f` goes on after a closing bracket; all of it is read as text
            8:4 warning[frontmatter/unknown-escape]: `g` holds a backslash that escapes nothing; it is kept
        "#]],
    );
}

#[test]
fn an_example_that_is_not_indented() {
    check(
        "---\nname: x\ndescription: Use it. Examples:\n\n<example>\nContext: one\nuser: \"hi\"\n</example>\n\nmodel: sonnet\ntools: [\"A\", \"B\"]\n---\nbody\n",
        expect![[r#"
            Rescued
            2:1 name = 2:7 "x"
            3:1 description = 3:14 "Use it. Examples:\n\n<example>\nContext: one\nuser: \"hi\"\n</example>"
            10:1 model = 10:8 "sonnet"
            11:1 tools = 11:8 list
              - 11:9 "A"
              - 11:14 "B"
            body:13 "body\n"
            5:1 warning[frontmatter/text-not-indented]: the text of `description` goes on without indentation
        "#]],
    );
}

#[test]
fn an_example_in_quotation_marks_that_is_not_indented() {
    check(
        "---\ndescription: \"Use: it.\n\nuser: \\\"hi\\\"\n\" \nmodel: a: b\n---\n",
        expect![[r#"
            Rescued
            2:1 description = 2:14 "Use: it.\nuser: \"hi\" "
            6:1 model = 6:8 "a: b"
            body:8 ""
            2:14 warning[frontmatter/quoted-not-indented]: the lines of `description` are not indented; other readers of YAML refuse that
            6:8 warning[frontmatter/unquoted-colon]: `model` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn a_literal_text_that_is_not_indented() {
    check(
        "---\ndescription: |\n  One.\nTwo: three.\nfour five\nname: x\n---\n",
        expect![[r#"
            Rescued
            2:1 description = 3:3 "One.\n"
            4:1 Two = 4:6 "three.\nfour five"
            6:1 name = 6:7 "x"
            body:8 ""
            5:1 warning[frontmatter/text-not-indented]: the text of `Two` goes on without indentation
        "#]],
    );
}

#[test]
fn a_text_on_indented_lines_with_a_colon() {
    check(
        "---\ndescription: One\n  Note: two\n  three\nname: x\n---\n",
        expect![[r#"
            Rescued
            2:1 description = 2:14 "One Note: two three"
            5:1 name = 5:7 "x"
            body:7 ""
            3:3 warning[frontmatter/unquoted-colon]: `description` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn a_mark_of_another_document() {
    check(
        "---\nname: x\ndescription: |\n  One: two.\n--- MIT\nmetadata:\n  a: b\n...\n---\n",
        expect![[r#"
            Rescued
            2:1 name = 2:7 "x"
            3:1 description = 4:3 "One: two.\n"
            6:1 metadata = 7:3 map
              7:3 a = 7:6 "b"
            body:10 ""
            5:1 warning[frontmatter/more-than-one-document]: this line begins another document, of which a header has one; it is left out
            8:1 warning[frontmatter/more-than-one-document]: this line begins another document, of which a header has one; it is left out
        "#]],
    );
}

#[test]
fn a_list_on_the_line_of_its_key() {
    check(
        "---\ntags: - one\n  - 'two'\nname: x\n---\n",
        expect![[r#"
        Rescued
        2:1 tags = 2:7 list
          - 2:9 "one"
          - 3:5 "two"
        4:1 name = 4:7 "x"
        body:6 ""
        2:7 warning[frontmatter/list-on-key-line]: the list of `tags` begins on the line of its key
    "#]],
    );
}

#[test]
fn tabs_in_front_of_lines() {
    check(
        "---\nmetadata:\n\tauthor: me\n\tdeep:\n\t\ta: 1\nname: x\n---\n",
        expect![[r#"
            Rescued
            2:1 metadata = 3:2 map
              3:2 author = 3:10 "me"
              4:2 deep = 5:3 map
                5:3 a = 5:6 number 1
            6:1 name = 6:7 "x"
            body:8 ""
            3:1 warning[frontmatter/tab]: a line of `metadata` is indented by tabs
            4:1 warning[frontmatter/tab]: a line of `metadata` is indented by tabs
            5:1 warning[frontmatter/tab]: a line of `metadata` is indented by tabs
        "#]],
    );
}

#[test]
fn a_structure_that_nobody_can_read_is_an_error_of_its_field() {
    check(
        "---\nname: x\nhooks:\n  Stop:\n  - a: 1\n    - b\n   c: 2\ndescription: y\n---\n",
        expect![[r#"
            Rescued
            2:1 name = 2:7 "x"
            3:1 hooks = 3:7 "Stop:\n- a: 1\n  - b\n c: 2"
            8:1 description = 8:14 "y"
            body:10 ""
            3:1 error[frontmatter/field-unreadable]: `hooks` cannot be read: while parsing a block mapping, did not find expected key
        "#]],
    );
}

#[test]
fn lines_that_belong_to_nothing() {
    check(
        "---\nhello there\nname: x\ndescription: a: b\n---\n",
        expect![[r#"
            Rescued
            3:1 name = 3:7 "x"
            4:1 description = 4:14 "a: b"
            body:6 ""
            2:1 warning[frontmatter/stray-line]: this line belongs to no field; it is left out
            4:14 warning[frontmatter/unquoted-colon]: `description` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn keys_with_blanks_and_duplicates() {
    check(
        "---\nlast reviewed: today\nname: x\nname: a: b\n\"quoted key\": y: z\n---\n",
        expect![[r#"
            Rescued
            2:1 last reviewed = 2:16 "today"
            4:1 name = 4:7 "a: b"
            5:1 quoted key = 5:15 "y: z"
            body:7 ""
            4:1 warning[frontmatter/duplicate-key]: `name` stands on line 3 already; only this one counts
            4:7 warning[frontmatter/unquoted-colon]: `name` holds a colon and is not quoted; it is read as text
            5:15 warning[frontmatter/unquoted-colon]: `quoted key` holds a colon and is not quoted; it is read as text
        "#]],
    );
}

#[test]
fn an_indented_header() {
    check(
        "---\n  name: x\n  description: a: b\n---\n",
        expect![[r#"
        Rescued
        2:3 name = 2:9 "x"
        3:3 description = 3:16 "a: b"
        body:5 ""
        3:16 warning[frontmatter/unquoted-colon]: `description` holds a colon and is not quoted; it is read as text
    "#]],
    );
}

#[test]
fn control_characters_stay() {
    check(
        "---\nname: x\ndescription: a\u{0}b\u{1b}[31m\n---\n",
        expect![[r#"
            Rescued
            2:1 name = 2:7 "x"
            3:1 description = 3:14 "a\0b\u{1b}[31m"
            body:5 ""
            3:1 warning[frontmatter/not-yaml]: `description` is not YAML: unexpected character: `\u{0}'; it is read as text
        "#]],
    );
}

#[test]
fn a_list_in_brackets_over_several_lines_that_never_ends() {
    check(
        "---\ntools: [\n  'a',\n  'b'\nname: x\n---\n",
        expect![[r#"
        Rescued
        2:1 tools = 2:8 "[ 'a', 'b'"
        5:1 name = 5:7 "x"
        body:7 ""
        2:8 warning[frontmatter/unclosed-bracket]: `tools` opens a bracket and does not close it; it is read as text
    "#]],
    );
}
