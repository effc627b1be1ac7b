//! The little that is known of models by their names.

use crate::spec::Wire;

/// How many tokens the conversations of a model may have, by the start of its name; the first row
/// that fits counts. From the vendors' tables of models; where variants differ, the smallest.
const CONTEXTS: &[(Wire, &str, u64)] = &[
    (Wire::Anthropic, "claude", 200_000),
    (Wire::OpenAi, "gpt-5-chat", 128_000),
    (Wire::OpenAi, "gpt-5", 400_000),
    (Wire::OpenAi, "gpt-4.1", 1_047_576),
    (Wire::OpenAi, "gpt-4o", 128_000),
    (Wire::OpenAi, "gpt-4-turbo", 128_000),
    (Wire::OpenAi, "gpt-4-32k", 32_768),
    (Wire::OpenAi, "gpt-4", 8_192),
    (Wire::OpenAi, "gpt-3.5-turbo", 16_385),
    (Wire::OpenAi, "o1-mini", 128_000),
    (Wire::OpenAi, "o1", 200_000),
    (Wire::OpenAi, "o3", 200_000),
    (Wire::OpenAi, "o4-mini", 200_000),
];

/// How long a reply of Anthropic's models may be, by the start of the name. The wire demands a
/// number, and one that is too large for the model is an error.
const REPLIES: &[(&str, u64)] = &[
    ("claude-3-opus", 4_096),
    ("claude-3-sonnet", 4_096),
    ("claude-3-haiku", 4_096),
    ("claude-3-5", 8_192),
    ("claude", 32_000),
];

/// For models of others behind Anthropic's wire.
const REPLY_OF_OTHERS: u64 = 8_192;

/// How many tokens a conversation may have; `None` where the name says nothing. The same models
/// answer on both wires of OpenAI; what a local server allows, only its owner knows.
pub(crate) fn context_tokens(wire: Wire, name: &str) -> Option<u64> {
    let family = match wire {
        Wire::Anthropic => Wire::Anthropic,
        Wire::OpenAi | Wire::OpenAiResponses => Wire::OpenAi,
        Wire::Ollama => return None,
    };
    let mut rows = CONTEXTS.iter().filter(|(wire, _, _)| *wire == family);
    rows.find(|(_, start, _)| name.starts_with(start))
        .map(|(_, _, tokens)| *tokens)
}

/// How long a reply may be on Anthropic's wire where nobody says it.
pub(crate) fn reply_tokens(name: &str) -> u64 {
    let row = REPLIES.iter().find(|(start, _)| name.starts_with(start));
    row.map_or(REPLY_OF_OTHERS, |(_, tokens)| *tokens)
}

/// The wire of a model that was named without one.
pub(crate) fn wire_of(name: &str) -> Option<Wire> {
    let row = CONTEXTS
        .iter()
        .find(|(_, start, _)| name.starts_with(start));
    row.map(|(wire, _, _)| *wire)
}

/// A name that a person can start from.
pub(crate) fn example(wire: Wire) -> &'static str {
    match wire {
        Wire::Anthropic => "claude-sonnet-5",
        Wire::OpenAi | Wire::OpenAiResponses => "gpt-5",
        Wire::Ollama => "qwen3",
    }
}
