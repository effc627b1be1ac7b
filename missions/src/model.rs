//! What a model is asked, and what it answers.

use std::fmt::Debug;
use std::time::Duration;

use stdx::{Cancel, Pending};

use crate::message::{Message, ToolCall, Usage};
use crate::tool::ToolSpec;

/// A model behind any wire, or a script.
///
/// The loop calls it once for each step, from whichever thread polls the mission; helpers and judges
/// call it at the same time. It retries what is worth retrying by itself, and hands on what is said
/// piece by piece through [`ModelCx::words`].
pub trait Model: Debug + Send + Sync {
    /// What a person knows it by: `anthropic:claude-sonnet-5`, `scripted:demo.json`.
    fn name(&self) -> &str;

    /// How many tokens a conversation may have; `None` where nobody knows.
    fn context_tokens(&self) -> Option<u64> {
        None
    }

    /// Asks for one reply. Dropping the future ends the request.
    fn reply<'a>(
        &'a self,
        request: Request<'a>,
        cx: ModelCx<'a>,
    ) -> Pending<'a, Result<Reply, ModelError>>;
}

/// A request: the conversation so far, and what may be used to go on.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The system prompt.
    pub system: &'a str,
    /// The conversation. The last message is never the model's own.
    pub messages: &'a [Message],
    /// The tools that may be called; empty for a judge.
    pub tools: &'a [ToolSpec],
    /// How many tool results the conversation has had, those that were summarised away included.
    pub n_results: usize,
    /// The most tokens that the reply may have.
    pub max_output_tokens: Option<u64>,
}

/// What surrounds a request.
#[derive(Clone, Copy, Debug)]
pub struct ModelCx<'a> {
    /// Ends it.
    pub cancel: &'a Cancel,
    /// Hears what is said while it is said.
    pub words: &'a dyn Words,
}

/// Hears a model speak, and why it is silent.
pub trait Words: Debug + Send + Sync {
    /// The next piece of the reply's text.
    fn said(&self, piece: &str);

    /// The request is made again after `wait`, for this reason. What was said so far does not count.
    fn retries(&self, reason: &str, wait: Duration);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWords;

impl Words for NoWords {
    fn said(&self, _piece: &str) {}

    fn retries(&self, _reason: &str, _wait: Duration) {}
}

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Its words; may be empty.
    pub text: String,
    /// The tools it wants to run; empty when it has finished.
    pub calls: Vec<ToolCall>,
    /// What it cost.
    pub usage: Usage,
    /// Why it stopped.
    pub stop: Stop,
}

/// Why a model stopped speaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// It had finished, or waits for its tools.
    #[default]
    End,
    /// The reply became too long: what is there is not all.
    Length,
    /// It refused to answer.
    Refused,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The key is missing or was refused.
    #[error("{message}")]
    Key {
        /// What the server said, or which variable is empty.
        message: String,
    },
    /// The conversation is longer than the model takes.
    #[error("the conversation is too long for the model: {message}")]
    TooLong {
        /// What the server said.
        message: String,
    },
    /// The server could not be reached, was busy too long, or broke off; it was tried `attempts` times.
    #[error("{message}{}", tried(*attempts))]
    Unavailable {
        /// What happened last.
        message: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The server answered something that makes no sense, or refused the request.
    #[error("{message}")]
    Answer {
        /// What it said, cut to what a person can read.
        message: String,
    },
    /// Somebody cancelled.
    #[error("cancelled: {reason}")]
    Cancelled {
        /// Why.
        reason: String,
    },
}

fn tried(attempts: u32) -> String {
    match attempts {
        0 | 1 => String::new(),
        n => format!(" (tried {n} times)"),
    }
}
