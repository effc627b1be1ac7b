//! Anthropic's Messages.
//!
//! Thinking is not asked for: it would have to be given back, signed, with the next request.

use missions::{Request, Stop, Success, Usage};
use serde_json::{Value, json};

use super::turns::{Answer, Turn, call_id, input, tool_name, turns};
use super::{number, schema, set, text, tools};
use crate::draft::{Draft, Progress};
use crate::known;
use crate::refusal::Refusal;

/// Marks how far the next request will be the same, so that it costs a tenth.
fn cached() -> Value {
    json!({ "type": "ephemeral" })
}

pub(super) fn body(name: &str, request: Request<'_>) -> Value {
    let reply = request.max_output_tokens;
    let mut body = json!({
        "model": name,
        "max_tokens": reply.unwrap_or_else(|| known::reply_tokens(name)),
        "stream": true,
    });
    // Tools come before the system prompt in what is cached, so one mark covers both.
    let system = (!request.system.trim().is_empty())
        .then(|| json!([{ "type": "text", "text": request.system, "cache_control": cached() }]));
    set(&mut body, "system", system);
    set(&mut body, "messages", Some(messages(request)));
    let tools = tools(request.tools, |it| {
        json!({
            "name": it.name,
            "description": it.description,
            "input_schema": schema(it),
        })
    });
    set(&mut body, "tools", tools);
    body
}

fn messages(request: Request<'_>) -> Value {
    let turns = turns(request.messages);
    let mut messages: Vec<Value> = turns.iter().map(message).collect();
    // The last block of the last message: everything before it comes again with the next request.
    let content = messages
        .last_mut()
        .and_then(|it| it["content"].as_array_mut());
    if let Some(last) = content.and_then(|it| it.last_mut()) {
        last["cache_control"] = cached();
    }
    Value::Array(messages)
}

fn message(turn: &Turn<'_>) -> Value {
    match turn {
        Turn::User { results, texts } => {
            let results = results.iter().map(result);
            let texts = texts.iter().map(|it| block(it));
            json!({ "role": "user", "content": results.chain(texts).collect::<Value>() })
        }
        Turn::Assistant { text, calls } => {
            let text = (!text.is_empty()).then(|| block(text));
            let calls = calls.iter().map(|it| {
                json!({
                    "type": "tool_use",
                    "id": call_id(it),
                    "name": tool_name(it),
                    "input": input(it),
                })
            });
            let content = text.into_iter().chain(calls);
            json!({ "role": "assistant", "content": content.collect::<Value>() })
        }
    }
}

fn block(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn result(answer: &Answer<'_>) -> Value {
    let mut block = json!({
        "type": "tool_result",
        "tool_use_id": call_id(answer.call),
        "content": answer.text,
    });
    if answer.success == Success::No {
        block["is_error"] = Value::Bool(true);
    }
    block
}

pub(super) fn hear(event: &Value, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let index = number(event, "/index").unwrap_or_default();
    match text(event, "/type") {
        "message_start" => count(event.pointer("/message/usage"), &mut draft.usage),
        "content_block_start" => begin(index, &event["content_block"], draft),
        "content_block_delta" => go_on(index, &event["delta"], draft),
        "message_delta" => {
            count(event.get("usage"), &mut draft.usage);
            if let Some(reason) = event.pointer("/delta/stop_reason").and_then(Value::as_str) {
                draft.stop = stop(reason);
                draft.reach(Progress::Whole);
            }
        }
        "message_stop" => draft.reach(Progress::Closed),
        "error" | "" => return Refusal::of_event(event).map_or(Ok(()), Err),
        _ => {}
    }
    Ok(())
}

fn begin(index: u64, block: &Value, draft: &mut Draft<'_>) {
    match text(block, "/type") {
        "text" => draft.say(text(block, "/text")),
        "tool_use" => {
            let call = draft.begin_call(index);
            call.name_it(block["id"].as_str(), block["name"].as_str());
            // It is empty where pieces follow, and whole where a server sends no pieces.
            if block["input"].as_object().is_some_and(|it| !it.is_empty()) {
                call.argue(&block["input"]);
            }
        }
        _ => {}
    }
}

fn go_on(index: u64, delta: &Value, draft: &mut Draft<'_>) {
    match text(delta, "/type") {
        "text_delta" => draft.say(text(delta, "/text")),
        "input_json_delta" => draft.call(index).argue(&delta["partial_json"]),
        _ => {}
    }
}

fn stop(reason: &str) -> Stop {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Refused,
        _ => Stop::End,
    }
}

/// Counts are told twice, and the later ones hold. Writing a cache is paid like other input.
fn count(said: Option<&Value>, usage: &mut Usage) {
    let Some(said) = said else {
        return;
    };
    if let Some(fresh) = number(said, "/input_tokens") {
        let written = number(said, "/cache_creation_input_tokens").unwrap_or_default();
        usage.input_tokens = fresh + written;
    }
    if let Some(read) = number(said, "/cache_read_input_tokens") {
        usage.cached_tokens = read;
    }
    if let Some(output) = number(said, "/output_tokens") {
        usage.output_tokens = output;
    }
}
