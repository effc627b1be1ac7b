use missions::{Reply, Request, Stop, Usage};
use serde_json::{Value, json};

use crate::server::Answer;
use crate::world::{KEY, ask, ask_hello, call, long_conversation, read_tool, request};

const SPEC: &str = "anthropic:claude-sonnet-5";

const HELLO: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-sonnet-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":30,"cache_read_input_tokens":200,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüß"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" Gott"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}

event: message_stop
data: {"type":"message_stop"}

"#;

const CALLS: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_02","role":"assistant","content":[],"usage":{"input_tokens":5,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hmm."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQB"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01","name":"read","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"path\": \"sr"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"c\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_02","name":"list","input":{}}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: content_block_start
data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_02","name":"create","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"path"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":40}}

event: message_stop
data: {"type":"message_stop"}

"#;

fn hello() -> Reply {
    Reply {
        text: "Grüß Gott".to_owned(),
        calls: Vec::new(),
        usage: Usage {
            input_tokens: 42,
            output_tokens: 7,
            cached_tokens: 200,
        },
        stop: Stop::End,
    }
}

#[test]
fn words_are_heard_while_they_are_said() {
    let outcome = ask_hello(SPEC, vec![Answer::events(HELLO)]);
    assert_eq!(outcome.reply, Ok(hello()));
    assert_eq!(outcome.heard, ["said Grüß", "said  Gott"]);
}

#[test]
fn a_stream_in_single_bytes_with_other_line_ends_is_the_same() {
    let answer = Answer::events(&HELLO.replace('\n', "\r\n")).slowly();
    assert_eq!(ask_hello(SPEC, vec![answer]).reply, Ok(hello()));
}

#[test]
fn calls_are_put_together_whatever_their_arguments() {
    let reply = ask_hello(SPEC, vec![Answer::events(CALLS)]).reply.unwrap();
    assert_eq!(reply.text, "");
    assert_eq!(reply.stop, Stop::Length);
    assert_eq!(
        reply.calls,
        [
            call("toolu_01", "read", json!({ "path": "src" })),
            call("toolu_02", "list", json!({})),
            call("toolu_02_3", "create", Value::String("{\"path".to_owned())),
        ]
    );
}

#[test]
fn a_refusal_is_a_reason_to_stop() {
    let refused = HELLO.replace("end_turn", "refusal");
    let reply = ask_hello(SPEC, vec![Answer::events(&refused)]).reply;
    assert_eq!(reply.unwrap().stop, Stop::Refused);
}

#[test]
fn the_request_has_key_version_and_path() {
    let outcome = ask_hello(SPEC, vec![Answer::events(HELLO)]);
    let asked = &outcome.asked[0];
    assert_eq!(asked.line, "POST /v1/messages HTTP/1.1");
    assert_eq!(asked.header("x-api-key"), Some(KEY));
    assert_eq!(asked.header("authorization"), None);
    assert_eq!(asked.header("anthropic-version"), Some("2023-06-01"));
}

#[test]
fn a_conversation_alternates_and_marks_what_is_cached() {
    let messages = long_conversation();
    let tools = [read_tool()];
    let request = Request {
        tools: &tools,
        ..request(&messages)
    };
    let outcome = ask(SPEC, request, vec![Answer::events(HELLO)]);
    assert_eq!(
        outcome.asked[0].body,
        json!({
            "model": "claude-sonnet-5",
            "max_tokens": 32000,
            "stream": true,
            "system": [{
                "type": "text",
                "text": "Be brief.",
                "cache_control": { "type": "ephemeral" },
            }],
            "messages": [
                { "role": "user", "content": [{ "type": "text", "text": "Read both." }] },
                { "role": "assistant", "content": [
                    { "type": "text", "text": "I read them." },
                    { "type": "tool_use", "id": "call_1", "name": "read", "input": { "path": "a" } },
                    { "type": "tool_use", "id": "call_2", "name": "read",
                      "input": { "invalid_arguments": "{\"path" } },
                ] },
                { "role": "user", "content": [
                    { "type": "tool_result", "tool_use_id": "call_1", "content": "A" },
                    { "type": "tool_result", "tool_use_id": "call_2",
                      "content": "the input is no JSON", "is_error": true },
                    { "type": "text", "text": "A hook says: be careful.",
                      "cache_control": { "type": "ephemeral" } },
                ] },
            ],
            "tools": [{
                "name": "read",
                "description": "Reads a file.",
                "input_schema": read_tool().input_schema,
            }],
        })
    );
}
