//! What happened: one internal set of events, a superset of every dialect's.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::dialect::DialectId;
use crate::tool::{Failed, ToolUse};
use crate::words::Vocabulary;

/// The name of an event, in the internal words which all dialects are mapped to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventName {
    /// A session begins or is resumed.
    SessionStart,
    /// A session (in some products: a turn) has ended.
    SessionEnd,
    /// A person sends an instruction.
    UserPromptSubmit,
    /// A tool is about to run.
    PreToolUse,
    /// A tool ran and returned.
    PostToolUse,
    /// A tool ran and failed.
    PostToolUseFailure,
    /// A person is about to be asked for permission.
    PermissionRequest,
    /// The agent needs the person's attention.
    Notification,
    /// The agent is about to finish.
    Stop,
    /// A helper agent starts.
    SubagentStart,
    /// A helper agent is about to finish.
    SubagentStop,
    /// History is about to be summarised.
    PreCompact,
    /// History was summarised.
    PostCompact,
    /// A task for a helper was created.
    TaskCreated,
    /// A task of a helper was completed.
    TaskCompleted,
    /// A step of a workflow begins.
    WorkflowStepStart,
    /// A step of a workflow has ended.
    WorkflowStepEnd,
    /// A workflow waits for a person.
    WorkflowApprovalRequested,
    /// A workflow reached its end.
    WorkflowCompleted,
    /// A workflow failed.
    WorkflowFailed,
    /// A workflow was cancelled.
    WorkflowCancelled,
    /// An event that only one product knows, under its own name.
    Other(Cow<'static, str>),
}

impl EventName {
    /// The events with a name of their own, in reading order.
    pub const NAMED: [EventName; 21] = [
        EventName::SessionStart,
        EventName::SessionEnd,
        EventName::UserPromptSubmit,
        EventName::PreToolUse,
        EventName::PostToolUse,
        EventName::PostToolUseFailure,
        EventName::PermissionRequest,
        EventName::Notification,
        EventName::Stop,
        EventName::SubagentStart,
        EventName::SubagentStop,
        EventName::PreCompact,
        EventName::PostCompact,
        EventName::TaskCreated,
        EventName::TaskCompleted,
        EventName::WorkflowStepStart,
        EventName::WorkflowStepEnd,
        EventName::WorkflowApprovalRequested,
        EventName::WorkflowCompleted,
        EventName::WorkflowFailed,
        EventName::WorkflowCancelled,
    ];

    /// An event of one product alone, for tables.
    pub const fn other(name: &'static str) -> EventName {
        EventName::Other(Cow::Borrowed(name))
    }

    /// The internal word.
    pub fn as_str(&self) -> &str {
        match self {
            EventName::SessionStart => "SessionStart",
            EventName::SessionEnd => "SessionEnd",
            EventName::UserPromptSubmit => "UserPromptSubmit",
            EventName::PreToolUse => "PreToolUse",
            EventName::PostToolUse => "PostToolUse",
            EventName::PostToolUseFailure => "PostToolUseFailure",
            EventName::PermissionRequest => "PermissionRequest",
            EventName::Notification => "Notification",
            EventName::Stop => "Stop",
            EventName::SubagentStart => "SubagentStart",
            EventName::SubagentStop => "SubagentStop",
            EventName::PreCompact => "PreCompact",
            EventName::PostCompact => "PostCompact",
            EventName::TaskCreated => "TaskCreated",
            EventName::TaskCompleted => "TaskCompleted",
            EventName::WorkflowStepStart => "WorkflowStepStart",
            EventName::WorkflowStepEnd => "WorkflowStepEnd",
            EventName::WorkflowApprovalRequested => "WorkflowApprovalRequested",
            EventName::WorkflowCompleted => "WorkflowCompleted",
            EventName::WorkflowFailed => "WorkflowFailed",
            EventName::WorkflowCancelled => "WorkflowCancelled",
            EventName::Other(name) => name,
        }
    }

    /// The event whose internal word is `word`; any other word becomes [`EventName::Other`].
    pub fn from_word(word: &str) -> EventName {
        let named = EventName::NAMED.into_iter().find(|it| it.as_str() == word);
        named.unwrap_or_else(|| EventName::Other(Cow::Owned(word.to_owned())))
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing that happened, with all that hooks of any dialect may be told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What happened.
    pub name: EventName,
    /// Where and in which session.
    pub session: Session,
    /// The tool call, on events that have one.
    pub tool: Option<ToolUse>,
    /// The person's text, on [`EventName::UserPromptSubmit`].
    pub prompt: Option<String>,
    /// Everything else by its internal name: `source`, `trigger`, `reason`, `message`,
    /// `stop_hook_active`, `last_message`, and whatever a caller adds. A dialect picks what it knows
    /// and gives it its own name.
    pub fields: Map<String, Value>,
    /// How often hooks kept the agent going since the last instruction.
    pub continuations: u32,
    /// The dialect whose words the caller used; `None` when they are ours.
    pub words: Option<DialectId>,
}

/// The session that an event belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// The session's id, as hooks are told.
    pub id: String,
    /// The current folder of the work, absolute.
    pub cwd: PathBuf,
    /// The project's root, absolute; it stays while `cwd` moves.
    pub project: PathBuf,
    /// Where the transcript is written, if it is.
    pub transcript: Option<PathBuf>,
}

impl Event {
    /// An event with nothing but its name and its session.
    pub fn new(name: EventName, session: Session) -> Event {
        Event {
            name,
            session,
            tool: None,
            prompt: None,
            fields: Map::new(),
            continuations: 0,
            words: None,
        }
    }

    /// The words that the caller used for the tool and its input.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.words.unwrap_or(DialectId::Tackle).dialect().vocabulary
    }

    /// Whether the tool ran and failed.
    pub fn tool_failed(&self) -> bool {
        let output = self.tool.as_ref().and_then(|it| it.output.as_ref());
        output.is_some_and(|it| it.failed == Failed::Yes)
    }

    /// The text of a field, if it is there and is text.
    pub fn text_field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }
}
