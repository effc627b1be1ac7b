use missions::{Reply, Request, Stop, Usage};
use serde_json::json;

use crate::server::Answer;
use crate::world::{ask, ask_hello, call, long_conversation, read_tool, request};

const SPEC: &str = "openai-responses:gpt-5";

const REPLY: &str = r#"event: response.created
data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","status":"in_progress","error":null,"output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":1,"item":{"id":"msg_1","type":"message","status":"in_progress","content":[],"role":"assistant"}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"I look."}

event: response.output_text.done
data: {"type":"response.output_text.done","item_id":"msg_1","output_index":1,"content_index":0,"text":"I look."}

event: response.output_item.added
data: {"type":"response.output_item.added","output_index":2,"item":{"id":"fc_1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_x","name":"read"}}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"{\"path\":"}

event: response.function_call_arguments.delta
data: {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"\"a\"}"}

event: response.function_call_arguments.done
data: {"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":2,"arguments":"{\"path\":\"a\"}"}

event: response.output_item.done
data: {"type":"response.output_item.done","output_index":3,"item":{"id":"fc_2","type":"function_call","status":"completed","arguments":"{}","call_id":"call_y","name":"list"}}

event: response.completed
data: {"type":"response.completed","response":{"id":"resp_1","status":"completed","usage":{"input_tokens":300,"input_tokens_details":{"cached_tokens":256},"output_tokens":21,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":321}}}

"#;

#[test]
fn words_and_calls_are_put_together() {
    let outcome = ask_hello(SPEC, vec![Answer::events(REPLY).slowly()]);
    let expected = Reply {
        text: "I look.".to_owned(),
        calls: vec![
            call("call_x", "read", json!({ "path": "a" })),
            call("call_y", "list", json!({})),
        ],
        usage: Usage {
            input_tokens: 44,
            output_tokens: 21,
            cached_tokens: 256,
        },
        stop: Stop::End,
    };
    assert_eq!(outcome.reply, Ok(expected));
    assert_eq!(outcome.heard, ["said I look."]);
    assert_eq!(outcome.asked[0].line, "POST /v1/responses HTTP/1.1");
}

#[test]
fn a_reply_that_became_too_long_says_so() {
    let stream = r#"data: {"type":"response.output_text.delta","output_index":0,"delta":"And"}

data: {"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"},"usage":{"input_tokens":1,"output_tokens":16}}}

"#;
    let reply = ask_hello(SPEC, vec![Answer::events(stream)]).reply;
    assert_eq!(reply.unwrap().stop, Stop::Length);
}

#[test]
fn a_reply_that_fails_within_is_tried_again() {
    let failed = r#"data: {"type":"response.failed","response":{"error":{"code":"server_error","message":"Something broke."}}}

"#;
    let outcome = ask_hello(SPEC, vec![Answer::events(failed), Answer::events(REPLY)]);
    assert_eq!(outcome.reply.unwrap().text, "I look.");
    assert_eq!(
        outcome.heard[0],
        "again in 1s: `...:` answered with status : Something broke."
    );
}

#[test]
fn a_conversation_that_is_too_long_is_told_apart_within_the_stream() {
    let failed = r#"data: {"type":"error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model."}

"#;
    let outcome = ask_hello(SPEC, vec![Answer::events(failed)]);
    assert_eq!(
        outcome.error(),
        "the conversation is too long for the model: Your input exceeds the context window of this model."
    );
}

#[test]
fn the_whole_request() {
    let messages = long_conversation();
    let tools = [read_tool()];
    let request = Request {
        tools: &tools,
        max_output_tokens: Some(5),
        ..request(&messages)
    };
    let outcome = ask(SPEC, request, vec![Answer::events(REPLY)]);
    let broken = json!({ "invalid_arguments": "{\"path" }).to_string();
    assert_eq!(
        outcome.asked[0].body,
        json!({
            "model": "gpt-5",
            "stream": true,
            "store": false,
            "instructions": "Be brief.",
            "input": [
                { "role": "user", "content": "Read both." },
                { "role": "assistant", "content": "I read them." },
                { "type": "function_call", "call_id": "call_1", "name": "read",
                  "arguments": "{\"path\":\"a\"}" },
                { "type": "function_call", "call_id": "call_2", "name": "read",
                  "arguments": broken },
                { "type": "function_call_output", "call_id": "call_1", "output": "A" },
                { "type": "function_call_output", "call_id": "call_2",
                  "output": "the input is no JSON" },
                { "role": "user", "content": "A hook says: be careful." },
            ],
            "tools": [{
                "type": "function",
                "name": "read",
                "description": "Reads a file.",
                "parameters": read_tool().input_schema,
                "strict": false,
            }],
            "max_output_tokens": 16,
        })
    );
}
