use crate::ModelSpec;

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = match ModelSpec::parse(text) {
        Ok(spec) => format!("{:?} {spec}", spec.wire),
        Err(error) => format!("{error}; {}", error.hint()),
    };
    assert_eq!(found, expected);
}

#[test]
fn specs() {
    check(
        "anthropic:claude-sonnet-5",
        "Anthropic anthropic:claude-sonnet-5",
    );
    check(" openai: gpt-4o ", "OpenAi openai:gpt-4o");
    check(
        "openai-responses:gpt-5",
        "OpenAiResponses openai-responses:gpt-5",
    );
    check("ollama:qwen3:8b", "Ollama ollama:qwen3:8b");
}

#[test]
fn mistakes_come_with_advice() {
    check(
        "gpt-4o",
        "a model is written `PROVIDER:NAME`, found `gpt-4o`; did you mean `openai:gpt-4o`?",
    );
    check(
        "anthropik:x",
        "no provider is called `anthropik`, expected `anthropic`, `openai`, `openai-responses` or `ollama`; did you mean `anthropic`?",
    );
    check(
        "groq:x",
        "no provider is called `groq`, expected `anthropic`, `openai`, `openai-responses` or `ollama`; servers that speak like OpenAI are reached by `openai:NAME` with `--base-url`",
    );
    check(
        "ollama:",
        "`ollama:` names no model; for example `ollama:qwen3`",
    );
}
