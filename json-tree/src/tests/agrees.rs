//! What the library's own reader makes of a text is what this one makes of it.

use jsonc_parser::ast::Value as Ast;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use proptest::prelude::*;
use serde_json::Value;

use crate::Document;

/// The library's reading, `None` where it refuses the text or finds nothing in it.
fn library(text: &str) -> Option<Value> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).ok()?;
    parsed.value.map(|it| plain(&it))
}

fn plain(value: &Ast<'_>) -> Value {
    match value {
        Ast::NullKeyword(_) => Value::Null,
        Ast::BooleanLit(it) => it.value.into(),
        Ast::NumberLit(it) => serde_json::from_str(it.value).unwrap_or_else(|_| it.value.into()),
        Ast::StringLit(it) => it.value.clone().into(),
        Ast::Array(it) => it.elements.iter().map(plain).collect(),
        Ast::Object(it) => {
            let members = it.properties.iter();
            let members = members.map(|it| (it.name.as_str().to_owned(), plain(&it.value)));
            Value::Object(members.collect())
        }
    }
}

fn ours(text: &str) -> Option<Value> {
    let document = Document::parse("a.json".as_ref(), text.as_bytes()).ok()?;
    Some(document.root().to_value())
}

proptest! {
    #[test]
    fn on_anything_made_of_its_pieces(pieces in prop::collection::vec(
        prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u0062\"", "1", "-2.5e3", "true", "null",
            " ", "\n", "// c\n", "/* c */", "x", "'",
        ]), 0..14)) {
        let text: String = pieces.concat();
        prop_assert_eq!(ours(&text), library(&text), "{}", text);
    }
}
