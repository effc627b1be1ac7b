//! The words of each dialect for tools and their fields.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::dialect::DialectId;
use crate::tool::Tool;

/// One dialect's words.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// Whose words these are.
    pub dialect: DialectId,
}

/// The words of a dialect.
pub const fn vocabulary(dialect: DialectId) -> Vocabulary {
    Vocabulary { dialect }
}

impl Vocabulary {
    /// What a tool's name stands for.
    pub fn meanings(&self, spoken: &str) -> Vec<Tool> {
        vec![Tool::Other(spoken.to_owned())]
    }

    /// The names of a tool, the first of which payloads show.
    pub fn names<'t>(&self, tool: &'t Tool) -> Vec<Cow<'t, str>> {
        let _ = tool;
        Vec::new()
    }

    /// The input in our words.
    pub fn to_ours(&self, tool: &Tool, input: &Map<String, Value>) -> Map<String, Value> {
        let _ = tool;
        input.clone()
    }

    /// Our input in this dialect's words.
    pub fn from_ours(&self, tool: &Tool, input: &Map<String, Value>) -> Map<String, Value> {
        let _ = tool;
        input.clone()
    }
}
