//! Servers that are busy, broken, or no servers of models at all.

use missions::ModelError;

use crate::server::{Answer, End};
use crate::world::{KEY, Outcome, ask_hello};

const ANTHROPIC: &str = "anthropic:claude-sonnet-5";
const OPENAI: &str = "openai:gpt-4o";

const HELLO: &str = r#"data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}

data: [DONE]

"#;

const HALF: &str = r#"data: {"choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{"content":"l"#;

#[track_caller]
fn check_error(spec: &str, answer: Answer, expected: &str) {
    let outcome = ask_hello(spec, vec![answer]);
    assert_eq!(outcome.error(), expected);
    assert_eq!(outcome.asked.len(), 1, "it was tried again");
}

/// The first answer fails, and a second attempt is made after this.
#[track_caller]
fn check_again(answer: Answer, expected: &str) {
    let outcome = ask_hello(OPENAI, vec![answer, Answer::events(HELLO)]);
    let said = outcome.reply.as_ref().map(|it| it.text.as_str());
    assert_eq!(said, Ok("Hello"));
    let retries: Vec<_> = outcome
        .heard
        .iter()
        .filter(|it| it.starts_with("again"))
        .collect();
    assert_eq!(retries, [expected]);
}

fn waits(outcome: &Outcome) -> Vec<&str> {
    let waits = outcome
        .heard
        .iter()
        .filter_map(|it| it.strip_prefix("again in "));
    waits.filter_map(|it| it.split(':').next()).collect()
}

#[test]
fn a_storm_is_waited_out_as_the_server_asks() {
    let busy = || {
        Answer::refusal(
            429,
            r#"{"error":{"message":"Rate limit reached.","type":"tokens","code":"rate_limit_exceeded"}}"#,
        )
    };
    let script = vec![
        busy().with("retry-after", "7"),
        busy().with("retry-after", "3600"),
        busy().with("retry-after", "Thu, 01 Jan 1970 00:00:20 GMT"),
        busy().with("retry-after-ms", "250"),
        busy(),
        Answer::events(HELLO),
    ];
    let outcome = ask_hello(OPENAI, script);
    assert_eq!(waits(&outcome), ["7s", "60s", "20s", "250ms", "16s"]);
    assert_eq!(outcome.reply.unwrap().text, "Hello");
}

#[test]
fn a_storm_that_does_not_end_is_given_up() {
    let outcome = ask_hello(ANTHROPIC, vec![overloaded(); 9]);
    assert_eq!(waits(&outcome), ["1s", "2s", "4s", "8s", "16s"]);
    assert_eq!(outcome.asked.len(), 6);
    assert_eq!(
        outcome.error(),
        "`HOST` answered with status 529: Overloaded (tried 6 times)"
    );
}

fn overloaded() -> Answer {
    let body = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    Answer::refusal(529, body)
}

#[test]
fn an_overload_within_the_stream_is_tried_again() {
    let event = r#"event: error
data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

"#;
    let outcome = ask_hello(ANTHROPIC, vec![Answer::events(event); 6]);
    assert_eq!(
        outcome.error(),
        "`HOST` answered with status 529: Overloaded (tried 6 times)"
    );
}

#[test]
fn what_may_pass_is_tried_again() {
    for status in [500, 502, 503, 504] {
        check_again(
            Answer::html(
                status,
                "<html><head><title>Bad Gateway</title></head></html>",
            ),
            "again in 1s: `...:` answered with status : Bad Gateway",
        );
    }
    check_again(
        Answer::events("").ending(End::CutAtOnce),
        "again in 1s: `...:` closed the connection without an answer",
    );
    let broke_off = "again in 1s: `...:` broke off its answer";
    check_again(Answer::events(HALF).ending(End::Cut), broke_off);
    check_again(Answer::events(HALF), broke_off);
    check_again(Answer::events(""), broke_off);
    check_again(Answer::refusal(200, r#"{"choices":[{"mess"#), broke_off);
    check_again(Answer::refusal(200, ""), broke_off);
}

#[test]
fn a_reply_that_is_whole_needs_no_good_end() {
    let text = HELLO.replace("data: [DONE]\n\n", "");
    let outcome = ask_hello(OPENAI, vec![Answer::events(&text).ending(End::Cut)]);
    assert_eq!(outcome.reply.unwrap().text, "Hello");
}

#[test]
fn a_refused_key_names_its_variable_and_not_itself() {
    let body = format!(
        r#"{{"error":{{"message":"Incorrect API key provided: {KEY}.","code":"invalid_api_key"}}}}"#
    );
    check_error(
        OPENAI,
        Answer::refusal(401, &body),
        "the key in `OPENAI_API_KEY` was refused: `HOST` answered with status 401: Incorrect API key provided: ***.",
    );
    let outcome = ask_hello(ANTHROPIC, vec![Answer::refusal(403, "")]);
    assert!(matches!(outcome.reply, Err(ModelError::Key { .. })));
}

#[test]
fn what_will_not_pass_is_told_at_once() {
    check_error(
        ANTHROPIC,
        Answer::refusal(
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"tools.0: bad\u001b[31m schema"}}"#,
        ),
        "`HOST` answered with status 400: tools.0: bad\u{fffd} schema",
    );
    check_error(
        OPENAI,
        Answer::refusal(
            429,
            r#"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
        ),
        "`HOST` answered with status 429: You exceeded your current quota.",
    );
    check_error(
        OPENAI,
        Answer::events("data: {\"error\":{\"code\":402,\"message\":\"No credits.\"}}\n\n"),
        "`HOST` answered with status 402: No credits.",
    );
    check_error(
        OPENAI,
        Answer::refusal(307, "").with("location", "https://example.com/"),
        "`HOST` answered with status 307; redirects are not followed",
    );
    check_error(
        OPENAI,
        Answer::html(200, "<!doctype html><title> Sign in </title>"),
        "`HOST` answered with a web page: Sign in",
    );
    check_error(
        OPENAI,
        Answer::events("data: Internal error\n\n"),
        "`HOST` answered with something that is no JSON: Internal error",
    );
}

#[test]
fn a_conversation_that_is_too_long_is_told_apart_on_every_wire() {
    let cases = [
        (
            ANTHROPIC,
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}"#,
        ),
        (
            ANTHROPIC,
            413,
            r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
        ),
        (
            OPENAI,
            400,
            r#"{"error":{"message":"This model's maximum context length is 128000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        ),
        (
            OPENAI,
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
        ),
        (
            "openai-responses:gpt-5",
            400,
            r#"{"error":{"message":"Your input exceeds the context window of this model.","code":"context_length_exceeded"}}"#,
        ),
        (
            "ollama:qwen3",
            500,
            r#"{"error":"the input length exceeds the context length"}"#,
        ),
    ];
    for (spec, status, body) in cases {
        let outcome = ask_hello(spec, vec![Answer::refusal(status, body)]);
        let is_too_long = matches!(outcome.reply, Err(ModelError::TooLong { .. }));
        assert!(is_too_long, "{spec}: {:?}", outcome.reply);
        assert_eq!(outcome.asked.len(), 1);
    }
}

#[test]
fn a_flood_of_words_is_broken_off() {
    let word = "a".repeat(64 * 1024);
    let event =
        format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{word}\"}}}}]}}\n\n");
    let answer = Answer::stream("text/event-stream", vec![event.into_bytes(); 1600]);
    check_error(
        OPENAI,
        answer,
        "`HOST` sent a reply of more than 8 MiB, which was broken off",
    );
}

#[test]
fn a_line_without_end_is_broken_off() {
    let answer = Answer::stream("text/event-stream", vec![vec![b'a'; 1024 * 1024]; 100]);
    check_error(
        OPENAI,
        answer,
        "`HOST` sent a line of more than 8 MiB, which was broken off",
    );
}
