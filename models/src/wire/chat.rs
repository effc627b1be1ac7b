//! Chat completions of OpenAI, and of the many servers that speak like it.

use missions::{Request, Stop, Usage};
use serde_json::{Value, json};

use super::turns::{Turn, call_id, input, tool_name, turns};
use super::{function, number, set, text, tools};
use crate::draft::{CallDraft, Draft, Progress};
use crate::refusal::Refusal;

/// Under which name the length of a reply is limited. OpenAI's newer models refuse the old name, and
/// many compatible servers do not know the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// `max_completion_tokens`.
    Completion,
    /// `max_tokens`.
    Reply,
}

impl Limit {
    pub(super) fn of(name: &str, is_vendors: bool) -> Limit {
        let is_newer = ["gpt-5", "o1", "o3", "o4"]
            .iter()
            .any(|it| name.starts_with(it));
        match is_vendors || is_newer {
            true => Limit::Completion,
            false => Limit::Reply,
        }
    }
}

pub(super) fn body(name: &str, limit: Limit, request: Request<'_>) -> Value {
    let mut body = json!({
        "model": name,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    let system = (!request.system.trim().is_empty())
        .then(|| json!({ "role": "system", "content": request.system }));
    let turns = turns(request.messages);
    let messages = system.into_iter().chain(turns.iter().flat_map(messages));
    set(&mut body, "messages", Some(messages.collect()));
    set(&mut body, "tools", tools(request.tools, function));
    let limit = match limit {
        Limit::Completion => "max_completion_tokens",
        Limit::Reply => "max_tokens",
    };
    set(&mut body, limit, request.max_output_tokens.map(Value::from));
    body
}

fn messages(turn: &Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::User { results, texts } => {
            let results = results.iter().map(|it| {
                json!({
                    "role": "tool",
                    "tool_call_id": call_id(it.call),
                    "content": it.text,
                })
            });
            let texts = texts
                .iter()
                .map(|it| json!({ "role": "user", "content": it }));
            results.chain(texts).collect()
        }
        Turn::Assistant { text, calls } => {
            let content = (!text.is_empty()).then_some(*text);
            let mut message = json!({ "role": "assistant", "content": content });
            let calls = calls.iter().map(|it| {
                json!({
                    "id": call_id(it),
                    "type": "function",
                    "function": { "name": tool_name(it), "arguments": input(it).to_string() },
                })
            });
            let calls: Vec<Value> = calls.collect();
            set(
                &mut message,
                "tool_calls",
                (!calls.is_empty()).then(|| calls.into()),
            );
            vec![message]
        }
    }
}

pub(super) fn hear(event: &Value, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if let Some(refusal) = event.get("error").and_then(|_| Refusal::of_event(event)) {
        return Err(refusal);
    }
    if let Some(said) = event.get("usage").filter(|it| it.is_object()) {
        draft.usage = usage(said);
    }
    let Some(choice) = event.pointer("/choices/0") else {
        return Ok(());
    };
    // A server that does not stream sends the same as one message.
    let delta = choice.get("delta").or_else(|| choice.get("message"));
    if let Some(delta) = delta {
        hear_delta(delta, draft);
    }
    if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
        if draft.stop == Stop::End {
            draft.stop = stop(reason);
        }
        draft.reach(Progress::Whole);
    }
    Ok(())
}

fn hear_delta(delta: &Value, draft: &mut Draft<'_>) {
    match &delta["content"] {
        Value::Array(parts) => parts.iter().for_each(|it| draft.say(text(it, "/text"))),
        content => draft.say(content.as_str().unwrap_or_default()),
    }
    if let Some(refusal) = delta["refusal"].as_str().filter(|it| !it.is_empty()) {
        draft.say(refusal);
        draft.stop = Stop::Refused;
    }
    for piece in delta["tool_calls"].as_array().into_iter().flatten() {
        let call = call_of(piece, draft);
        call.name_it(
            piece["id"].as_str(),
            piece.pointer("/function/name").and_then(Value::as_str),
        );
        call.argue(&piece["function"]["arguments"]);
    }
}

/// The call that a piece belongs to. The index says it, but some servers leave it out or give every
/// call the same; then a new id begins a new call.
fn call_of<'d>(piece: &Value, draft: &'d mut Draft<'_>) -> &'d mut CallDraft {
    let id = text(piece, "/id");
    let last = draft.calls.last().map(|it| it.index);
    let index = number(piece, "/index");
    let place = index.or(last).unwrap_or_default();
    let known = draft.calls.iter().rfind(|it| it.index == place);
    let is_other = known.is_some_and(|it| !id.is_empty() && !it.id.is_empty() && it.id != id);
    let is_named = !text(piece, "/function/name").is_empty();
    match is_other || (index.is_none() && id.is_empty() && is_named) {
        true => draft.begin_call(place),
        false => draft.call(place),
    }
}

fn stop(reason: &str) -> Stop {
    match reason {
        "length" => Stop::Length,
        "content_filter" => Stop::Refused,
        _ => Stop::End,
    }
}

fn usage(said: &Value) -> Usage {
    let cached = number(said, "/prompt_tokens_details/cached_tokens").unwrap_or_default();
    let prompt = number(said, "/prompt_tokens").unwrap_or_default();
    Usage {
        input_tokens: prompt.saturating_sub(cached),
        output_tokens: number(said, "/completion_tokens").unwrap_or_default(),
        cached_tokens: cached,
    }
}
