//! The scripted model.

use serde_json::{Value, json};
use stdx::{Cancel, block_on};

use crate::{Message, Model, ModelCx, NoWords, Request, ScriptedModel, Success};

fn results(n: usize) -> Vec<Message> {
    let result = |at: usize| Message::Result {
        call_id: at.to_string(),
        tool: "t".to_owned(),
        text: String::new(),
        success: Success::Yes,
    };
    (0..n).map(result).collect()
}

/// What a model of this script says after these messages.
fn says(script: Value, messages: &[Message], system: &str) -> String {
    let script = serde_json::from_value(script).expect("scripts here are right");
    let model = ScriptedModel::new("m", script);
    let n_results = messages
        .iter()
        .filter(|it| matches!(it, Message::Result { .. }));
    let request = Request {
        system,
        messages,
        tools: &[],
        n_results: n_results.count(),
        max_output_tokens: None,
    };
    let cx = ModelCx {
        cancel: &Cancel::new(),
        words: &NoWords,
    };
    match block_on(model.reply(request, cx)) {
        Ok(reply) => {
            let calls = reply
                .calls
                .iter()
                .map(|it| format!("{} {}", it.id, it.name));
            std::iter::once(reply.text)
                .chain(calls)
                .collect::<Vec<_>>()
                .join(", ")
        }
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn the_step_is_that_of_so_many_results() {
    #[track_caller]
    fn check(n_results: usize, expected: &str) {
        let script = json!({ "steps": [
            { "text": "one" },
            { "text": "two", "tool": "t" },
            { "calls": [{ "tool": "a" }, { "tool": "b" }] },
            { "error": "on fire" },
        ] });
        assert_eq!(says(script, &results(n_results), ""), expected);
    }
    check(0, "one");
    check(1, "two, call_2 t");
    check(2, ", call_3 a, call_4 b");
    check(3, "error: on fire");
    check(4, "done");
}

#[test]
fn rules_count_from_their_own_instruction() {
    #[track_caller]
    fn check(messages: &[Message], system: &str, expected: &str) {
        let script = json!({
            "rules": [
                { "if_prompt_contains": "cake", "if_system_contains": "baker", "steps": [{ "text": "I bake" }] },
                { "if_prompt_contains": "cake", "steps": [{ "text": "first" }, { "text": "second" }] },
            ],
            "steps": [{ "text": "usual" }],
        });
        assert_eq!(says(script, messages, system), expected, "{messages:?}");
    }
    let user = |text: &str| Message::User(text.to_owned());
    check(&[user("hello")], "", "usual");
    check(&[user("a cake")], "", "first");
    check(&[user("a cake")], "You are a baker.", "I bake");
    let later = [results(3), vec![user("a cake")], results(1)].concat();
    check(&later, "", "second");
    // A nudge or a hook's word without a rule goes on with the rule at hand.
    let nudged = [vec![user("a cake")], results(1), vec![user("go on")]].concat();
    check(&nudged, "", "second");
}

#[test]
fn a_script_with_a_key_that_nobody_knows_is_refused() {
    let read = |text: &str| ScriptedModel::read("m", text.as_bytes()).map(|_| ());
    assert!(read("{}").is_ok());
    for text in ["", "[1]", r#"{"step": []}"#, r#"{"steps": [{"txt": "x"}]}"#] {
        assert!(read(text).is_err(), "{text}");
    }
}
