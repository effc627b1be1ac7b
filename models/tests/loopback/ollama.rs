use missions::{Message, Reply, Request, Stop, Usage};
use serde_json::json;

use crate::server::Answer;
use crate::world::{ask, ask_hello, call, long_conversation, read_tool, request};

const SPEC: &str = "ollama:qwen3:8b";

const REPLY: &str = r#"{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","thinking":"Hm."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"I look."},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"read","arguments":{"path":"a"}}},{"function":{"name":"list","arguments":{}}}]},"done":false}
{"model":"qwen3:8b","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":1,"load_duration":1,"prompt_eval_count":50,"eval_count":9}
"#;

#[test]
fn words_and_calls_are_put_together() {
    let outcome = ask_hello(SPEC, vec![Answer::lines(REPLY).slowly()]);
    let expected = Reply {
        text: "I look.".to_owned(),
        calls: vec![
            call("call_1", "read", json!({ "path": "a" })),
            call("call_2", "list", json!({})),
        ],
        usage: Usage {
            input_tokens: 50,
            output_tokens: 9,
            cached_tokens: 0,
        },
        stop: Stop::End,
    };
    assert_eq!(outcome.reply, Ok(expected));
    assert_eq!(outcome.asked[0].line, "POST /api/chat HTTP/1.1");
}

#[test]
fn calls_get_ids_that_the_conversation_does_not_have() {
    let messages = long_conversation();
    let outcome = ask(SPEC, request(&messages), vec![Answer::lines(REPLY)]);
    let calls = outcome.reply.unwrap().calls;
    let ids: Vec<_> = calls.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["call_3", "call_4"]);
}

#[test]
fn a_stream_that_ends_early_is_no_reply() {
    let half = REPLY.lines().take(2).collect::<Vec<_>>().join("\n");
    let outcome = ask_hello(SPEC, vec![Answer::lines(&half), Answer::lines(REPLY)]);
    assert_eq!(outcome.reply.unwrap().text, "I look.");
    assert_eq!(
        outcome.heard,
        [
            "said I look.",
            "again in 1s: `...:` broke off its answer",
            "said I look.",
        ]
    );
}

#[test]
fn an_error_within_the_stream_is_heard() {
    let failed = r#"{"error":"the input length exceeds the context length"}"#;
    let outcome = ask_hello(SPEC, vec![Answer::lines(failed)]);
    assert_eq!(
        outcome.error(),
        "the conversation is too long for the model: the input length exceeds the context length"
    );
}

#[test]
fn a_model_that_is_not_there_comes_with_advice() {
    let missing = Answer::refusal(404, r#"{"error":"model 'qwen3:8b' not found"}"#);
    let outcome = ask_hello(SPEC, vec![missing]);
    assert_eq!(
        outcome.error(),
        "`HOST` answered with status 404: model 'qwen3:8b' not found; `ollama pull qwen3:8b` fetches it"
    );
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
    let outcome = ask(SPEC, request, vec![Answer::lines(REPLY)]);
    assert_eq!(
        outcome.asked[0].body,
        json!({
            "model": "qwen3:8b",
            "stream": true,
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": "Read both." },
                { "role": "assistant", "content": "I read them.", "tool_calls": [
                    { "function": { "name": "read", "arguments": { "path": "a" } } },
                    { "function": { "name": "read",
                      "arguments": { "invalid_arguments": "{\"path" } } },
                ] },
                { "role": "tool", "tool_name": "read", "content": "A" },
                { "role": "tool", "tool_name": "read", "content": "the input is no JSON" },
                { "role": "user", "content": "A hook says: be careful." },
            ],
            "tools": [{ "type": "function", "function": {
                "name": "read",
                "description": "Reads a file.",
                "parameters": read_tool().input_schema,
            } }],
            "options": { "num_predict": 500 },
        })
    );
}

#[test]
fn a_result_without_its_call_is_told_in_words() {
    let messages = [Message::Result {
        call_id: "gone".to_owned(),
        tool: "read".to_owned(),
        text: "A".to_owned(),
        success: missions::Success::Yes,
    }];
    let outcome = ask(SPEC, request(&messages), vec![Answer::lines(REPLY)]);
    assert_eq!(
        outcome.asked[0].body["messages"],
        json!([
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "A" },
        ])
    );
}
