//! The four wires: what is sent, and what is heard.
//!
//! A wire is two pure functions. `body` turns a conversation into the JSON that the server wants;
//! `hear` takes one event of the answer and adds it to the draft.

mod anthropic;
mod chat;
mod ollama;
mod responses;
mod turns;

use missions::{Request, ToolSpec};
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::refusal::Refusal;
use crate::server::Server;
use crate::spec::Wire;

/// What closes the stream of chat completions.
const DONE: &str = "[DONE]";

/// Why an event could not be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The server says that something went wrong.
    Refused(Refusal),
    /// It is no JSON.
    NotJson,
}

/// What is sent to ask for a reply.
pub(crate) fn body(server: &Server, request: Request<'_>) -> Value {
    let name = &server.spec.name;
    match server.spec.wire {
        Wire::Anthropic => anthropic::body(name, request),
        Wire::OpenAi => {
            let is_vendors = server.address.is_vendors(Wire::OpenAi);
            chat::body(name, chat::Limit::of(name, is_vendors), request)
        }
        Wire::OpenAiResponses => responses::body(name, request),
        Wire::Ollama => ollama::body(name, server.room, request),
    }
}

/// Adds an event to the draft. What is not known is left out: wires grow.
pub(crate) fn hear(wire: Wire, event: &str, draft: &mut Draft<'_>) -> Result<(), Trouble> {
    if event.trim() == DONE {
        draft.reach(crate::draft::Progress::Closed);
        return Ok(());
    }
    let event: Value = serde_json::from_str(event).map_err(|_| Trouble::NotJson)?;
    let heard = match wire {
        Wire::Anthropic => anthropic::hear(&event, draft),
        Wire::OpenAi => chat::hear(&event, draft),
        Wire::OpenAiResponses => responses::hear(&event, draft),
        Wire::Ollama => ollama::hear(&event, draft),
    };
    heard.map_err(Trouble::Refused)
}

/// Whether this is a whole event rather than the first half of one.
pub(crate) fn is_whole(event: &str) -> bool {
    event.trim() == DONE || serde_json::from_str::<serde_json::Value>(event).is_ok()
}

/// The text at a path, empty where there is none.
fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The number at a path, if there is one.
fn number(value: &Value, pointer: &str) -> Option<u64> {
    value.pointer(pointer).and_then(Value::as_u64)
}

/// Sets a field only where there is something to say.
fn set(body: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        body[name] = value;
    }
}

/// The tools, each in the wire's own shape; `None` where there are none, since an empty list is
/// refused.
fn tools(specs: &[ToolSpec], shape: impl FnMut(&ToolSpec) -> Value) -> Option<Value> {
    (!specs.is_empty()).then(|| specs.iter().map(shape).collect())
}

/// The schema of a tool's input as all servers take it: an object whose properties are listed,
/// without alternatives at its root. What is left out here is still demanded of the input, by us.
fn schema(spec: &ToolSpec) -> Value {
    let mut schema = spec.input_schema.as_object().cloned().unwrap_or_default();
    schema.retain(|name, _| !matches!(name.as_str(), "anyOf" | "oneOf" | "allOf"));
    schema.entry("type").or_insert_with(|| "object".into());
    schema.entry("properties").or_insert_with(|| json!({}));
    Value::Object(schema)
}

/// A tool in the shape that chat completions and Ollama share.
fn function(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": schema(spec),
        },
    })
}
