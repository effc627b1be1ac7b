//! What a person writes to name a model.

use std::fmt;

use stdx::text::nearest;

use crate::known;

/// A model and the wire on which it is reached: `anthropic:claude-sonnet-5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSpec {
    /// How the server speaks.
    pub wire: Wire,
    /// The model's name as its server knows it; never empty.
    pub name: String,
}

/// How a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wire {
    /// Anthropic's Messages, `anthropic:NAME`.
    Anthropic,
    /// Chat completions of OpenAI and of the many servers that speak like it, `openai:NAME`.
    OpenAi,
    /// OpenAI's Responses, `openai-responses:NAME`.
    OpenAiResponses,
    /// Ollama's chat, `ollama:NAME`.
    Ollama,
}

impl Wire {
    /// All of them, in the order in which people are told of them.
    pub const ALL: [Wire; 4] = [
        Wire::Anthropic,
        Wire::OpenAi,
        Wire::OpenAiResponses,
        Wire::Ollama,
    ];

    /// What stands before the colon.
    pub fn prefix(self) -> &'static str {
        match self {
            Wire::Anthropic => "anthropic",
            Wire::OpenAi => "openai",
            Wire::OpenAiResponses => "openai-responses",
            Wire::Ollama => "ollama",
        }
    }

    /// The variable that holds the key.
    pub fn key_variable(self) -> &'static str {
        match self {
            Wire::Anthropic => "ANTHROPIC_API_KEY",
            Wire::OpenAi | Wire::OpenAiResponses => "OPENAI_API_KEY",
            Wire::Ollama => "OLLAMA_API_KEY",
        }
    }

    /// The variable that holds the server's address, where `--base-url` does not say it.
    pub fn address_variable(self) -> &'static str {
        match self {
            Wire::Anthropic => "ANTHROPIC_BASE_URL",
            Wire::OpenAi | Wire::OpenAiResponses => "OPENAI_BASE_URL",
            Wire::Ollama => "OLLAMA_HOST",
        }
    }
}

impl ModelSpec {
    /// Reads `PROVIDER:NAME`. The name may have colons of its own, as Ollama's do.
    pub fn parse(text: &str) -> Result<ModelSpec, SpecError> {
        let Some((prefix, name)) = text.trim().split_once(':') else {
            return Err(SpecError::NoProvider {
                text: text.trim().to_owned(),
            });
        };
        let wire = Wire::ALL.into_iter().find(|it| it.prefix() == prefix);
        let wire = wire.ok_or_else(|| SpecError::UnknownProvider {
            provider: prefix.to_owned(),
        })?;
        match name.trim() {
            "" => Err(SpecError::NoName { wire }),
            name => Ok(ModelSpec {
                wire,
                name: name.to_owned(),
            }),
        }
    }
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.wire.prefix(), self.name)
    }
}

/// Why a text names no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no colon in it.
    #[error("a model is written `PROVIDER:NAME`, found `{text}`")]
    NoProvider {
        /// What was written.
        text: String,
    },
    /// Nobody knows what stands before the colon.
    #[error(
        "no provider is called `{provider}`, expected `anthropic`, `openai`, `openai-responses` or `ollama`"
    )]
    UnknownProvider {
        /// What was written before the colon.
        provider: String,
    },
    /// Nothing stands after the colon.
    #[error("`{}:` names no model", wire.prefix())]
    NoName {
        /// The wire that was named.
        wire: Wire,
    },
}

impl SpecError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            SpecError::NoProvider { text } => match known::wire_of(text) {
                Some(wire) => format!("did you mean `{}:{text}`?", wire.prefix()),
                None => "for example `ollama:qwen3`, or `openai:NAME` with `--base-url`".to_owned(),
            },
            SpecError::UnknownProvider { provider } => {
                let prefixes = Wire::ALL.into_iter().map(Wire::prefix);
                match nearest(provider, prefixes) {
                    Some(prefix) => format!("did you mean `{prefix}`?"),
                    None => "servers that speak like OpenAI are reached by `openai:NAME` with `--base-url`"
                        .to_owned(),
                }
            }
            SpecError::NoName { wire } => {
                format!("for example `{}:{}`", wire.prefix(), known::example(*wire))
            }
        }
    }
}
