//! What a mission is to do, and how it ended.

use std::path::PathBuf;

use stdx::Cancel;

use crate::fact::Start;
use crate::goal::{Goal, GoalEnd};
use crate::history::History;
use crate::message::Usage;
use crate::mission::Status;

/// What a mission is to do, and where.
#[derive(Debug)]
pub struct MissionSpec {
    /// Its id.
    pub id: String,
    /// The session's id.
    pub session: String,
    /// The project's root, absolute.
    pub project: PathBuf,
    /// The folder to work in, absolute.
    pub cwd: PathBuf,
    /// What is asked.
    pub prompt: String,
    /// Whether it is work, or a wish about the conversation itself.
    pub kind: MissionKind,
    /// What must hold in the end.
    pub goal: Option<Goal>,
    /// Whether the session is new in this process.
    pub start: Option<Start>,
    /// The system prompt.
    pub system: String,
    /// The conversation so far. A mission that starts afresh has none [N-SCHED-10].
    pub history: History,
    /// Ends it.
    pub cancel: Cancel,
}

/// What kind of wish a mission is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissionKind {
    /// An agent works.
    #[default]
    Work,
    /// History is summarised, because a person wants it: `/compact`.
    Compact,
}

/// How a mission ended.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionEnd {
    /// The status.
    pub status: Status,
    /// What the agent said last, or why it ended.
    pub summary: String,
    /// How its goal came out.
    pub goal: Option<GoalEnd>,
    /// What it used.
    pub usage: Usage,
    /// How many tool calls it made.
    pub tool_calls: u64,
    /// What that cost, where the price is known.
    pub cost: Option<f64>,
}
