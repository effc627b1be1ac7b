//! What happens in a mission, as hooks are told.

use serde_json::{Map, Value};

use crate::tool::ToolResult;

/// One thing that happens. Dialects differ in which of them they know and when they listen; that is
/// for the wiring and the engine, here is only what happened.
#[derive(Clone, Debug)]
pub enum Fact<'a> {
    /// A session begins in this process, is taken up again, or goes on after its history was
    /// summarised.
    SessionStart(Start),
    /// An instruction comes in.
    Prompt {
        /// The instruction as it was typed.
        text: &'a str,
        /// Whether it begins the work or was typed while the agent worked [V-41].
        arrival: Arrival,
    },
    /// A tool is about to run.
    BeforeTool {
        /// The call.
        call: CallFact<'a>,
        /// Whether it has been approved.
        moment: Approval,
    },
    /// A person is about to be asked.
    PermissionRequest(CallFact<'a>),
    /// A tool ran.
    AfterTool {
        /// The call, with the input that was used.
        call: CallFact<'a>,
        /// What it gave.
        result: &'a ToolResult,
    },
    /// The person's attention is wanted.
    Notification {
        /// What for.
        message: &'a str,
    },
    /// The agent, or a helper, wants to finish.
    Stop {
        /// What it said last.
        last_message: &'a str,
        /// How often hooks kept it going since the last instruction.
        continuations: u32,
    },
    /// It has finished: nothing keeps it going any more [N-HOOK-09, A-22].
    Finished {
        /// What it said last.
        summary: &'a str,
    },
    /// A task was made for a helper.
    TaskCreated {
        /// What it is asked.
        prompt: &'a str,
    },
    /// A helper begins.
    HelperStart,
    /// A helper's task is done.
    TaskCompleted {
        /// What it said.
        summary: &'a str,
    },
    /// History is about to be summarised.
    BeforeCompact(Trigger),
    /// History was summarised.
    AfterCompact {
        /// Who wanted it.
        trigger: Trigger,
        /// The summary.
        summary: &'a str,
    },
    /// The turn, and with it this run of the session, has ended.
    SessionEnd(EndReason),
}

/// How a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It is new.
    Startup,
    /// It is taken up again.
    Resume,
    /// Its history was summarised.
    Compact,
}

/// How an instruction comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It begins the work.
    First,
    /// It waited while the agent worked.
    Queued,
}

/// Whether a call has been approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Not yet.
    Ahead,
    /// It has.
    Given,
}

/// Who wanted history summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The loop, since it became too long.
    Auto,
    /// A person.
    Manual,
}

/// How a turn ended, in the words of Agent V [V-35].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// It was done.
    Done,
    /// It was cancelled.
    Cancelled,
    /// Something failed.
    Error,
}

/// A tool call, in our words.
#[derive(Clone, Copy, Debug)]
pub struct CallFact<'a> {
    /// The call's id.
    pub id: &'a str,
    /// The tool's name.
    pub tool: &'a str,
    /// Its input as it stands.
    pub input: &'a Map<String, Value>,
}
