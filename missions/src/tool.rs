//! What an agent can do.

use std::fmt::Debug;
use std::path::Path;

use serde_json::{Map, Value};
use stdx::{Cancel, Pending};

use crate::message::Success;

/// One tool.
///
/// The loop validates the input against the schema, asks hooks, rules and the person, and only then
/// calls [`Tool::run`], from whichever thread polls the mission. Two calls of one tool may run at the
/// same time. A tool never fails the mission: what goes wrong is a result that the model can use.
pub trait Tool: Debug + Send + Sync {
    /// What the model is told of it.
    fn spec(&self) -> &ToolSpec;

    /// What it does to the world, at worst.
    fn effect(&self) -> Effect;

    /// What a call would do, for the person who is asked: a diff, a command line. `None` where the
    /// input says it all. Looks at files and changes nothing.
    fn preview(&self, _input: &Map<String, Value>, _cx: &ToolCx<'_>) -> Option<String> {
        None
    }

    /// Why this call can never be made, whatever anybody allows: a path outside the project, a file of
    /// hooks. Asked on the final input, before rules and the person; `None` where nothing is wrong.
    fn refuses(&self, _input: &Map<String, Value>, _cx: &ToolCx<'_>) -> Option<String> {
        None
    }

    /// Does it. The input fits the schema. Dropping the future ends it.
    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult>;
}

/// What a model is told of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The JSON Schema of its input; always an object.
    pub input_schema: Value,
}

/// What a tool does to the world, at worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It looks and changes nothing: doing it twice does no harm.
    Looks,
    /// It changes files, runs programs or speaks to others: it is never repeated unasked.
    Acts,
}

/// What surrounds a call.
#[derive(Clone, Copy, Debug)]
pub struct ToolCx<'a> {
    /// The call's id.
    pub call_id: &'a str,
    /// The folder that relative paths start from; absolute.
    pub cwd: &'a Path,
    /// The project's root; absolute.
    pub project: &'a Path,
    /// Ends the call.
    pub cancel: &'a Cancel,
    /// The hooks that led here, one id a line, for the environment of programs.
    pub trail: &'a str,
}

/// What a call gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    /// What the model reads.
    pub text: String,
    /// Whether it did what it was asked.
    pub success: Success,
    /// The same in a few words, for the person: `3 files`, `exit code 1`.
    pub summary: String,
    /// Paths that were changed, absolute; a goal's checks run after the last of these.
    pub changed: Vec<std::path::PathBuf>,
}

impl ToolResult {
    /// What a call gave that did what it was asked.
    pub fn done(text: impl Into<String>, summary: impl Into<String>) -> ToolResult {
        ToolResult {
            text: text.into(),
            summary: summary.into(),
            ..ToolResult::default()
        }
    }

    /// What a call gave that could not do it; the text says why and what would help.
    pub fn failed(text: impl Into<String>) -> ToolResult {
        let text = text.into();
        ToolResult {
            summary: text.lines().next().unwrap_or_default().to_owned(),
            text,
            success: Success::No,
            changed: Vec::new(),
        }
    }
}
