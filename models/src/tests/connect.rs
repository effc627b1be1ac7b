use std::collections::BTreeMap;
use std::sync::Arc;

use stdx::{SystemClock, SystemTimer};

use crate::{ConnectError, ConnectOptions, ModelSpec, Secret, connect, ways};

fn options(spec: &str) -> ConnectOptions {
    let spec = ModelSpec::parse(spec).unwrap();
    ConnectOptions::new(spec, Arc::new(SystemTimer), Arc::new(SystemClock))
}

#[test]
fn a_vendor_wants_a_key_and_a_local_server_none() {
    let error = connect(options("anthropic:claude-sonnet-5")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`anthropic:claude-sonnet-5` needs a key, and `ANTHROPIC_API_KEY` is empty"
    );
    assert!(connect(options("ollama:qwen3")).is_ok());
    let base_url = Some("http://localhost:1".to_owned());
    assert!(
        connect(ConnectOptions {
            base_url,
            ..options("openai:x")
        })
        .is_ok()
    );
}

#[test]
fn an_encrypted_server_can_be_prepared_for() {
    let key = Secret::new("sk-0123456789\n");
    let model = connect(ConnectOptions {
        key,
        ..options("openai:gpt-4o")
    });
    match model {
        Ok(model) => assert!(!format!("{model:?}").contains("sk-01")),
        // A machine without any certificate.
        Err(error) => assert!(matches!(error, ConnectError::Machine { .. }), "{error}"),
    }
}

#[test]
fn a_key_that_no_header_can_carry_is_not_repeated() {
    let key = Secret::new("sk-012\n3456789");
    let error = connect(ConnectOptions {
        key,
        ..options("openai:gpt-4o")
    })
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the key in `OPENAI_API_KEY` has characters that no key has"
    );
}

#[test]
fn a_key_never_shows_itself() {
    let key = Secret::new(" sk-0123456789 ").unwrap();
    assert_eq!(format!("{key} {key:?}"), "*** ***");
    assert_eq!(key.hidden_in("no sk-0123456789!"), "no ***!");
    assert_eq!(Secret::new("x").unwrap().hidden_in("extra"), "extra");
    assert_eq!(Secret::new(" \n"), None);
}

#[track_caller]
fn check_context(spec: &str, expected: Option<u64>) {
    let base_url = Some("http://localhost:1".to_owned());
    let model = connect(ConnectOptions {
        base_url,
        ..options(spec)
    })
    .unwrap();
    assert_eq!(model.context_tokens(), expected, "{spec}");
}

#[test]
fn contexts_are_known_by_name_or_not_at_all() {
    check_context("anthropic:claude-sonnet-5", Some(200_000));
    check_context("openai:gpt-4o-mini", Some(128_000));
    check_context("openai:gpt-4.1", Some(1_047_576));
    check_context("openai:gpt-4", Some(8_192));
    check_context("openai-responses:gpt-5-mini", Some(400_000));
    check_context("openai:qwen3-coder", None);
    check_context("ollama:gpt-oss", None);
}

#[test]
fn ways_to_a_model_say_what_is_missing() {
    let variables = |names: &[&str]| -> BTreeMap<String, String> {
        names
            .iter()
            .map(|it| (it.to_string(), "set".to_owned()))
            .collect()
    };
    let lines = |names: &[&str]| -> Vec<String> {
        ways(&variables(names))
            .into_iter()
            .map(|it| it.line)
            .collect()
    };
    assert_eq!(
        lines(&[]),
        [
            "`--model anthropic:claude-sonnet-5`: set `ANTHROPIC_API_KEY`",
            "`--model openai:gpt-5`: set `OPENAI_API_KEY`, or name a local server with `--base-url`",
            "`--model ollama:qwen3`: needs no key; `ollama serve` must run on this machine",
        ]
    );
    assert_eq!(
        lines(&["ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"]),
        [
            "`--model anthropic:claude-sonnet-5`: `ANTHROPIC_API_KEY` is set",
            "`--model openai:gpt-5`: `OPENAI_BASE_URL` is set, without a key",
            "`--model ollama:qwen3`: needs no key; `OLLAMA_HOST` says where it runs",
        ]
    );
}
