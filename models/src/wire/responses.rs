//! OpenAI's Responses.
//!
//! Nothing is stored at the server (`store: false`): the conversation is sent whole each time, as on
//! the other wires.

use missions::{Request, Stop, ToolSpec, Usage};
use serde_json::{Value, json};

use super::turns::{Turn, call_id, input, tool_name, turns};
use super::{number, schema, set, text, tools};
use crate::draft::{Arguments, Draft, Progress};
use crate::refusal::Refusal;

/// The server takes no smaller limit.
const SHORTEST_REPLY: u64 = 16;

pub(super) fn body(name: &str, request: Request<'_>) -> Value {
    let mut body = json!({ "model": name, "stream": true, "store": false });
    let system = (!request.system.trim().is_empty()).then(|| request.system.into());
    set(&mut body, "instructions", system);
    let turns = turns(request.messages);
    set(
        &mut body,
        "input",
        Some(turns.iter().flat_map(items).collect()),
    );
    set(&mut body, "tools", tools(request.tools, function));
    let limit = request.max_output_tokens.map(|it| it.max(SHORTEST_REPLY));
    set(&mut body, "max_output_tokens", limit.map(Value::from));
    body
}

/// Not strict, because strict schemas are a dialect of their own, and input is validated by us.
fn function(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "name": spec.name,
        "description": spec.description,
        "parameters": schema(spec),
        "strict": false,
    })
}

fn items(turn: &Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::User { results, texts } => {
            let results = results.iter().map(|it| {
                json!({
                    "type": "function_call_output",
                    "call_id": call_id(it.call),
                    "output": it.text,
                })
            });
            let texts = texts
                .iter()
                .map(|it| json!({ "role": "user", "content": it }));
            results.chain(texts).collect()
        }
        Turn::Assistant { text, calls } => {
            let text = (!text.is_empty()).then(|| json!({ "role": "assistant", "content": text }));
            let calls = calls.iter().map(|it| {
                json!({
                    "type": "function_call",
                    "call_id": call_id(it),
                    "name": tool_name(it),
                    "arguments": input(it).to_string(),
                })
            });
            text.into_iter().chain(calls).collect()
        }
    }
}

pub(super) fn hear(event: &Value, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let index = number(event, "/output_index").unwrap_or_default();
    match text(event, "/type") {
        "response.output_text.delta" => draft.say(text(event, "/delta")),
        "response.refusal.delta" => {
            draft.say(text(event, "/delta"));
            draft.stop = Stop::Refused;
        }
        "response.output_item.added" => hear_item(index, &event["item"], draft),
        "response.function_call_arguments.delta" => draft.call(index).argue(&event["delta"]),
        "response.function_call_arguments.done" => settle(index, &event["arguments"], draft),
        "response.output_item.done" => {
            hear_item(index, &event["item"], draft);
            if text(event, "/item/type") == "function_call" {
                settle(index, &event["item"]["arguments"], draft);
            }
        }
        "response.completed" => close(&event["response"], draft),
        "response.incomplete" => {
            draft.stop = match text(event, "/response/incomplete_details/reason") {
                "content_filter" => Stop::Refused,
                _ => Stop::Length,
            };
            close(&event["response"], draft);
        }
        "response.failed" => {
            let kind = text(event, "/response/error/code");
            let message = text(event, "/response/error/message");
            return Err(Refusal::within(kind.to_owned(), message.to_owned()));
        }
        "error" => {
            let kind = text(event, "/code").to_owned();
            let plain = Refusal::within(kind, text(event, "/message").to_owned());
            let nested = event.get("error").and_then(|_| Refusal::of_event(event));
            return Err(nested.unwrap_or(plain));
        }
        _ if event.get("type").is_none() => return Refusal::of_event(event).map_or(Ok(()), Err),
        _ => {}
    }
    Ok(())
}

/// An item that is a call gets its name; all others come in events of their own.
fn hear_item(index: u64, item: &Value, draft: &mut Draft<'_>) {
    if text(item, "/type") == "function_call" {
        draft
            .call(index)
            .name_it(item["call_id"].as_str(), item["name"].as_str());
    }
}

/// The arguments as a whole, which hold against their pieces.
fn settle(index: u64, arguments: &Value, draft: &mut Draft<'_>) {
    if let Some(arguments) = arguments.as_str().filter(|it| !it.is_empty()) {
        draft.call(index).arguments = Arguments::Text(arguments.to_owned());
    }
}

fn close(response: &Value, draft: &mut Draft<'_>) {
    let said = &response["usage"];
    let cached = number(said, "/input_tokens_details/cached_tokens").unwrap_or_default();
    let input = number(said, "/input_tokens").unwrap_or_default();
    draft.usage = Usage {
        input_tokens: input.saturating_sub(cached),
        output_tokens: number(said, "/output_tokens").unwrap_or_default(),
        cached_tokens: cached,
    };
    draft.reach(Progress::Closed);
}
