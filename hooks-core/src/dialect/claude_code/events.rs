//! What Claude Code rules about each of its 33 events, and what Neo and we add to them.
//!
//! Where the sources differ the newer page of the vendor counts before the observed version 2.1.197,
//! and that before older pages.

use crate::event::EventName;
use crate::handler::HandlerKind;
use crate::rules::{Awaited, BlockEffect, EventRules, Silence, Subject};

/// What is told of a tool call.
const fn tool(event: EventName, word: &'static str) -> EventRules {
    EventRules::plain(event, word).on(Subject::Tool)
}

/// An event of Claude Code alone.
const fn other(word: &'static str) -> EventRules {
    EventRules::plain(EventName::other(word), word)
}

pub(crate) const SESSION_START: EventRules =
    EventRules::plain(EventName::SessionStart, "SessionStart")
        .block(BlockEffect::Warned)
        .takes_context()
        .text_is_context()
        .on(Subject::Field("source"));

/// The older page takes context and shows an exit 2; the newer one says that nothing is read.
pub(crate) const SETUP: EventRules = other("Setup").on(Subject::Field("trigger"));

pub(crate) const INSTRUCTIONS_LOADED: EventRules = other("InstructionsLoaded")
    .on(Subject::Field("load_reason"))
    .awaited(Awaited::No);

pub(crate) const USER_PROMPT_SUBMIT: EventRules =
    EventRules::plain(EventName::UserPromptSubmit, "UserPromptSubmit")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .takes_context()
        .text_is_context()
        .fails_closed();

pub(crate) const USER_PROMPT_EXPANSION: EventRules = other("UserPromptExpansion")
    .block(BlockEffect::Refuses)
    .json_blocks()
    .takes_context()
    .text_is_context()
    .on(Subject::Field("command_name"));

pub(crate) const MESSAGE_DISPLAY: EventRules = other("MessageDisplay");

pub(crate) const PRE_TOOL_USE: EventRules = tool(EventName::PreToolUse, "PreToolUse")
    .block(BlockEffect::Refuses)
    .json_blocks()
    .takes_context()
    .fails_closed();

/// Exit 2 is not honoured and neither is a top-level word: only the `decision` object of
/// `hookSpecificOutput` counts, which the dialect reads itself.
pub(crate) const PERMISSION_REQUEST: EventRules =
    tool(EventName::PermissionRequest, "PermissionRequest")
        .block(BlockEffect::Refuses)
        .only_json_blocks();

pub(crate) const PERMISSION_DENIED: EventRules =
    tool(EventName::other("PermissionDenied"), "PermissionDenied");

pub(crate) const POST_TOOL_USE: EventRules = tool(EventName::PostToolUse, "PostToolUse")
    .block(BlockEffect::Feedback)
    .json_blocks()
    .takes_context();

pub(crate) const POST_TOOL_USE_FAILURE: EventRules =
    tool(EventName::PostToolUseFailure, "PostToolUseFailure")
        .block(BlockEffect::Feedback)
        .takes_context();

/// A block stops the loop before the next request to the model.
pub(crate) const POST_TOOL_BATCH: EventRules = other("PostToolBatch")
    .block(BlockEffect::Refuses)
    .json_blocks()
    .takes_context();

pub(crate) const NOTIFICATION: EventRules =
    EventRules::plain(EventName::Notification, "Notification")
        .on(Subject::Field("notification_type"));

pub(crate) const SUBAGENT_START: EventRules =
    EventRules::plain(EventName::SubagentStart, "SubagentStart")
        .block(BlockEffect::Warned)
        .takes_context()
        .on(Subject::Field("agent_type"));

pub(crate) const SUBAGENT_STOP: EventRules =
    EventRules::plain(EventName::SubagentStop, "SubagentStop")
        .block(BlockEffect::KeepsGoing)
        .json_blocks()
        .context_keeps_going()
        .on(Subject::Field("agent_type"));

pub(crate) const TASK_CREATED: EventRules =
    EventRules::plain(EventName::TaskCreated, "TaskCreated")
        .block(BlockEffect::Refuses)
        .json_blocks();

pub(crate) const TASK_COMPLETED: EventRules =
    EventRules::plain(EventName::TaskCompleted, "TaskCompleted").block(BlockEffect::Refuses);

pub(crate) const STOP: EventRules = EventRules::plain(EventName::Stop, "Stop")
    .block(BlockEffect::KeepsGoing)
    .json_blocks()
    .context_keeps_going();

pub(crate) const STOP_FAILURE: EventRules = other("StopFailure").on(Subject::Field("error"));

pub(crate) const TEAMMATE_IDLE: EventRules = other("TeammateIdle").block(BlockEffect::KeepsGoing);

/// A change of managed policy cannot be refused.
pub(crate) const CONFIG_CHANGE: EventRules = other("ConfigChange")
    .block(BlockEffect::RefusesBelowPolicy)
    .json_blocks()
    .on(Subject::Field("source"));

pub(crate) const CWD_CHANGED: EventRules = other("CwdChanged").block(BlockEffect::Warned);

pub(crate) const DIRECTORY_ADDED: EventRules = other("DirectoryAdded")
    .on(Subject::Field("source"))
    .awaited(Awaited::No);

/// The matcher is tested on the last part of the path, which whoever raises the event gives as
/// `file_name`.
pub(crate) const FILE_CHANGED: EventRules = other("FileChanged")
    .block(BlockEffect::Warned)
    .on(Subject::Field("file_name"));

pub(crate) const WORKTREE_CREATE: EventRules = other("WorktreeCreate")
    .block(BlockEffect::Refuses)
    .silence(Silence::FailureRefuses);

/// A refusal counts while the folder is still there; who removes it looks.
pub(crate) const WORKTREE_REMOVE: EventRules = other("WorktreeRemove").block(BlockEffect::Refuses);

pub(crate) const PRE_COMPACT: EventRules = EventRules::plain(EventName::PreCompact, "PreCompact")
    .block(BlockEffect::Refuses)
    .json_blocks()
    .on(Subject::Field("trigger"));

pub(crate) const POST_COMPACT: EventRules =
    EventRules::plain(EventName::PostCompact, "PostCompact")
        .block(BlockEffect::Warned)
        .on(Subject::Field("trigger"));

pub(crate) const PRE_MODEL_SWITCH: EventRules = other("PreModelSwitch")
    .silence(Silence::TimeoutRefuses)
    .block(BlockEffect::Refuses)
    .json_blocks()
    .on(Subject::Field("to_model"));

pub(crate) const POST_MODEL_SWITCH: EventRules = other("PostModelSwitch")
    .block(BlockEffect::Warned)
    .takes_context()
    .text_is_context()
    .on(Subject::Field("to_model"));

/// A refusal in JSON is an `action`, which the dialect reads itself; so is that of its neighbour.
pub(crate) const ELICITATION: EventRules = other("Elicitation")
    .block(BlockEffect::Refuses)
    .on(Subject::Field("mcp_server_name"));

pub(crate) const ELICITATION_RESULT: EventRules = other("ElicitationResult")
    .block(BlockEffect::Refuses)
    .on(Subject::Field("mcp_server_name"));

pub(crate) const SESSION_END: EventRules = EventRules::plain(EventName::SessionEnd, "SessionEnd")
    .block(BlockEffect::Warned)
    .on(Subject::Field("reason"));

/// An event in the life of a workflow [NEO-38]. Hooks look on; the matcher names the workflow.
pub(crate) const fn workflow(event: EventName, word: &'static str) -> EventRules {
    EventRules::plain(event, word)
        .block(BlockEffect::Warned)
        .on(Subject::Field("workflow"))
}

/// The rules of Claude Code's events, each passed through a function, and then some more.
macro_rules! claude_events {
    ($adjust:path $(, $more:expr)* $(,)?) => {{
        use $crate::dialect::claude_code::events::*;
        [
            $adjust(SESSION_START), $adjust(SETUP), $adjust(INSTRUCTIONS_LOADED),
            $adjust(USER_PROMPT_SUBMIT), $adjust(USER_PROMPT_EXPANSION), $adjust(MESSAGE_DISPLAY),
            $adjust(PRE_TOOL_USE), $adjust(PERMISSION_REQUEST), $adjust(PERMISSION_DENIED),
            $adjust(POST_TOOL_USE), $adjust(POST_TOOL_USE_FAILURE), $adjust(POST_TOOL_BATCH),
            $adjust(NOTIFICATION), $adjust(SUBAGENT_START), $adjust(SUBAGENT_STOP),
            $adjust(TASK_CREATED), $adjust(TASK_COMPLETED), $adjust(STOP), $adjust(STOP_FAILURE),
            $adjust(TEAMMATE_IDLE), $adjust(CONFIG_CHANGE), $adjust(CWD_CHANGED),
            $adjust(DIRECTORY_ADDED), $adjust(FILE_CHANGED), $adjust(WORKTREE_CREATE),
            $adjust(WORKTREE_REMOVE), $adjust(PRE_COMPACT), $adjust(POST_COMPACT),
            $adjust(PRE_MODEL_SWITCH), $adjust(POST_MODEL_SWITCH), $adjust(ELICITATION),
            $adjust(ELICITATION_RESULT), $adjust(SESSION_END),
            $($more),*
        ]
    }};
}
/// The same, and the six events of a workflow.
macro_rules! claude_and_workflow_events {
    ($adjust:path) => {
        $crate::dialect::claude_code::events::claude_events!(
            $adjust,
            $adjust(workflow(EventName::WorkflowStepStart, "WorkflowStepStart")),
            $adjust(workflow(EventName::WorkflowStepEnd, "WorkflowStepEnd")),
            $adjust(workflow(
                EventName::WorkflowApprovalRequested,
                "WorkflowApprovalRequested"
            )),
            $adjust(workflow(EventName::WorkflowCompleted, "WorkflowCompleted")),
            $adjust(workflow(EventName::WorkflowFailed, "WorkflowFailed")),
            $adjust(workflow(EventName::WorkflowCancelled, "WorkflowCancelled")),
        )
    };
}
pub(crate) use {claude_and_workflow_events, claude_events};

const COMMAND_AND_MCP: &[HandlerKind] = &[HandlerKind::Command, HandlerKind::McpTool];
const NO_MODEL: &[HandlerKind] = &[
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::McpTool,
];
/// Every kind that Claude Code knows.
pub(crate) const ALL_KINDS: &[HandlerKind] = &[
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::McpTool,
    HandlerKind::Prompt,
    HandlerKind::Agent,
];

/// The kinds of handler that an event takes.
pub(crate) fn kinds(word: &str) -> &'static [HandlerKind] {
    match word {
        "SessionStart" | "Setup" => COMMAND_AND_MCP,
        "UserPromptSubmit"
        | "UserPromptExpansion"
        | "PreToolUse"
        | "PermissionRequest"
        | "PermissionDenied"
        | "PostToolUse"
        | "PostToolUseFailure"
        | "PostToolBatch"
        | "SubagentStop"
        | "TaskCreated"
        | "TaskCompleted"
        | "Stop"
        | "TeammateIdle" => ALL_KINDS,
        _ => NO_MODEL,
    }
}

/// Whether `if` is tested on an event; elsewhere a handler with an `if` never runs.
pub(crate) fn tests_conditions(word: &str) -> bool {
    let words = [
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "PermissionDenied",
    ];
    words.contains(&word)
}
