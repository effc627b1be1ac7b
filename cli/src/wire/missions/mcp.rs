//! Hooks of type `mcp_tool`: a tool of a server that runs for the mission.

use std::sync::Arc;
use std::time::Instant;

use hooks_core::{Action, Ended, HandlerKind, HookBackend, HookCall, Output, RawReply};
use mcp_tools::Servers;
use missions::Success;
use serde_json::Value;
use stdx::{Pending, Timer};

/// Runs hooks on the mission's servers.
#[derive(Debug)]
pub(super) struct McpBackend {
    pub(super) servers: Arc<Servers>,
    pub(super) timer: Arc<dyn Timer>,
}

impl McpBackend {
    async fn reply(&self, call: &HookCall<'_>) -> RawReply {
        let Action::McpTool(action) = &call.handler.action else {
            return RawReply::not_started("this is no hook of an MCP tool", None);
        };
        let event = serde_json::from_slice(&call.stdin).unwrap_or(Value::Null);
        let input = filled(&Value::Object(action.input.clone()), &event);
        let input = input.as_object().cloned().unwrap_or_default();
        let asked = self
            .servers
            .call((&action.server, &action.tool), &input, &call.cancel);
        tokio::select! {
            outcome = asked => match outcome {
                Ok(outcome) => RawReply {
                    stdout: Output::whole(outcome.text.into_bytes()),
                    ..RawReply::of(Ended::Exit(match outcome.success {
                        Success::Yes => 0,
                        // An error of the tool is a failure of the hook, not a no.
                        Success::No => 1,
                    }))
                },
                Err(error) => RawReply::not_started(error.to_string(), None),
            },
            () = self.timer.sleep(call.timeout) => RawReply::of(Ended::TimedOut),
        }
    }
}

/// Texts of the input may name fields of the event: `${tool_input.file_path}`.
fn filled(value: &Value, event: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(filled_text(text, event)),
        Value::Array(items) => items.iter().map(|it| filled(it, event)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, it)| (key.clone(), filled(it, event)))
            .collect(),
        other => other.clone(),
    }
}

fn filled_text(text: &str, event: &Value) -> String {
    let mut res = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let Some(end) = rest[at..].find('}') else {
            break;
        };
        res.push_str(&rest[..at]);
        let path = &rest[at + 2..at + end];
        let found = path.split('.').try_fold(event, |it, key| it.get(key));
        match found {
            Some(Value::String(text)) => res.push_str(text),
            Some(Value::Null) | None => {}
            Some(other) => res.push_str(&other.to_string()),
        }
        rest = &rest[at + end + 1..];
    }
    res.push_str(rest);
    res
}

impl HookBackend for McpBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::McpTool
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let started = now();
            let reply = self.reply(&call).await;
            RawReply {
                took: started.elapsed(),
                ..reply
            }
        })
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the time of a run is shown and decides nothing"
)]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::filled;

    #[test]
    fn the_input_may_name_fields_of_the_event() {
        let event = json!({ "tool_input": { "file_path": "a.rs", "n": 3 } });
        let input =
            json!({ "path": "${tool_input.file_path}", "text": "n=${tool_input.n} ${gone}." });
        let expected = json!({ "path": "a.rs", "text": "n=3 ." });
        assert_eq!(filled(&input, &event), expected);
    }
}
