use stdx::Place;

use crate::{Document, NodeKind};

#[track_caller]
fn check(text: &str, key: &str, line: u32, column: u32) {
    let document = Document::parse("a.json".as_ref(), text.as_bytes()).unwrap();
    let node = document.root().get(key).unwrap();
    assert_eq!(document.place(node.start), Place { line, column }, "{text}");
}

#[test]
fn a_value_knows_its_line_and_column() {
    check(r#"{"a": 1}"#, "a", 1, 7);
    check("{\n  // no\n  \"a\":\n    [1,],\n}", "a", 4, 5);
    check("{\"ä\": 1, \"a\": 2}", "a", 1, 15);
    check("\u{feff}{\"a\": 1}", "a", 1, 7);
    check("{\r\n\"a\":1}", "a", 2, 5);
}

#[test]
fn columns_of_a_long_line_count_characters() {
    for n in [0, 1, 500, 511, 512, 513, 3000] {
        let text = format!("{{\"x\": \"{}\", \"a\": 1}}", "é".repeat(n));
        check(&text, "a", 1, 16 + u32::try_from(n).unwrap());
    }
}

#[test]
fn doubles_stay_and_the_last_one_counts() {
    let document = Document::parse("a.json".as_ref(), br#"{"a":1,"b":2,"a":3}"#).unwrap();
    let members = document.root().members().unwrap();
    assert_eq!(members.len(), 3);
    assert_eq!(document.root().get("a").unwrap().number(), Some(3.0));
    assert_eq!(document.root().to_value().to_string(), r#"{"a":3,"b":2}"#);
}

#[test]
fn a_document_without_some_members_keeps_its_places() {
    let document = Document::parse("a.json".as_ref(), br#"{"a":1,"b":2}"#).unwrap();
    let rest = document.without(&["a"]);
    assert_eq!(rest.root().members().unwrap().len(), 1);
    assert_eq!(rest.place(rest.root().get("b").unwrap().start).column, 12);
}

#[test]
fn a_number_is_kept_as_written() {
    let document = Document::parse("a.json".as_ref(), b"1e999").unwrap();
    assert!(matches!(&document.root().kind, NodeKind::Number(it) if **it == *"1e999"));
    assert_eq!(document.root().to_value(), serde_json::json!("1e999"));
}
