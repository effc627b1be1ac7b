//! A server that is a program of ours.

mod group;
mod lookup;
mod stderr;

use std::process::Stdio;
use std::time::Duration;

use stdx::Timer;
use tokio::process::{ChildStdin, ChildStdout, Command};

use crate::error::McpError;
use crate::options::ConnectOptions;
use group::Group;
use stderr::Tail;

/// Between two looks at whether a program has left.
const LOOK: Duration = Duration::from_millis(10);

/// How long the last words of a program are waited for once it has ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What is started.
pub(crate) struct Start<'a> {
    pub(crate) command: &'a str,
    pub(crate) args: &'a [String],
    pub(crate) env: &'a [(String, String)],
}

/// A running program with everything that it started.
#[derive(Debug)]
pub(crate) struct Program {
    group: Group,
    stderr: Tail,
}

/// Both ends of the conversation.
pub(crate) type Pipes = (ChildStdout, ChildStdin);

impl Program {
    /// Starts it in a process group of its own. Needs a runtime of tokio.
    pub(crate) fn start(
        start: &Start<'_>,
        options: &ConnectOptions,
    ) -> Result<(Program, Pipes), McpError> {
        let mut child = command(start, options)?.spawn().map_err(|it| {
            let command = start.command.to_owned();
            match it.kind() {
                std::io::ErrorKind::NotFound => McpError::NotFound { command },
                _ => McpError::NotStarted {
                    command,
                    why: it.to_string(),
                },
            }
        })?;
        let pipes = "all three pipes were asked for";
        let stdout = child.stdout.take().expect(pipes);
        let stdin = child.stdin.take().expect(pipes);
        let stderr = Tail::of(child.stderr.take().expect(pipes));
        let group = Group::new(child);
        Ok((Program { group, stderr }, (stdout, stdin)))
    }

    /// What it wrote last to its standard error, and how it ended if it has.
    pub(crate) async fn last_words(&self, timer: &dyn Timer) -> (String, Option<String>) {
        if self.has_left_within(timer, LAST_WORDS).await {
            let _ = crate::race::within(timer, LAST_WORDS, self.stderr.ended()).await;
        }
        (self.stderr.lines(), self.group.ended())
    }

    /// Waits for it to leave, now that nobody speaks to it; then tells it to, then kills it with
    /// everything that it started.
    pub(crate) async fn end(mut self, timer: &dyn Timer, grace: Duration) {
        if !self.has_left_within(timer, grace).await {
            self.group.ask_to_leave();
            self.has_left_within(timer, grace).await;
        }
        self.group.kill();
        let _ = crate::race::within(timer, grace, self.group.reap()).await;
    }

    async fn has_left_within(&self, timer: &dyn Timer, grace: Duration) -> bool {
        let watch = async {
            while !self.group.has_left() {
                timer.sleep(LOOK).await;
            }
        };
        crate::race::within(timer, grace, watch).await.is_some()
    }
}

/// Not by way of `procs`, which runs a program to its end: a server is a conversation. A program
/// that is named by its path, and a group in place of a session, keep to `posix_spawn`.
fn command(start: &Start<'_>, options: &ConnectOptions) -> Result<Command, McpError> {
    let program = lookup::find(start.command, options).ok_or_else(|| McpError::NotFound {
        command: start.command.to_owned(),
    })?;
    let mut command = Command::new(program);
    command
        .args(start.args)
        .env_clear()
        .envs(options.environment.iter().map(|(name, value)| (name, value)))
        .envs(start.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&options.cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    Ok(command)
}
