//! What holds for every text.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;

use super::plain::line;
use crate::{Fence, HeaderState, Value, WriteValue};

/// Pieces that texts of the kind are made of.
fn piece() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "---",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "name",
        "description",
        ": ",
        ":",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "#",
        " #",
        "|",
        ">",
        "&a",
        "*a",
        "!t",
        "@",
        "`",
        "%",
        "\\",
        "...",
        "<!--",
        "-->",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "\u{a0}",
        "é",
        "—",
        "\u{0}",
        "1",
        "1.0",
        "true",
        "yes",
        "null",
        "~",
        "a",
        "word",
        ",",
        "? ",
        "<<",
        "```",
        "  ",
    ];
    prop_oneof![
        20 => proptest::sample::select(KNOWN).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

fn text() -> impl Strategy<Value = String> {
    vec(piece(), 0..60).prop_map(|it| it.concat())
}

/// A text that often has a header.
fn fenced() -> impl Strategy<Value = String> {
    (text(), text()).prop_map(|(header, body)| format!("---\n{header}\n---\n{body}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_joined_are_the_text(text in prop_oneof![text(), fenced()]) {
        let parts = crate::split(&text);
        prop_assert_eq!(parts.join(), &*text);
        let lines = parts.join()[..text.len() - parts.body.len()].matches('\n').count();
        prop_assert_eq!(parts.body_line() as usize, lines + 1);
    }

    #[test]
    fn reading_never_fails_and_keeps_the_body(text in prop_oneof![text(), fenced()]) {
        let parts = crate::split(&text);
        let loaded = crate::read(Path::new("a.md"), text.as_bytes());
        prop_assert_eq!(loaded.value.body, parts.body);
        let count = text.matches('\n').count() as u32 + 2;
        for problem in &loaded.problems {
            let line = problem.place.expect("every problem has a place").line;
            prop_assert!(line >= 1 && line <= count, "line {} of {}", line, count);
        }
    }

    #[test]
    fn gray_matter_finds_the_block_that_we_find(lines in vec(line(), 0..5), body in "[a-z\n]{0,9}") {
        let header: String = lines.iter().map(|it| format!("{it}\n")).collect();
        let text = format!("---\n{header}---\n{body}");
        let parts = crate::split(&text);
        prop_assert_eq!(parts.fence, Fence::Closed);
        prop_assert_eq!(parts.header, &*header);
        let found = crate::block::find(&text).unwrap_or_default();
        let header = header.replace("\r\n", "\n");
        prop_assert_eq!(found, header.trim());
        prop_assert_eq!(crate::block::text(&parts), header);
    }

    #[test]
    fn what_is_written_reads_back(
        texts in vec((".{0,5}", any::<String>()), 0..4),
        list in vec(any::<String>(), 0..4),
        body in any::<String>(),
    ) {
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let mut fields: Vec<(&str, WriteValue<'_>)> = vec![("a list", WriteValue::List(&list))];
        for (key, text) in &texts {
            if fields.iter().all(|(it, _)| it != key) {
                fields.push((key, WriteValue::Text(text)));
            }
        }
        let written = crate::write(&fields, &body);
        let loaded = crate::read(Path::new("a.md"), written.as_bytes());
        prop_assert_eq!(&loaded.value.body, &body);
        prop_assert_eq!(loaded.value.header.state, HeaderState::Read, "{}", written);
        let read: Vec<(&str, Vec<&str>)> = loaded.value.header.fields().iter().map(|it| match &it.value.value {
            Value::List(items) => (it.key.as_str(), items.iter().map(|it| it.text().unwrap()).collect()),
            _ => (it.key.as_str(), vec![it.value.text().unwrap()]),
        }).collect();
        let given: Vec<(&str, Vec<&str>)> = fields.iter().map(|(key, value)| match value {
            WriteValue::List(items) => (*key, items.to_vec()),
            WriteValue::Text(text) => (*key, vec![*text]),
            _ => unreachable!(),
        }).collect();
        prop_assert_eq!(read, given);
    }
}
