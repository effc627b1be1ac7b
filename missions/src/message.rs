//! What a conversation is made of.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One message of a conversation, in the order in which the model sees them.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// An instruction, or something told to the agent: a hook's context, a judge's reason.
    User(String),
    /// What the model said and asked for.
    Assistant {
        /// Its words; may be empty.
        text: String,
        /// The tools it wants to run, in its order.
        calls: Vec<ToolCall>,
    },
    /// What one tool call gave.
    Result {
        /// The call's id.
        call_id: String,
        /// The tool's name as the model said it.
        tool: String,
        /// What the model reads.
        text: String,
        /// Whether the tool did what it was asked.
        success: Success,
    },
}

/// A tool that the model wants to run.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The id that pairs the call with its result; unique within a conversation.
    pub id: String,
    /// The tool's name, which may be one that does not exist.
    pub name: String,
    /// Its input. An object where the model behaves; the raw text of the arguments where they were
    /// not JSON, so that validation can say so.
    pub input: Value,
}

/// Whether a tool did what it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Success {
    /// It did.
    #[default]
    Yes,
    /// It did not; the text says why.
    No,
}

/// What a model call cost, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request that were not cached.
    pub input_tokens: u64,
    /// Tokens of the reply.
    pub output_tokens: u64,
    /// Tokens of the request that came from a cache.
    #[serde(default)]
    pub cached_tokens: u64,
}

impl Usage {
    /// All tokens together.
    pub fn total(&self) -> u64 {
        self.input_tokens + self.output_tokens + self.cached_tokens
    }

    /// This and `other` together.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
            cached_tokens: self.cached_tokens + other.cached_tokens,
        }
    }
}
