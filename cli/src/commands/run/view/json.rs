//! A mission as JSON lines.

use std::io::Write;
use std::sync::PoisonError;

use missions::{Scene, Shown, Success, View};
use serde_json::{Value, json};

use crate::render;
use crate::wire::missions::person::Output;

/// Writes one object a line, each at once, so that whoever reads along sees it.
pub(super) struct JsonView {
    out: Output,
}

impl JsonView {
    pub(super) fn new(out: Output) -> JsonView {
        JsonView { out }
    }
}

impl std::fmt::Debug for JsonView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JsonView")
    }
}

impl View for JsonView {
    fn show(&self, shown: Shown<'_>, scene: &Scene) {
        let Some(mut line) = line(&shown) else {
            return;
        };
        if let Some(helper) = &scene.helper {
            line["helper"] = json!({ "id": helper.id, "agent": helper.agent });
        }
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // The mission goes on although nobody reads along any more.
        let _ = render::json_line(&mut *out, &line).and_then(|()| out.flush());
    }
}

/// Pieces of words are left out: the whole message follows.
fn line(shown: &Shown<'_>) -> Option<Value> {
    Some(match shown {
        Shown::Words(_) => return None,
        Shown::Message(text) => json!({ "type": "message", "role": "assistant", "text": text }),
        Shown::ToolStarted {
            call_id,
            tool,
            input,
        } => {
            json!({ "type": "tool", "status": "started", "id": call_id, "tool": tool, "input": input })
        }
        Shown::ToolEnded {
            call_id,
            tool,
            result,
            refused_by,
            took,
        } => {
            let status = match (refused_by, result.success) {
                (Some(_), _) => "refused",
                (None, Success::Yes) => "done",
                (None, Success::No) => "failed",
            };
            json!({
                "type": "tool",
                "status": status,
                "id": call_id,
                "tool": tool,
                "text": result.text,
                "summary": result.summary,
                "refused_by": refused_by,
                "duration_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            })
        }
        Shown::Hook(line) => {
            json!({ "type": "hook", "event": line.event, "tool": line.tool, "run": line.run })
        }
        Shown::Note(text) => json!({ "type": "event", "event": "note", "text": text }),
        Shown::Approval { tool, answer } => {
            json!({ "type": "approval", "tool": tool, "answer": answer })
        }
        Shown::Retry { reason, wait } => json!({
            "type": "event",
            "event": "retry",
            "reason": reason,
            "wait_ms": u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
        }),
        Shown::Judged { round, met, reason } => json!({
            "type": "event", "event": "judged", "round": round, "met": met, "reason": reason,
        }),
        Shown::Helper { begun, text } => {
            let event = if *begun {
                "helper-started"
            } else {
                "helper-ended"
            };
            json!({ "type": "event", "event": event, "text": text })
        }
        Shown::Compacted(messages) => {
            json!({ "type": "event", "event": "compacted", "messages": messages })
        }
    })
}
