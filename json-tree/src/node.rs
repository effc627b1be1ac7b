//! What a value is, and where it begins.

use serde_json::{Map, Number, Value};

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
    Number(Box<str>),
    /// Text.
    Text(String),
    /// A list.
    List(Box<[Node]>),
    /// An object, members in the order of the file, doubles included.
    Object(Box<[Member]>),
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

impl Node {
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
