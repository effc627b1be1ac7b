//! What a piece of work is, before anybody works on it.

use serde::{Deserialize, Serialize};

/// Where a text comes from. It keeps this for good: only a person at the keyboard approves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A person typed it.
    #[default]
    Keyboard,
    /// A scheduled task that a person wrote.
    Schedule,
    /// A scheduled task that an agent wrote.
    AgentSchedule,
    /// A report from outside which a person let in.
    Connector,
    /// A node of a workflow.
    Workflow,
    /// A hook.
    Hook,
    /// Another agent.
    Agent,
}

/// How a mission stands, or ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It waits for its turn.
    #[default]
    Queued,
    /// Somebody works on it.
    Running,
    /// It did what it was asked; its goal, if it had one, was met.
    Done,
    /// A hook or a person did not let it begin or go on.
    Blocked,
    /// The model, the agent or the system failed.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
    /// Its goal was not met and nothing moved any more.
    Stuck,
    /// A budget was used up.
    OverBudget,
    /// Its process ended without a word; the session can be taken up again.
    Interrupted,
}

impl Origin {
    /// The word of the JSON contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Keyboard => "keyboard",
            Origin::Schedule => "schedule",
            Origin::AgentSchedule => "agent-schedule",
            Origin::Connector => "connector",
            Origin::Workflow => "workflow",
            Origin::Hook => "hook",
            Origin::Agent => "agent",
        }
    }

    /// Whether a person wrote the text, so that commands in it are commands.
    pub fn is_of_person(self) -> bool {
        matches!(self, Origin::Keyboard | Origin::Schedule)
    }
}

impl Status {
    /// All, in the order of a mission's life.
    pub const ALL: [Status; 9] = [
        Status::Queued,
        Status::Running,
        Status::Done,
        Status::Blocked,
        Status::Failed,
        Status::Cancelled,
        Status::Stuck,
        Status::OverBudget,
        Status::Interrupted,
    ];

    /// The word of the JSON contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Queued => "queued",
            Status::Running => "running",
            Status::Done => "done",
            Status::Blocked => "blocked",
            Status::Failed => "failed",
            Status::Cancelled => "cancelled",
            Status::Stuck => "stuck",
            Status::OverBudget => "over-budget",
            Status::Interrupted => "interrupted",
        }
    }

    /// The status of this word.
    pub fn from_word(word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|it| it.as_str() == word)
    }

    /// Whether it is over.
    pub fn is_ended(self) -> bool {
        !matches!(self, Status::Queued | Status::Running)
    }
}
