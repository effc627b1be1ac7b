//! Features of the crate.

mod around;
mod limits;
mod plain;
mod properties;
mod rescue;
mod strict;
mod values;
mod words;
mod write;

use std::fmt::Write;
use std::path::Path;

use expect_test::Expect;

use crate::{Document, Field, Node, Value};

/// What is read of `text`: state, fields with places, body and problems.
#[track_caller]
fn check(text: &str, expected: Expect) {
    check_bytes(text.as_bytes(), expected);
}

/// What is read of `bytes`, as [`check`] says it.
#[track_caller]
fn check_bytes(bytes: &[u8], expected: Expect) {
    let loaded = crate::read(Path::new("SKILL.md"), bytes);
    let mut res = print_document(&loaded.value);
    for problem in &loaded.problems {
        assert_eq!(
            problem.file.as_deref(),
            Some(Path::new("SKILL.md")),
            "every problem names its file"
        );
        let place = problem.place.expect("every problem has a place");
        writeln!(res, "{}:{} {problem}", place.line, place.column).unwrap();
    }
    expected.assert_eq(&res);
}

fn print_document(document: &Document) -> String {
    let mut res = format!("{:?}\n", document.header.state);
    for field in document.header.fields() {
        print_field(field, 0, &mut res);
    }
    writeln!(res, "body:{} {:?}", document.body_line, document.body).unwrap();
    res
}

fn print_field(field: &Field, depth: usize, res: &mut String) {
    let place = field.place;
    let indent = "  ".repeat(depth);
    write!(
        res,
        "{indent}{}:{} {} = ",
        place.line, place.column, field.key
    )
    .unwrap();
    print_node(&field.value, depth, res);
}

fn print_node(node: &Node, depth: usize, res: &mut String) {
    let place = node.place;
    write!(res, "{}:{} ", place.line, place.column).unwrap();
    match &node.value {
        Value::List(items) => {
            res.push_str("list\n");
            for item in items {
                res.push_str(&"  ".repeat(depth + 1));
                res.push_str("- ");
                print_node(item, depth + 1, res);
            }
        }
        Value::Map(fields) => {
            res.push_str("map\n");
            fields.iter().for_each(|it| print_field(it, depth + 1, res));
        }
        Value::Text(it) => writeln!(res, "{it:?}").unwrap(),
        Value::Number(it) => writeln!(res, "number {it}").unwrap(),
        Value::Bool(it) => writeln!(res, "{it}").unwrap(),
        Value::Null => res.push_str("nothing\n"),
    }
}
