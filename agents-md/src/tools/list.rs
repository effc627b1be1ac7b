//! One entry of a tools line.

use frontmatter::Word;

use super::{Known, Tool};

/// A word of a tools line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolEntry {
    /// As written, such as `Agent(scout)`; agents of other products get this.
    pub word: Word,
    /// The tools it names here; none for tools of servers and of other products.
    pub tools: Vec<Tool>,
}

/// Reads one word: its name before a parenthesis, in the words of any product.
pub(crate) fn read_entry(word: Word) -> (ToolEntry, Known) {
    let known = Known::of(name_of(&word.text));
    let tools = match known {
        Known::Here(tools) => tools.to_vec(),
        Known::Mcp | Known::Elsewhere | Known::Nowhere => Vec::new(),
    };
    (ToolEntry { word, tools }, known)
}

impl ToolEntry {
    /// The name without what stands in parentheses.
    pub fn name(&self) -> &str {
        name_of(&self.word.text)
    }

    /// What stands in parentheses, such as the agents which `Agent(scout, clerk)` may start.
    pub fn pattern(&self) -> Option<&str> {
        let (_, rest) = self.word.text.split_once('(')?;
        Some(rest.trim_end().strip_suffix(')').unwrap_or(rest))
    }
}

fn name_of(text: &str) -> &str {
    text.split_once('(').map_or(text, |(name, _)| name).trim()
}
