//! Why a server did not start or a call gave nothing.

use std::time::Duration;

/// Why a server did not start or a call gave nothing.
///
/// What a server said is in these messages; it carries no terminal escapes and is cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum McpError {
    /// No program has this name.
    #[error("the program `{command}` was not found")]
    NotFound {
        /// As it was configured.
        command: String,
    },
    /// The system would not start the program.
    #[error("the program `{command}` could not be started: {why}")]
    NotStarted {
        /// As it was configured.
        command: String,
        /// What the system said.
        why: String,
    },
    /// The server did not answer in time while it was starting.
    #[error("the server did not answer within {} s{}", .after.as_secs(), said(.stderr))]
    SilentStart {
        /// How long was waited.
        after: Duration,
        /// The last lines it wrote to its standard error.
        stderr: String,
    },
    /// The conversation could not be opened.
    #[error("the server did not start: {why}{}", said(.stderr))]
    Start {
        /// What went wrong.
        why: String,
        /// The last lines it wrote to its standard error.
        stderr: String,
    },
    /// The server wants somebody to log in.
    #[error("the server wants a login")]
    Login,
    /// No server with this name is running.
    #[error("no server `{server}` is running")]
    NoServer {
        /// As it was asked for.
        server: String,
    },
    /// The server has no such tool.
    #[error("the server `{server}` has no tool `{tool}`")]
    NoTool {
        /// The server.
        server: String,
        /// As it was asked for.
        tool: String,
    },
    /// A call took too long; the server was told that it is over.
    #[error("the server gave no answer within {} s", .after.as_secs())]
    Timeout {
        /// How long was waited.
        after: Duration,
    },
    /// Somebody cancelled; the server was told.
    #[error("cancelled: {reason}")]
    Cancelled {
        /// Why.
        reason: String,
    },
    /// The server refused the call itself.
    #[error("the server refused the call: {why}")]
    Refused {
        /// What it said.
        why: String,
    },
    /// The connection is gone.
    #[error("the server is gone: {why}")]
    Gone {
        /// What went wrong.
        why: String,
    },
}

impl McpError {
    /// What to do next, where that is not plain.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            McpError::NotFound { .. } => Some("install it, or write its whole path"),
            McpError::Login => {
                Some("give a token in `headers`, as `\"Authorization\": \"Bearer ${TOKEN}\"`")
            }
            McpError::SilentStart { .. } | McpError::Start { .. } => {
                Some("run its command by hand: it must speak MCP on its standard output")
            }
            McpError::NotStarted { .. }
            | McpError::NoServer { .. }
            | McpError::NoTool { .. }
            | McpError::Timeout { .. }
            | McpError::Cancelled { .. }
            | McpError::Refused { .. }
            | McpError::Gone { .. } => None,
        }
    }
}

fn said(stderr: &str) -> String {
    match stderr {
        "" => String::new(),
        _ => format!("; it said: {stderr}"),
    }
}

/// What a stranger said, in one line that a person can read: no escapes, and no more than a few
/// hundred characters.
pub(crate) fn quoted(text: &str) -> String {
    let text = stdx::text::printable(text.trim());
    let line = text.lines().map(str::trim).collect::<Vec<_>>().join(" / ");
    let (start, cut) = stdx::text::cut_chars(&line, 400);
    format!("{start}{}", if cut { "…" } else { "" })
}
