//! What a server says when it refuses.

use std::time::Duration;

use serde_json::Value;
use stdx::text::{cut_chars, printable};

/// How much of a server's words people are shown, in characters.
const MAX_SHOWN: usize = 400;

/// What a server said when it refused, in a status or within its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The status, or the one that stands for the kind of an error within an answer.
    pub(crate) status: u16,
    /// The server's own word for it: `overloaded_error`, `context_length_exceeded`.
    pub(crate) kind: String,
    /// What it says to people; may be empty, and is not cleaned yet.
    pub(crate) message: String,
    /// How long it asks to be left alone.
    pub(crate) after: Option<Duration>,
}

impl Refusal {
    /// Of an answer with this status.
    pub(crate) fn of_answer(status: u16, body: &str) -> Refusal {
        let value = serde_json::from_str::<Value>(body).ok();
        let said = value.as_ref().and_then(error_in);
        let (kind, message) = said.unwrap_or_else(|| (String::new(), words_of_page(body)));
        Refusal {
            status,
            kind,
            message,
            after: None,
        }
    }

    /// Of an error within an answer that began well: `{"error": …}` and its relatives.
    pub(crate) fn of_event(event: &Value) -> Option<Refusal> {
        let (kind, message) = error_in(event)?;
        let refusal = Refusal::within(kind, message);
        // Gateways hand on the status that they were given.
        let code = event.pointer("/error/code").and_then(Value::as_u64);
        let code = code.and_then(|it| u16::try_from(it).ok());
        let status = code.filter(|it| (400..600).contains(it));
        Some(Refusal {
            status: status.unwrap_or(refusal.status),
            ..refusal
        })
    }

    /// Of an error within an answer, of which kind and message are known.
    pub(crate) fn within(kind: String, message: String) -> Refusal {
        Refusal {
            status: status_of(&kind),
            kind,
            message,
            after: None,
        }
    }
}

/// Kind and message of the error in a JSON answer, in the shapes of the servers that speak these
/// wires: `{"error": {"type", "code", "message"}}`, `{"error": "…"}`, `{"message": "…"}`,
/// `{"detail": …}`.
fn error_in(value: &Value) -> Option<(String, String)> {
    // Some compatible servers wrap the object into a list.
    let value = value.get(0).unwrap_or(value);
    let error = value.get("error").filter(|it| !it.is_null());
    match error {
        Some(Value::Object(error)) => {
            let text = |name: &str| error.get(name).and_then(Value::as_str);
            let kind = text("code").or_else(|| text("type")).unwrap_or_default();
            let message = text("message").map(str::to_owned);
            let message = message.unwrap_or_else(|| Value::from(error.clone()).to_string());
            Some((kind.to_owned(), message))
        }
        Some(error) => Some((String::new(), as_words(error))),
        None => {
            let said = ["message", "detail"].iter().find_map(|it| value.get(it))?;
            said.is_string().then(|| (String::new(), as_words(said)))
        }
    }
}

fn as_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The title of a page of HTML, or the beginning of whatever else it is.
pub(crate) fn words_of_page(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title>").map(|it| it + "<title>".len());
    let title = title.and_then(|start| {
        let length = lower[start..].find("</title>")?;
        Some(text[start..start + length].trim().to_owned())
    });
    title.unwrap_or_else(|| text.trim().to_owned())
}

/// A stranger's words as people are shown them: one line, cut, without what moves a cursor.
pub(crate) fn shown(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match cut_chars(&printable(&one_line), MAX_SHOWN) {
        (text, true) => format!("{text}…"),
        (text, false) => text.to_owned(),
    }
}

/// The status that stands for an error which comes after a good one. What nobody can name is the
/// server's own fault.
fn status_of(kind: &str) -> u16 {
    match kind {
        "invalid_request_error"
        | "invalid_prompt"
        | "context_length_exceeded"
        | "exceed_context_size_error" => 400,
        "authentication_error" | "invalid_api_key" => 401,
        "permission_error" => 403,
        "not_found_error" | "model_not_found" => 404,
        "request_too_large" => 413,
        "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" => 429,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => 500,
    }
}
