//! What a failed attempt means: try again, or give up with these words.

use std::time::Duration;

use missions::ModelError;

use crate::refusal::{Refusal, shown, words_of_page};
use crate::server::Server;
use crate::spec::Wire;

/// Why an attempt gave no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Another attempt may go better.
    Again {
        /// What happened, for people.
        message: String,
        /// How long the server asks to be left alone.
        after: Option<Duration>,
    },
    /// The server said nothing for long: another attempt may go better, but not five.
    Silent {
        /// What happened, for people.
        message: String,
    },
    /// Every attempt would end the same way.
    Final(ModelError),
}

impl Failure {
    /// Another attempt may go better, and nobody says when.
    pub(crate) fn again(message: String) -> Failure {
        Failure::Again {
            message,
            after: None,
        }
    }
}

/// Statuses after which the same request may succeed.
const PASSING: [u16; 9] = [408, 409, 425, 429, 500, 502, 503, 504, 529];

/// Kinds that come with a passing status and do not pass: somebody has to pay first.
const LASTING: [&str; 2] = ["insufficient_quota", "billing_error"];

/// How servers say that a conversation is too long, beside the kinds in [`TOO_LONG_KINDS`].
const TOO_LONG_WORDS: [&str; 10] = [
    "prompt is too long",
    "exceed context limit",
    "exceeds the context window",
    "maximum context length",
    "context length exceeded",
    "exceeds the context length",
    "exceeds context length",
    "exceeds the available context size",
    "exceeds the maximum number of tokens",
    "reduce the length of the messages",
];

/// The kinds of a conversation that is too long.
const TOO_LONG_KINDS: [&str; 3] = [
    "context_length_exceeded",
    "exceed_context_size_error",
    "request_too_large",
];

/// What a refusal means.
pub(crate) fn judge(server: &Server, refusal: &Refusal) -> Failure {
    let message = said(server, &refusal.message);
    if is_too_long(refusal) {
        return Failure::Final(ModelError::TooLong { message });
    }
    let told = told(server, refusal.status, &message);
    let is_passing = PASSING.contains(&refusal.status);
    if is_passing && !LASTING.contains(&refusal.kind.as_str()) {
        return Failure::Again {
            message: told,
            after: refusal.after,
        };
    }
    match refusal.status {
        401 | 403 => Failure::Final(ModelError::Key {
            message: key_words(server, &told),
        }),
        404 if server.spec.wire == Wire::Ollama => answer(format!(
            "{told}; `ollama pull {}` fetches it",
            server.spec.name
        )),
        300..=399 => answer(format!("{told}; redirects are not followed")),
        _ => answer(told),
    }
}

/// An answer of no known shape.
pub(crate) fn nonsense(server: &Server, text: &str) -> Failure {
    let is_page = text.trim_start().starts_with('<');
    let what = match is_page {
        true => "a web page",
        false => "something that is no JSON",
    };
    answer(format!(
        "`{}` answered with {what}: {}",
        server.address.shown,
        said(server, &words_of_page(text))
    ))
}

/// No attempt would give a reply.
pub(crate) fn answer(message: String) -> Failure {
    Failure::Final(ModelError::Answer { message })
}

/// Somebody cancelled.
pub(crate) fn cancelled(reason: String) -> Failure {
    Failure::Final(ModelError::Cancelled { reason })
}

/// A stranger's words without our key and without what moves a cursor. The key goes first: what
/// is cut can no longer be recognised.
pub(crate) fn said(server: &Server, text: &str) -> String {
    let text = match &server.key {
        Some(key) => key.hidden_in(text),
        None => text.to_owned(),
    };
    shown(&text)
}

fn told(server: &Server, status: u16, message: &str) -> String {
    let host = &server.address.shown;
    match message {
        "" => format!("`{host}` answered with status {status}"),
        message => format!("`{host}` answered with status {status}: {message}"),
    }
}

fn key_words(server: &Server, told: &str) -> String {
    let variable = server.spec.wire.key_variable();
    match server.key {
        Some(_) => format!("the key in `{variable}` was refused: {told}"),
        None => format!("`{variable}` is empty and the server wants a key: {told}"),
    }
}

/// A limit of tokens for each minute passes and is another matter, though it has similar words.
fn is_too_long(refusal: &Refusal) -> bool {
    if matches!(refusal.status, 401 | 403 | 429) {
        return false;
    }
    let words = refusal.message.to_lowercase();
    refusal.status == 413
        || TOO_LONG_KINDS.contains(&refusal.kind.as_str())
        || TOO_LONG_WORDS.iter().any(|it| words.contains(it))
}
