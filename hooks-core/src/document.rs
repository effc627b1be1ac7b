//! A JSON document whose every value knows where it stands.
//!
//! Comments and trailing commas are read in every dialect: a file must not lose its guards over a
//! comma. A byte-order mark at the very start is dropped.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use jsonc_parser::ast;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Number, Value};
use stdx::{Place, Problem};

/// A parsed file.
#[derive(Clone, Debug)]
pub struct Document {
    path: PathBuf,
    text: String,
    root: Node,
    /// Whether every character is one byte.
    is_ascii: bool,
    /// The byte at which each line begins; only counted when a place is asked for.
    lines: OnceLock<Vec<usize>>,
}

/// A value and where it begins.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// The byte at which it begins.
    pub start: usize,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object, members in the order of the file, doubles included.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its key.
    pub key: String,
    /// The byte at which the key begins.
    pub start: usize,
    /// Its value.
    pub value: Node,
}

impl Document {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// A problem with the place where the text stops being JSON.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Document, Problem> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = String::from_utf8(bytes.to_vec()).map_err(|it| not_utf8(path, &it))?;
        let options = ParseOptions {
            allow_comments: true,
            allow_loose_object_property_names: false,
            allow_trailing_commas: true,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(&text, &CollectOptions::default(), &options);
        let root = match parsed {
            Ok(result) => result.value.map(|it| Node::from_ast(&it)),
            Err(error) => {
                let place = Place::of_offset(&text, error.range().start);
                return Err(not_json(path, error.kind().to_string()).at(place));
            }
        };
        let root = root.ok_or_else(|| not_json(path, "the file is empty".to_owned()))?;
        Ok(Document {
            path: path.to_owned(),
            is_ascii: text.is_ascii(),
            text,
            root,
            lines: OnceLock::new(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text, without a byte-order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the document under a key of the root, places unchanged.
    pub fn section(&self, key: &str) -> Option<Document> {
        let root = self.root.get(key)?.clone();
        Some(Document {
            root,
            ..self.clone()
        })
    }

    /// The same without some members of the root.
    pub(crate) fn without(&self, keys: &[&str]) -> Document {
        let mut res = self.clone();
        if let NodeKind::Object(members) = &mut res.root.kind {
            members.retain(|it| !keys.contains(&it.key.as_str()));
        }
        res
    }

    /// The outermost value.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The line and column of a byte.
    pub fn place(&self, start: usize) -> Place {
        let lines = self.lines.get_or_init(|| line_starts(&self.text));
        let n_before = lines.partition_point(|it| *it <= start);
        let begin = n_before.checked_sub(1).map_or(0, |it| lines[it]);
        // Where every character is one byte nothing need be counted.
        let column = if self.is_ascii {
            start.saturating_sub(begin)
        } else {
            let line = self.text.get(begin..start);
            line.map_or(0, |it| it.chars().count())
        };
        let capped = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Place {
            line: capped(n_before),
            column: capped(column + 1),
        }
    }

    /// The line of a byte, 1-based.
    pub fn line(&self, start: usize) -> u32 {
        self.place(start).line
    }

    /// Where a member or value stands, for a problem.
    pub fn problem_at(&self, problem: Problem, start: usize) -> Problem {
        problem.in_file(&self.path).at(self.place(start))
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let after_breaks = text
        .bytes()
        .enumerate()
        .filter(|(_, it)| *it == b'\n')
        .map(|(at, _)| at + 1);
    std::iter::once(0).chain(after_breaks).collect()
}

fn not_json(path: &Path, why: String) -> Problem {
    let why = stdx::text::printable(&why).to_lowercase();
    Problem::error("hooks/not-json", format!("the file is not JSON: {why}"))
        .in_file(path)
        .with_hint("no hook of this file runs until it is mended")
}

fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Problem {
    let good = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes());
    Problem::error("hooks/not-utf8", "the file is not UTF-8 text")
        .in_file(path)
        .at(Place::of_offset(&text, good))
        .with_hint("no hook of this file runs until it is saved as UTF-8")
}

impl Node {
    fn from_ast(value: &ast::Value<'_>) -> Node {
        match value {
            ast::Value::NullKeyword(it) => Node::new(NodeKind::Null, it.range.start),
            ast::Value::BooleanLit(it) => Node::new(NodeKind::Bool(it.value), it.range.start),
            ast::Value::NumberLit(it) => {
                Node::new(NodeKind::Number(it.value.to_owned()), it.range.start)
            }
            ast::Value::StringLit(it) => Node::new(
                NodeKind::Text(it.value.clone().into_owned()),
                it.range.start,
            ),
            ast::Value::Array(it) => {
                let items = it.elements.iter().map(Node::from_ast).collect();
                Node::new(NodeKind::List(items), it.range.start)
            }
            ast::Value::Object(it) => {
                let members = it.properties.iter().map(Member::from_ast).collect();
                Node::new(NodeKind::Object(members), it.range.start)
            }
        }
    }

    fn new(kind: NodeKind, start: usize) -> Node {
        Node { kind, start }
    }

    /// The text, if it is text.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn bool(&self) -> Option<bool> {
        match self.kind {
            NodeKind::Bool(it) => Some(it),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match &self.kind {
            NodeKind::Number(it) => it.parse().ok(),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members, if it is an object.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.kind {
            NodeKind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The last member with this key, if it is an object that has one.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()?
            .iter()
            .rev()
            .find(|it| it.key == key)
            .map(|it| &it.value)
    }

    /// The same value without places.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            NodeKind::Null => Value::Null,
            NodeKind::Bool(it) => Value::Bool(*it),
            NodeKind::Number(it) => number_value(it),
            NodeKind::Text(it) => Value::String(it.clone()),
            NodeKind::List(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            NodeKind::Object(members) => Value::Object(to_map(members)),
        }
    }

    /// What kind of value it is, for messages: "a list", "text", …
    pub fn describe(&self) -> &'static str {
        match &self.kind {
            NodeKind::Null => "`null`",
            NodeKind::Bool(_) => "a truth value",
            NodeKind::Number(_) => "a number",
            NodeKind::Text(_) => "text",
            NodeKind::List(_) => "a list",
            NodeKind::Object(_) => "an object",
        }
    }
}

impl Member {
    fn from_ast(property: &ast::ObjectProp<'_>) -> Member {
        Member {
            key: property.name.as_str().to_owned(),
            start: property.range.start,
            value: Node::from_ast(&property.value),
        }
    }
}

/// The members as a map; of doubles the last one counts.
fn to_map(members: &[Member]) -> Map<String, Value> {
    members
        .iter()
        .map(|it| (it.key.clone(), it.value.to_value()))
        .collect()
}

/// The number as JSON has it. Text that JSON's own reader refuses (`1e999`) stays text.
fn number_value(text: &str) -> Value {
    serde_json::from_str::<Number>(text)
        .map_or_else(|_| Value::String(text.to_owned()), Value::Number)
}
