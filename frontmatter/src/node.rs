//! A value of a header and its place.

use serde_json::Value as Json;
use stdx::Place;

use crate::header::Field;
use crate::words::{self, Word};

/// A value of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`, in the three spellings of YAML 1.2; `yes` and `on` are text.
    Bool(bool),
    /// A number as it is written, so that `1.0` stays `1.0`.
    Number(String),
    /// A text. Dates are text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map in the order of the source, no key twice.
    Map(Vec<Field>),
}

/// A value with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it begins in the file; of an alias (`*name`), where the alias stands.
    pub place: Place,
    /// The source text, where the value does not hold it: of `[file]`, `True`, `~`.
    pub(crate) written: Option<Box<str>>,
    /// Where the text stands in relation to the place.
    pub(crate) shape: Shape,
}

/// How a text is written, as far as the place of its words depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The text begins at the place of the node.
    #[default]
    Plain,
    /// The text begins one column later, behind a quotation mark.
    Quoted,
    /// Each line of the text begins at the column of the node.
    Literal,
    /// Lines were joined, so words have no place of their own.
    Folded,
}

impl Node {
    /// A value at this place.
    pub fn new(value: Value, place: Place) -> Node {
        Node {
            value,
            place,
            written: None,
            shape: Shape::Plain,
        }
    }

    /// The source text of a scalar of any type: `1.0`, `2026-01-05`, `true`; and of a list or map
    /// in brackets, since `[file]` in a hint is meant as text.
    ///
    /// `None` for nothing (`~`) and for a list or map on lines of its own.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(it) | Value::Number(it) => Some(it),
            Value::Bool(it) => Some(self.written.as_deref().unwrap_or(bool_word(*it))),
            Value::List(_) | Value::Map(_) => self.written.as_deref(),
            Value::Null => None,
        }
    }

    /// The value as a yes or no: `true`, `yes`, `on`, `1` and their opposites in any case, quoted
    /// or not [claude-code.md 2.2]. `None` if it is none of them.
    pub fn truth(&self) -> Option<bool> {
        if let Value::Bool(it) = self.value {
            return Some(it);
        }
        if matches!(self.value, Value::List(_) | Value::Map(_)) {
            return None;
        }
        let word = self.text()?.trim();
        let is = |list: [&str; 4]| list.iter().any(|it| word.eq_ignore_ascii_case(it));
        if is(["true", "yes", "on", "1"]) {
            Some(true)
        } else if is(["false", "no", "off", "0"]) {
            Some(false)
        } else {
            None
        }
    }

    /// The entries of a list however it is written: as a YAML list, or as text with commas, blanks
    /// or line ends between the entries. Text is cut outside brackets only, so `Bash(git log *)` is
    /// one word. No word keeps a quotation mark or the bracket of a list (ag-03).
    ///
    /// Entries of a YAML list are not cut; lists within it are flattened, maps are left out.
    pub fn words(&self) -> Vec<Word> {
        words::of(self)
    }

    /// The items, if it is a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(it) => Some(it),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Map(_) => {
                None
            }
        }
    }

    /// The fields, if it is a map.
    pub fn fields(&self) -> Option<&[Field]> {
        match &self.value {
            Value::Map(it) => Some(it),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                None
            }
        }
    }

    /// The field with this key, if it is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Field> {
        self.fields()?.iter().find(|it| it.key == key)
    }

    /// Whether nothing stands there: null, or an empty text.
    pub fn is_blank(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Text(it) => it.trim().is_empty(),
            Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Map(_) => false,
        }
    }

    /// The value as JSON. A number that JSON cannot say becomes a text.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(it) => Json::Bool(*it),
            Value::Number(it) => number_to_json(it),
            Value::Text(it) => Json::String(it.clone()),
            Value::List(it) => it.iter().map(Node::to_json).collect(),
            Value::Map(it) => fields_to_json(it),
        }
    }

    /// What it is, for a message: "a list", "`true`", "a text".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(it) => format!("`{it}`"),
            Value::Number(it) => format!("the number `{it}`"),
            Value::Text(it) if it.is_empty() => "an empty text".to_owned(),
            Value::Text(it) if it.len() <= 40 && !it.contains('\n') => format!("the text `{it}`"),
            Value::Text(_) => "a text".to_owned(),
            Value::List(it) if it.is_empty() => "an empty list".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Map(it) if it.is_empty() => "an empty map".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }
}

fn bool_word(it: bool) -> &'static str {
    if it { "true" } else { "false" }
}

pub(crate) fn fields_to_json(fields: &[Field]) -> Json {
    let pairs = fields.iter().map(|it| (it.key.clone(), it.value.to_json()));
    Json::Object(pairs.collect())
}

fn number_to_json(written: &str) -> Json {
    let plain = written.strip_prefix('+').unwrap_or(written);
    let number = serde_json::from_str::<serde_json::Number>(plain).ok();
    let number = number
        .or_else(|| radix(plain).map(serde_json::Number::from))
        .or_else(|| plain.parse().ok().and_then(serde_json::Number::from_f64));
    number.map_or_else(|| Json::String(written.to_owned()), Json::Number)
}

/// The value of `0x1f`, `0o17` or `0b101`.
fn radix(written: &str) -> Option<i64> {
    let (sign, digits) = match written.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, written),
    };
    let base = match digits.get(..2)? {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    let value = i64::from_str_radix(&digits[2..], base).ok()?;
    value.checked_mul(sign)
}
