//! What was said in a session, read from its transcript and never changed by that.

use missions::{History, Message, SessionRecord, Success};
use serde::Serialize;
use serde_json::Value;
use stdx::fs::{Limit, read};

use crate::error::CommandError;

/// The longest transcript that is shown.
const LIMIT: Limit = Limit::mebibytes(256);

/// One message of a conversation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct MessageReport {
    /// `user`, `assistant` or `tool`.
    pub(super) role: &'static str,
    /// The words.
    pub(super) text: String,
    /// The tools that the agent wanted to run.
    pub(super) calls: Vec<CallReport>,
    /// The tool that gave this result.
    pub(super) tool: Option<String>,
    /// Whether it did what it was asked; `null` where no tool speaks.
    pub(super) ok: Option<bool>,
}

/// A tool call.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CallReport {
    /// The call's id.
    pub(super) id: String,
    /// The tool.
    pub(super) tool: String,
    /// What it was given.
    pub(super) input: Value,
}

/// The conversation. A session that nothing was said in has no file yet; a line that is not ended
/// belongs to somebody who writes just now, or was torn.
pub(super) fn history(session: &SessionRecord) -> Result<History, CommandError> {
    let mut history = History::default();
    if !session.transcript.exists() {
        return Ok(history);
    }
    let bytes = read(&session.transcript, LIMIT)?;
    let lines = bytes.split_inclusive(|it| *it == b'\n');
    for line in lines.filter(|it| it.ends_with(b"\n")) {
        history.take(line, &session.transcript);
    }
    Ok(history)
}

impl MessageReport {
    pub(super) fn of(message: &Message) -> MessageReport {
        match message {
            Message::User(text) => MessageReport::plain("user", text),
            Message::Assistant { text, calls } => MessageReport {
                calls: calls
                    .iter()
                    .map(|it| CallReport {
                        id: it.id.clone(),
                        tool: it.name.clone(),
                        input: it.input.clone(),
                    })
                    .collect(),
                ..MessageReport::plain("assistant", text)
            },
            Message::Result {
                tool,
                text,
                success,
                ..
            } => MessageReport {
                tool: Some(tool.clone()),
                ok: Some(*success == Success::Yes),
                ..MessageReport::plain("tool", text)
            },
        }
    }

    fn plain(role: &'static str, text: &str) -> MessageReport {
        MessageReport {
            role,
            text: text.to_owned(),
            calls: Vec::new(),
            tool: None,
            ok: None,
        }
    }
}
