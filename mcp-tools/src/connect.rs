//! Opens a conversation with a server.

use std::time::Duration;

use serde_json::{Map, Value};
use stdx::Cancel;

use crate::error::McpError;
use crate::options::ConnectOptions;
use crate::outcome::CallOutcome;
use crate::program::{Program, Start};
use crate::race::{First, Limits};
use crate::spec::{Reach, ServerSpec};
use crate::wire::{Link, Listed};

/// How long it is waited for a conversation to end before its program is asked to leave.
const GOODBYE: Duration = Duration::from_millis(500);

/// A server that runs and has listed its tools.
///
/// Dropping it kills its program; [`Connected::close`] lets it leave by itself first.
#[derive(Debug)]
pub struct Connected {
    name: String,
    link: Link,
    // Declared after the link: what is spoken to goes after who speaks.
    program: Option<Program>,
    tools: Vec<Listed>,
    options: ConnectOptions,
}

/// Starts or reaches a server and asks for its tools. Must be polled within a runtime of tokio whose
/// network and time are enabled, and which lives as long as the connection.
///
/// # Errors
/// The program cannot be started, nobody answers in time, or what answers does not speak MCP. No
/// process is left then.
pub async fn connect(spec: &ServerSpec, options: &ConnectOptions) -> Result<Connected, McpError> {
    let (program, link) = match &spec.reach {
        Reach::Program { command, args, env } => {
            let start = Start { command, args, env };
            let (program, pipes) = Program::start(&start, options)?;
            let res = opened(Link::over_pipes(pipes), options).await;
            (Some(program), res)
        }
        Reach::Http { url, headers } => {
            let res = opened(Link::over_http(url, headers), options).await;
            (None, res)
        }
    };
    match link {
        Ok((link, tools)) => Ok(Connected {
            name: spec.name.clone(),
            link,
            program,
            tools,
            options: options.clone(),
        }),
        Err(error) => Err(with_last_words(error, program, options).await),
    }
}

async fn opened(
    opening: impl Future<Output = Result<Link, McpError>>,
    options: &ConnectOptions,
) -> Result<(Link, Vec<Listed>), McpError> {
    let limits = Limits {
        timer: &*options.timer,
        after: options.start_timeout,
        cancel: &options.cancel,
    };
    let work = async {
        let link = opening.await?;
        let tools = link.tools().await?;
        Ok((link, tools))
    };
    match limits.race(work).await {
        First::Done(res) => res,
        First::Late => Err(McpError::SilentStart {
            after: options.start_timeout,
            stderr: String::new(),
        }),
        First::Cancelled(reason) => Err(McpError::Cancelled { reason }),
    }
}

/// The error with what the program said, which is ended.
async fn with_last_words(
    error: McpError,
    program: Option<Program>,
    options: &ConnectOptions,
) -> McpError {
    let Some(program) = program else {
        return error;
    };
    let timer = &*options.timer;
    let (stderr, ended) = program.last_words(timer).await;
    program.end(timer, Duration::ZERO).await;
    match error {
        McpError::SilentStart { after, .. } => McpError::SilentStart { after, stderr },
        McpError::Start { why, .. } | McpError::Gone { why } => McpError::Start {
            why: ended.map_or(why, |it| format!("it ended with {it}")),
            stderr,
        },
        other => other,
    }
}

impl Connected {
    /// Its name, as it was configured.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn tools(&self) -> &[Listed] {
        &self.tools
    }

    /// Calls a tool by the name that the server gave it. Needs no runtime.
    ///
    /// # Errors
    /// The server has no such tool, refuses, is gone, or gives no answer in time; or somebody
    /// cancelled. A tool that could not do what it was asked is an outcome.
    pub async fn call(
        &self,
        tool: &str,
        input: &Map<String, Value>,
        cancel: &Cancel,
    ) -> Result<CallOutcome, McpError> {
        if !self.tools.iter().any(|it| it.name == tool) {
            return Err(McpError::NoTool {
                server: self.name.clone(),
                tool: tool.to_owned(),
            });
        }
        let after = self.options.call_timeout;
        let limits = Limits {
            timer: &*self.options.timer,
            after,
            cancel,
        };
        match limits.race(self.link.call(tool, input)).await {
            First::Done(res) => res,
            First::Late => Err(McpError::Timeout { after }),
            First::Cancelled(reason) => Err(McpError::Cancelled { reason }),
        }
    }

    /// Ends the conversation and the program with everything that it started, within about
    /// three times the grace of the options and half a second.
    pub async fn close(self) {
        let (timer, grace) = (&*self.options.timer, self.options.grace);
        self.link.close(timer, GOODBYE).await;
        if let Some(program) = self.program {
            program.end(timer, grace).await;
        }
    }
}
