//! What a hook is told: the object on standard input, and the environment.
//!
//! Keys stand in the order in which the real host writes them.

use std::ffi::OsString;

use serde_json::{Map, Value, json};

use crate::dialect::{Environment, Telling};
use crate::event::{Event, EventName};
use crate::handler::PluginFolders;
use crate::tool::{Tool, ToolUse};
use crate::words::{Shown, shown};

/// The events that tell the permission mode.
const WITH_MODE: [&str; 13] = [
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Stop",
    "SubagentStop",
    "TaskCreated",
    "TaskCompleted",
    "TeammateIdle",
];

/// The events that tell the effort.
const WITH_EFFORT: [&str; 8] = [
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Stop",
    "SubagentStop",
];

/// The object on standard input.
pub(crate) fn payload(telling: &Telling<'_>) -> Map<String, Value> {
    let mut payload = common(telling);
    let facts = Facts {
        event: telling.event,
        call: telling.event.tool.as_ref(),
        shown: shown(telling.vocabulary, telling.event),
    };
    let word = telling.event_rules.word;
    for key in keys(word) {
        if let Some(value) = facts.value(key) {
            payload.insert((*key).to_owned(), value);
        }
    }
    if word.starts_with("Workflow") {
        for (key, value) in &telling.event.fields {
            payload.entry(key.as_str()).or_insert_with(|| value.clone());
        }
    }
    payload
}

/// What every event tells. The transcript's path is always there; it is empty where none is written.
fn common(telling: &Telling<'_>) -> Map<String, Value> {
    let event = telling.event;
    let session = &event.session;
    let word = telling.event_rules.word;
    let transcript = session.transcript.as_deref().unwrap_or("".as_ref());
    let mut payload = Map::new();
    let mut put = |key: &str, value: Value| payload.insert(key.to_owned(), value);
    put("session_id", json!(session.id));
    put("transcript_path", json!(transcript.to_string_lossy()));
    put("cwd", json!(session.cwd.to_string_lossy()));
    let optional = [
        ("prompt_id", true),
        ("permission_mode", WITH_MODE.contains(&word)),
        ("agent_id", true),
        ("agent_type", true),
        ("effort", WITH_EFFORT.contains(&word)),
        ("scratchpad_dir", true),
    ];
    let told = optional.into_iter().filter(|(_, is_told)| *is_told);
    for (key, _) in told {
        if let Some(value) = event.fields.get(key) {
            put(key, value.clone());
        }
    }
    put("hook_event_name", json!(word));
    payload
}

/// The keys of an event's own part, in order.
fn keys(word: &str) -> &'static [&'static str] {
    match word {
        "SessionStart" => &[
            "source",
            "model",
            "session_title",
            "seconds_since_last_response",
            "context_tokens",
            "prompt_cache_likely_expired",
            "estimated_cache_write_usd",
        ],
        "Setup" => &["trigger"],
        "InstructionsLoaded" => &[
            "file_path",
            "memory_type",
            "load_reason",
            "globs",
            "trigger_file_path",
            "parent_file_path",
        ],
        "UserPromptSubmit" => &["prompt", "session_title"],
        "UserPromptExpansion" => &[
            "expansion_type",
            "command_name",
            "command_args",
            "command_source",
            "prompt",
        ],
        "MessageDisplay" => &["turn_id", "message_id", "index", "final", "delta"],
        "PreToolUse" => &["tool_name", "tool_input", "tool_use_id", "mcp_server"],
        "PermissionRequest" => &["tool_name", "tool_input", "permission_suggestions"],
        "PermissionDenied" => &["tool_name", "tool_input", "tool_use_id", "reason"],
        "PostToolUse" => &[
            "tool_name",
            "tool_input",
            "tool_response",
            "tool_use_id",
            "duration_ms",
        ],
        "PostToolUseFailure" => &[
            "tool_name",
            "tool_input",
            "tool_use_id",
            "error",
            "is_interrupt",
            "duration_ms",
        ],
        "PostToolBatch" => &["tool_calls"],
        "Notification" => &["message", "title", "notification_type"],
        "SubagentStop" => &[
            "stop_hook_active",
            "agent_transcript_path",
            "last_assistant_message",
            "background_tasks",
            "session_crons",
        ],
        "Stop" => &[
            "stop_hook_active",
            "last_assistant_message",
            "background_tasks",
            "session_crons",
        ],
        _ => rare_keys(word),
    }
}

/// The same, of the events that few hooks wait for.
fn rare_keys(word: &str) -> &'static [&'static str] {
    match word {
        "TaskCreated" | "TaskCompleted" => &[
            "task_id",
            "task_subject",
            "task_description",
            "teammate_name",
            "team_name",
        ],
        "StopFailure" => &["error", "error_details", "last_assistant_message"],
        "TeammateIdle" => &["teammate_name", "team_name"],
        "ConfigChange" => &["source", "file_path"],
        "CwdChanged" => &["old_cwd", "new_cwd"],
        "DirectoryAdded" => &["directory", "source"],
        "FileChanged" => &["file_path", "event"],
        "WorktreeCreate" => &["name"],
        "WorktreeRemove" => &["worktree_path"],
        "PreCompact" => &["trigger", "custom_instructions"],
        "PostCompact" => &["trigger", "compact_summary"],
        "PreModelSwitch" | "PostModelSwitch" => &[
            "from_model",
            "to_model",
            "requested_model",
            "source",
            "context_tokens",
            "prompt_cache_warm",
            "cache_ttl",
            "estimated_cache_write_usd",
            "pricing",
        ],
        "Elicitation" => &[
            "mcp_server_name",
            "message",
            "mode",
            "url",
            "elicitation_id",
            "requested_schema",
        ],
        "ElicitationResult" => &[
            "mcp_server_name",
            "action",
            "mode",
            "elicitation_id",
            "content",
        ],
        "SessionEnd" => &["reason"],
        _ => &[],
    }
}

/// Where the values come from.
struct Facts<'a> {
    event: &'a Event,
    call: Option<&'a ToolUse>,
    shown: Option<Shown<'a>>,
}

impl Facts<'_> {
    fn value(&self, key: &str) -> Option<Value> {
        let field = || self.event.fields.get(key).cloned();
        match key {
            "tool_name" => self.shown.as_ref().map(|it| json!(it.name)),
            "tool_input" => self.shown.as_ref().map(|it| json!(it.input)),
            "tool_use_id" => self.call?.call_id.as_ref().map(|it| json!(it)),
            "tool_response" => self.response(),
            "error" => field().or_else(|| Some(json!(self.call?.output.as_ref()?.text()))),
            "prompt" => self
                .event
                .prompt
                .as_ref()
                .map(|it| json!(it))
                .or_else(field),
            "stop_hook_active" => field().or_else(|| Some(json!(self.event.continuations > 0))),
            "last_assistant_message" => self
                .event
                .fields
                .get("last_message")
                .cloned()
                .or_else(field),
            "background_tasks" | "session_crons" => field().or_else(|| Some(json!([]))),
            "custom_instructions" | "requested_model" => field().or(Some(Value::Null)),
            _ => field(),
        }
    }

    /// What the tool returned. Text of a shell becomes the object that hooks on `Bash` look into.
    fn response(&self) -> Option<Value> {
        let output = self.call?.output.as_ref()?;
        let is_shell = self.shown.as_ref().and_then(|it| it.tool) == Some(&Tool::Shell);
        match &output.value {
            Value::String(text) if is_shell => Some(json!({
                "stdout": text,
                "stderr": "",
                "interrupted": false,
                "isImage": false,
            })),
            value => Some(value.clone()),
        }
    }
}

/// The variables of a hook.
///
/// Those that say which program this is (`CLAUDECODE`, `AI_AGENT`, `CLAUDE_CODE_ENTRYPOINT`,
/// `CLAUDE_CODE_CHILD_SESSION`) are not set: it is not Claude Code, and `CLAUDECODE` would keep a
/// `claude` that the hook starts from working.
pub(crate) fn environment(telling: &Telling<'_>) -> Environment {
    let session = &telling.event.session;
    let mut set: Vec<(String, OsString)> = vec![
        (
            "CLAUDE_PROJECT_DIR".to_owned(),
            session.project.clone().into(),
        ),
        (
            "CLAUDE_CODE_SESSION_ID".to_owned(),
            session.id.clone().into(),
        ),
    ];
    set.extend(effort(telling).map(|it| ("CLAUDE_EFFORT".to_owned(), it)));
    set.extend(env_file(telling.event).map(|it| ("CLAUDE_ENV_FILE".to_owned(), it)));
    set.extend(plugin_variables(telling.plugin));
    Environment {
        base: telling.rules.environment,
        set,
    }
}

fn effort(telling: &Telling<'_>) -> Option<OsString> {
    let is_told = WITH_EFFORT.contains(&telling.event_rules.word);
    let effort = telling.event.fields.get("effort").filter(|_| is_told)?;
    effort.get("level")?.as_str().map(OsString::from)
}

/// The file whose lines later commands of the session start with, if the caller keeps one.
fn env_file(event: &Event) -> Option<OsString> {
    let takes_one = event.name == EventName::SessionStart
        || ["Setup", "CwdChanged", "FileChanged"].contains(&event.name.as_str());
    let file = event.text_field("env_file").filter(|_| takes_one)?;
    Some(file.into())
}

/// The folders of the plugin that a hook belongs to.
pub(crate) fn plugin_variables(
    plugin: Option<&PluginFolders>,
) -> impl Iterator<Item = (String, OsString)> {
    let root = plugin.map(|it| ("CLAUDE_PLUGIN_ROOT".to_owned(), it.root.clone().into()));
    let data = plugin.and_then(|it| it.data.clone());
    let data = data.map(|it| ("CLAUDE_PLUGIN_DATA".to_owned(), it.into()));
    root.into_iter().chain(data)
}
