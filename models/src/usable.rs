//! Which models a person could use right now.

use std::collections::BTreeMap;

use crate::known;
use crate::spec::Wire;

/// One way to a model, for a person who named none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// How its server speaks.
    pub wire: Wire,
    /// Whether it could be used as things are.
    pub ready: Ready,
    /// What to write, and what is missing: `anthropic:claude-sonnet-5 (set ANTHROPIC_API_KEY)`.
    pub line: String,
}

/// Whether a way to a model is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// What it needs is set.
    Yes,
    /// A local server: whether it runs is known only when it is asked.
    IfItRuns,
    /// A variable is missing.
    No,
}

/// The ways to a model, given the variables of the environment; an empty variable counts as none.
pub fn ways(variables: &BTreeMap<String, String>) -> Vec<Way> {
    let wires = [Wire::Anthropic, Wire::OpenAi, Wire::Ollama];
    wires.into_iter().map(|it| way(it, variables)).collect()
}

fn way(wire: Wire, variables: &BTreeMap<String, String>) -> Way {
    let is_set = |name: &str| variables.get(name).is_some_and(|it| !it.trim().is_empty());
    let (ready, remark) = match wire {
        Wire::Ollama => (
            Ready::IfItRuns,
            ollama_remark(is_set(wire.address_variable())),
        ),
        Wire::Anthropic | Wire::OpenAi | Wire::OpenAiResponses => {
            let key = wire.key_variable();
            match (is_set(key), is_set(wire.address_variable())) {
                (true, _) => (Ready::Yes, format!("`{key}` is set")),
                (false, true) => (
                    Ready::Yes,
                    format!("`{}` is set, without a key", wire.address_variable()),
                ),
                (false, false) => (Ready::No, missing(wire)),
            }
        }
    };
    let model = format!("{}:{}", wire.prefix(), known::example(wire));
    Way {
        wire,
        ready,
        line: format!("`--model {model}`: {remark}"),
    }
}

fn missing(wire: Wire) -> String {
    let key = wire.key_variable();
    match wire {
        Wire::OpenAi | Wire::OpenAiResponses => {
            format!("set `{key}`, or name a local server with `--base-url`")
        }
        Wire::Anthropic | Wire::Ollama => format!("set `{key}`"),
    }
}

fn ollama_remark(has_address: bool) -> String {
    match has_address {
        true => "needs no key; `OLLAMA_HOST` says where it runs".to_owned(),
        false => "needs no key; `ollama serve` must run on this machine".to_owned(),
    }
}
