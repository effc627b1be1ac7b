//! Tool calls, and the words that each dialect has for tools and their fields.

use serde_json::{Map, Value};

/// What a tool does, whatever a product calls it.
///
/// The table of names per dialect stands in `places.md`; a conformance case lists every pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// Runs a shell command.
    Shell,
    /// Reads a file.
    Read,
    /// Writes a whole file.
    Create,
    /// Replaces text in a file.
    Edit,
    /// Several edits at once.
    EditMany,
    /// Deletes a file.
    Delete,
    /// Edits a notebook.
    Notebook,
    /// Lists a folder.
    List,
    /// Finds files by name.
    Find,
    /// Searches text.
    Search,
    /// Fetches a URL.
    Fetch,
    /// Hands work to a helper agent.
    Helper,
    /// Runs a skill.
    Skill,
    /// Runs a workflow.
    Workflow,
    /// A tool of an MCP server.
    Mcp {
        /// The server's name.
        server: String,
        /// The tool's name on that server.
        tool: String,
    },
    /// A tool that only the caller knows, under its own name.
    Other(String),
}

impl Tool {
    /// The tools for which dialects have words of their own.
    pub const NAMED: [Tool; 14] = [
        Tool::Shell,
        Tool::Read,
        Tool::Create,
        Tool::Edit,
        Tool::EditMany,
        Tool::Delete,
        Tool::Notebook,
        Tool::List,
        Tool::Find,
        Tool::Search,
        Tool::Fetch,
        Tool::Helper,
        Tool::Skill,
        Tool::Workflow,
    ];
}

/// A call of a tool, in the caller's words.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// The name as the caller said it.
    pub spoken: String,
    /// What the name stands for. More than one where a word of the caller's dialect covers several
    /// tools of ours; a hook on any of them fires.
    pub meanings: Vec<Tool>,
    /// The input, fields in the caller's words.
    pub input: Map<String, Value>,
    /// The id of the call, if the caller has one.
    pub call_id: Option<String>,
    /// What the tool returned, after it ran.
    pub output: Option<ToolOutput>,
}

/// What a tool returned.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOutput {
    /// Text, or the tool's own structure.
    pub value: Value,
    /// Whether the tool failed.
    pub failed: Failed,
}

/// Whether a tool failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Failed {
    /// It did what it was asked.
    #[default]
    No,
    /// It reported an error.
    Yes,
}

impl ToolOutput {
    /// The output as text: itself if it is text, else compact JSON.
    pub fn text(&self) -> String {
        match &self.value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}
