use missions::{Reply, Request, Stop, Usage};
use serde_json::{Value, json};

use crate::server::Answer;
use crate::world::{KEY, ask, ask_hello, bare_tool, call, long_conversation, read_tool, request};

const SPEC: &str = "openai:gpt-4o";

const HELLO: &str = r#"data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"!"},"finish_reason":null}],"usage":null}

data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

data: {"id":"chatcmpl-1","choices":[],"usage":{"prompt_tokens":100,"completion_tokens":2,"total_tokens":102,"prompt_tokens_details":{"cached_tokens":64,"audio_tokens":0}}}

data: [DONE]

"#;

const CALLS: &str = r#"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"read","arguments":""}}]},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"pa"}}]},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"th\":\"a\"}"}},{"index":1,"id":"call_b","type":"function","function":{"name":"list","arguments":""}}]},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

"#;

/// As some compatible servers do it: every call whole, all with one index, or without any.
const ODD_CALLS: &str = r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"path\":\"a\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"read","arguments":{"path":"b"}}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"list","arguments":"{}"}},{"function":{"name":"list","arguments":null}}]},"finish_reason":"tool_calls"}]}

"#;

fn hello() -> Reply {
    Reply {
        text: "Hello!".to_owned(),
        calls: Vec::new(),
        usage: Usage {
            input_tokens: 36,
            output_tokens: 2,
            cached_tokens: 64,
        },
        stop: Stop::End,
    }
}

#[test]
fn words_are_heard_while_they_are_said() {
    let outcome = ask_hello(SPEC, vec![Answer::events(HELLO).slowly()]);
    assert_eq!(outcome.reply, Ok(hello()));
    assert_eq!(outcome.heard, ["said Hello", "said !"]);
    let asked = &outcome.asked[0];
    assert_eq!(asked.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(
        asked.header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
}

#[test]
fn calls_that_come_mixed_are_put_together() {
    let reply = ask_hello(SPEC, vec![Answer::events(CALLS)]).reply.unwrap();
    assert_eq!(
        reply.calls,
        [
            call("call_a", "read", json!({ "path": "a" })),
            call("call_b", "list", json!({})),
        ]
    );
}

#[test]
fn calls_of_lax_servers_are_told_apart() {
    let reply = ask_hello(SPEC, vec![Answer::events(ODD_CALLS)])
        .reply
        .unwrap();
    assert_eq!(
        reply.calls,
        [
            call("a", "read", json!({ "path": "a" })),
            call("b", "read", json!({ "path": "b" })),
            call("call_3", "list", json!({})),
            call("call_4", "list", json!({})),
        ]
    );
}

#[test]
fn a_server_that_does_not_stream_is_understood() {
    let whole = r#"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello!"},"finish_reason":"stop"}],
        "usage":{"prompt_tokens":100,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":64}}}"#;
    let outcome = ask_hello(SPEC, vec![Answer::refusal(200, whole)]);
    assert_eq!(outcome.reply, Ok(hello()));
}

#[test]
fn reasons_to_stop() {
    for (reason, stop) in [
        ("stop", Stop::End),
        ("length", Stop::Length),
        ("content_filter", Stop::Refused),
    ] {
        let stream = HELLO.replace(r#""stop""#, &format!("\"{reason}\""));
        let reply = ask_hello(SPEC, vec![Answer::events(&stream)]).reply;
        assert_eq!(reply.unwrap().stop, stop, "{reason}");
    }
}

#[test]
fn the_whole_request() {
    let messages = long_conversation();
    let tools = [read_tool()];
    let request = Request {
        tools: &tools,
        max_output_tokens: Some(500),
        ..request(&messages)
    };
    let outcome = ask(SPEC, request, vec![Answer::events(HELLO)]);
    let broken = json!({ "invalid_arguments": "{\"path" }).to_string();
    assert_eq!(
        outcome.asked[0].body,
        json!({
            "model": "gpt-4o",
            "stream": true,
            "stream_options": { "include_usage": true },
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": "Read both." },
                { "role": "assistant", "content": "I read them.", "tool_calls": [
                    { "id": "call_1", "type": "function",
                      "function": { "name": "read", "arguments": "{\"path\":\"a\"}" } },
                    { "id": "call_2", "type": "function",
                      "function": { "name": "read", "arguments": broken } },
                ] },
                { "role": "tool", "tool_call_id": "call_1", "content": "A" },
                { "role": "tool", "tool_call_id": "call_2", "content": "the input is no JSON" },
                { "role": "user", "content": "A hook says: be careful." },
            ],
            "tools": [{ "type": "function", "function": {
                "name": "read",
                "description": "Reads a file.",
                "parameters": read_tool().input_schema,
            } }],
            "max_tokens": 500,
        })
    );
}

#[test]
fn a_schema_lists_properties_and_has_no_alternatives() {
    let messages = [missions::Message::User("What time is it?".to_owned())];
    let tools = [bare_tool()];
    let request = Request {
        tools: &tools,
        ..request(&messages)
    };
    let outcome = ask(SPEC, request, vec![Answer::events(HELLO)]);
    assert_eq!(
        outcome.asked[0].body["tools"],
        json!([{ "type": "function", "function": {
            "name": "now",
            "description": "",
            "parameters": { "type": "object", "properties": {} },
        } }])
    );
}

#[test]
fn empty_replies_and_lone_calls_leave_a_conversation_that_servers_take() {
    use missions::Message::{Assistant, User};
    let said = |text: &str, calls| Assistant {
        text: text.to_owned(),
        calls,
    };
    let messages = [
        said("I was here before.", Vec::new()),
        said("", Vec::new()),
        said("", vec![call("c:1", "no such/tool", Value::Null)]),
        User(" \n".to_owned()),
    ];
    let outcome = ask(SPEC, request(&messages), vec![Answer::events(HELLO)]);
    let arguments = json!({ "invalid_arguments": null }).to_string();
    assert_eq!(
        outcome.asked[0].body["messages"],
        json!([
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "Go on." },
            { "role": "assistant", "content": "I was here before." },
            { "role": "user", "content": "Go on." },
            { "role": "assistant", "content": null, "tool_calls": [
                { "id": "c_1", "type": "function",
                  "function": { "name": "no_such_tool", "arguments": arguments } },
            ] },
            { "role": "tool", "tool_call_id": "c_1",
              "content": "There is no result: the call was broken off." },
        ])
    );
}
