//! What a hook is told on standard input.
//!
//! Keys stand in the order in which the real host writes them.

use serde_json::{Map, Value, json};

use crate::dialect::Telling;
use crate::event::Event;
use crate::tool::{Tool, ToolUse};
use crate::words::{Shown, shown};

use super::keys::keys;

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
pub(super) const WITH_EFFORT: [&str; 8] = [
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
