//! Headers that are read without YAML are read as YAML.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{Document, Header, HeaderState};

/// A line that may be plain enough.
pub(super) fn line() -> impl Strategy<Value = String> {
    let gap = prop_oneof![19 => " {1,2}", 1 => Just(String::new())];
    (key(), gap, scalar(), " {0,1}")
        .prop_map(|(key, gap, value, end)| format!("{key}:{gap}{value}{end}"))
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        19 => "[a-zA-Z][a-zA-Z0-9_-]{1,3}",
        1 => select(vec!["on", "null", "y", "\"a\"", "a b", "é", "<<", "1"]).prop_map(String::from),
    ]
}

fn scalar() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "true", "false", "True", "~", "null", "1e3", "0x1", ".5", "<<", "=", "",
    ];
    prop_oneof![
        2 => "[a-zA-Z0-9 ,.:#'\"()*&!|>@`%{}\\[\\]\\\\/—é_+~?<$-]{0,12}",
        6 => "[a-zé世(</$][a-z ,.:#'\"()—é😀*-]{0,20}[a-z.)]",
        1 => "[0-9.-]{1,8}",
        2 => "[0-9]{1,4}([.-][0-9]{1,2}){0,3}",
        1 => "\\[[a-z \"',]{0,12}\\]",
        2 => "\\[[a-z]{1,3}(, ?([a-z][a-z *()]{0,5}|\"[a-z]?\"|'[a-z ]')){0,3}\\]",
        1 => "\"([^\"\\\\]|\\\\[\"\\\\ntx/]){0,8}\"",
        3 => "\"([a-z :#,\\[{&*—é']|\\\\[\"\\\\n]){0,12}\"",
        1 => "'([^']|''){0,8}'",
        3 => "'([a-z :#,\\[{&*—é\"\\\\]|''){0,12}'",
        1 => "[a-z][^\n]{0,6}",
        1 => select(WORDS).prop_map(String::from),
    ]
}

/// What may stand below a key, line by line.
fn below() -> impl Strategy<Value = String> {
    let item = ("- {0,2}", scalar()).prop_map(|(dash, value)| format!("{dash}{value}"));
    let words = prop_oneof![
        30 => "[a-z#\"'*>-][a-z ,.:#'\"()*&!|>—é-]{0,16}[a-z.:]",
        8 => Just(String::new()),
        1 => " {0,2}[^\n]{0,6}",
    ];
    let line = || prop_oneof![9 => line(), 1 => Just(String::new())];
    prop_oneof![
        2 => indented(prop_oneof![9 => item, 1 => Just(String::new())]),
        2 => indented(line()),
        1 => indented((key(), indented(line())).prop_map(|(key, below)| format!("{key}:\n{below}"))),
    ]
    .prop_map(|it| format!("\n{it}"))
    .boxed()
    .prop_union(
        (text_mark(), indented(words))
            .prop_map(|(mark, below)| format!("{mark}\n{below}"))
            .boxed(),
    )
}

fn text_mark() -> impl Strategy<Value = String> {
    prop_oneof![
        19 => " [|>]-?",
        1 => " ?[|>][+-]?[0-9]?[ #]{0,2}",
    ]
}

/// A few of these, all behind as many blanks but for the odd one.
fn indented(piece: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let blanks = prop_oneof![19 => Just(0_usize), 1 => 0_usize..4];
    (0_usize..4, vec((blanks, piece), 1..5)).prop_map(|(indent, pieces)| {
        let lines = pieces.iter().flat_map(|(more, piece)| {
            piece
                .lines()
                .chain(piece.is_empty().then_some(""))
                .map(move |it| match it {
                    "" if *more == 0 => String::new(),
                    it => format!("{}{it}", " ".repeat(indent + more)),
                })
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}

fn header() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        line(),
        (key(), below()).prop_map(|(key, below)| format!("{key}:{below}")),
    ];
    vec(entry, 1..3).prop_map(|it| it.join("\n") + "\n")
}

fn document(text: &str) -> Document {
    crate::read(Path::new("SKILL.md"), text.as_bytes()).value
}

/// The same by the strict reader alone; `None` if it has anything to say about it.
fn strictly(text: &str) -> Option<Document> {
    let parts = crate::split(text);
    let header = crate::block::text(&parts);
    let reading = crate::strict::read(&header, parts.header_line(), 100).ok()?;
    reading.problems.is_empty().then(|| Document {
        header: Header {
            state: HeaderState::Read,
            fields: reading.fields,
        },
        body: parts.body.to_owned(),
        body_line: parts.body_line(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_path_reads_what_the_strict_one_reads(header in header(), end in select(vec!["\n", "\r\n"])) {
        let text = format!("---\n{header}---\nBody.\n").replace('\n', end);
        let is_fast = crate::plain::read(crate::split(&text).header, 2).is_some_and(|it| !it.is_empty());
        if is_fast {
            prop_assert_eq!(Some(document(&text)), strictly(&text), "of {:?}", text);
        }
    }
}

#[track_caller]
fn check(header: &str, is_fast: bool) {
    let text = format!("---\n{header}\n---\n");
    let fields = crate::plain::read(crate::split(&text).header, 2);
    assert_eq!(fields.is_some(), is_fast, "of {header:?}");
    if is_fast {
        assert_eq!(Some(document(&text)), strictly(&text), "of {header:?}");
    }
}

#[test]
fn what_people_write_is_plain() {
    for header in [
        "name: a\ndescription: Use — when asked, 5 times.\nallowed-tools: Bash(git log:*), Read",
        "description: \"Asks: \\\"why?\\\"\\nThen writes — C:\\\\x.\"\na: 'it''s # so'",
        "version: 1.0\nb: 1.2.3\nc: 2026-01-05\nd: true\ne: 30",
        "argument-hint: <file> [mode]\nb: (none)\nc: /tmp\nd: $ARGUMENTS\ne: 查找 tides",
        "tags: [a, \"b c\", 'd']\nb: []",
        "tags:\n  - a\n  - \"b: c\"\n\n  - 3\ntools:\n- Read\n- Bash(ls *)\nb: x",
        "metadata:\n  author: \"x\"\n  version: 1.0\n  deeper:\n    - a\n  more:\n    b: c\nlicense: MIT",
        "description: |\n  One: two # three\n\n    - four\n\nb: x",
        "description: >-\n  One\n  two.\n\n\n  Three \"four\".\n\nb: |-\n    five\n",
        "a:\n- [b, c]\n- [d]",
        "a:\n  b: >\n    one\n    two\n  c: |\n   three\nd: x",
    ] {
        check(header, true);
    }
}

#[test]
fn what_takes_a_reader_of_yaml_is_left_to_it() {
    for header in [
        "a: b: c",
        "a: x # y",
        "# x\na: b",
        "a: b\n  c",
        "a: \"b\n  c\"",
        "a: \"\\x41\"",
        "a: 'b'c'",
        "a: yes",
        "a: 007",
        "a: *b",
        "a: b\na: c",
        "a:",
        "a:\nb: c",
        "a:b",
        "a:\n- b\n  c",
        "a:\n  - b: c",
        "a:\n  - b\n c: d",
        "a:\n  b: c\n   d: e",
        "a: |\n b\n\tc",
        "a: |+\n  b",
        "a: |2\n   b",
        "a: |\n\n  b",
        "a: |\n   b\n  c",
        "a: |\nb: c",
        "a: >\n  b\n    c",
        "a: >\n  b \n  c",
        "a: {b: c}",
        "\u{feff}a: b",
    ] {
        check(header, false);
    }
}

#[test]
fn limits_are_those_of_the_strict_reader() {
    let deep = |n: usize| {
        (0..n)
            .map(|it| format!("{}a:\n", " ".repeat(it)))
            .collect::<String>()
    };
    check(&format!("{}{}b: c", deep(9), " ".repeat(9)), true);
    check(&format!("{}{}b: c", deep(33), " ".repeat(33)), false);
    let fields = |n: usize| (0..n).map(|it| format!("a{it}: b\n")).collect::<String>();
    check(&fields(64), true);
    check(&fields(65), false);
    check(&format!("a: [{}]", ["b"; 3000].join(",")), true);
    check(&format!("a: [{}]", ["b"; 10_000].join(",")), false);
}
