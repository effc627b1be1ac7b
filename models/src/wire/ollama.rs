//! Ollama's chat.

use missions::{Request, Stop, Usage};
use serde_json::{Map, Value, json};

use super::turns::{Turn, input, tool_name, turns};
use super::{function, number, set, text, tools};
use crate::draft::{Draft, Progress};
use crate::refusal::Refusal;

/// `room` is how many tokens the conversation shall have room for. Without it the server takes its
/// own measure, and cuts without a word what does not fit.
pub(super) fn body(name: &str, room: Option<u64>, request: Request<'_>) -> Value {
    let mut body = json!({ "model": name, "stream": true });
    let system = (!request.system.trim().is_empty())
        .then(|| json!({ "role": "system", "content": request.system }));
    let turns = turns(request.messages);
    let messages = system.into_iter().chain(turns.iter().flat_map(messages));
    set(&mut body, "messages", Some(messages.collect()));
    set(&mut body, "tools", tools(request.tools, function));
    let mut options = Map::new();
    options.extend(room.map(|it| ("num_ctx".to_owned(), it.into())));
    let limit = request.max_output_tokens;
    options.extend(limit.map(|it| ("num_predict".to_owned(), it.into())));
    set(
        &mut body,
        "options",
        (!options.is_empty()).then(|| options.into()),
    );
    body
}

/// Calls have no ids here: a result follows in the order of the calls, and says the tool's name.
fn messages(turn: &Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::User { results, texts } => {
            let results = results.iter().map(
                |it| json!({ "role": "tool", "tool_name": tool_name(it.call), "content": it.text }),
            );
            let texts = texts
                .iter()
                .map(|it| json!({ "role": "user", "content": it }));
            results.chain(texts).collect()
        }
        Turn::Assistant { text, calls } => {
            let mut message = json!({ "role": "assistant", "content": text });
            let calls = calls
                .iter()
                .map(|it| json!({ "function": { "name": tool_name(it), "arguments": input(it) } }));
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
    draft.say(text(event, "/message/content"));
    let calls = event
        .pointer("/message/tool_calls")
        .and_then(Value::as_array);
    for said in calls.into_iter().flatten() {
        let index = u64::try_from(draft.calls.len()).unwrap_or(u64::MAX);
        let call = draft.begin_call(index);
        call.name_it(
            said["id"].as_str(),
            said.pointer("/function/name").and_then(Value::as_str),
        );
        call.argue(&said["function"]["arguments"]);
    }
    if event["done"] == true {
        draft.stop = match text(event, "/done_reason") {
            "length" => Stop::Length,
            _ => Stop::End,
        };
        draft.usage = usage(event);
        draft.reach(Progress::Closed);
    }
    Ok(())
}

fn usage(said: &Value) -> Usage {
    let cached = number(said, "/prompt_eval_cached_count").unwrap_or_default();
    let prompt = number(said, "/prompt_eval_count").unwrap_or_default();
    Usage {
        input_tokens: prompt.saturating_sub(cached),
        output_tokens: number(said, "/eval_count").unwrap_or_default(),
        cached_tokens: cached,
    }
}
