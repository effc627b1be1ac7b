//! Every pair of words, and what becomes of an input on its way.

use serde_json::{Map, Value};

use super::Vocabulary;
use crate::dialect::DialectId;

mod calls;
mod names;
mod paths;

fn words(dialect: &str) -> &'static Vocabulary {
    DialectId::from_word(dialect)
        .expect("a dialect")
        .dialect()
        .vocabulary
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("an object")
}

fn text(map: &Map<String, Value>) -> String {
    serde_json::to_string(map).expect("JSON")
}
