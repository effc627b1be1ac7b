//! The keys of each event's own part, in the order of the real host.

/// The keys of an event, in order.
pub(super) fn keys(word: &str) -> &'static [&'static str] {
    let row = KEYS.iter().find(|(it, _)| *it == word);
    row.map_or(&[], |(_, keys)| *keys)
}

const MODEL_SWITCH: &[&str] = &[
    "from_model",
    "to_model",
    "requested_model",
    "source",
    "context_tokens",
    "prompt_cache_warm",
    "cache_ttl",
    "estimated_cache_write_usd",
    "pricing",
];

const TASK: &[&str] = &[
    "task_id",
    "task_subject",
    "task_description",
    "teammate_name",
    "team_name",
];

static KEYS: [(&str, &[&str]); 32] = [
    (
        "SessionStart",
        &[
            "source",
            "model",
            "session_title",
            "seconds_since_last_response",
            "context_tokens",
            "prompt_cache_likely_expired",
            "estimated_cache_write_usd",
        ],
    ),
    ("Setup", &["trigger"]),
    (
        "InstructionsLoaded",
        &[
            "file_path",
            "memory_type",
            "load_reason",
            "globs",
            "trigger_file_path",
            "parent_file_path",
        ],
    ),
    ("UserPromptSubmit", &["prompt", "session_title"]),
    (
        "UserPromptExpansion",
        &[
            "expansion_type",
            "command_name",
            "command_args",
            "command_source",
            "prompt",
        ],
    ),
    (
        "MessageDisplay",
        &["turn_id", "message_id", "index", "final", "delta"],
    ),
    (
        "PreToolUse",
        &["tool_name", "tool_input", "tool_use_id", "mcp_server"],
    ),
    (
        "PermissionRequest",
        &["tool_name", "tool_input", "permission_suggestions"],
    ),
    (
        "PermissionDenied",
        &["tool_name", "tool_input", "tool_use_id", "reason"],
    ),
    (
        "PostToolUse",
        &[
            "tool_name",
            "tool_input",
            "tool_response",
            "tool_use_id",
            "duration_ms",
        ],
    ),
    (
        "PostToolUseFailure",
        &[
            "tool_name",
            "tool_input",
            "tool_use_id",
            "error",
            "is_interrupt",
            "duration_ms",
        ],
    ),
    ("PostToolBatch", &["tool_calls"]),
    ("Notification", &["message", "title", "notification_type"]),
    (
        "SubagentStop",
        &[
            "stop_hook_active",
            "agent_transcript_path",
            "last_assistant_message",
            "background_tasks",
            "session_crons",
        ],
    ),
    (
        "Stop",
        &[
            "stop_hook_active",
            "last_assistant_message",
            "background_tasks",
            "session_crons",
        ],
    ),
    ("TaskCreated", TASK),
    ("TaskCompleted", TASK),
    (
        "StopFailure",
        &["error", "error_details", "last_assistant_message"],
    ),
    ("TeammateIdle", &["teammate_name", "team_name"]),
    ("ConfigChange", &["source", "file_path"]),
    ("CwdChanged", &["old_cwd", "new_cwd"]),
    ("DirectoryAdded", &["directory", "source"]),
    ("FileChanged", &["file_path", "event"]),
    ("WorktreeCreate", &["name"]),
    ("WorktreeRemove", &["worktree_path"]),
    ("PreCompact", &["trigger", "custom_instructions"]),
    ("PostCompact", &["trigger", "compact_summary"]),
    ("PreModelSwitch", MODEL_SWITCH),
    ("PostModelSwitch", MODEL_SWITCH),
    (
        "Elicitation",
        &[
            "mcp_server_name",
            "message",
            "mode",
            "url",
            "elicitation_id",
            "requested_schema",
        ],
    ),
    (
        "ElicitationResult",
        &[
            "mcp_server_name",
            "action",
            "mode",
            "elicitation_id",
            "content",
        ],
    ),
    ("SessionEnd", &["reason"]),
];
