//! `run_command`: a command line in a shell, in time, within bounds, in a sandbox where there is one.

mod options;
mod report;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use procs::{Limits, Spec};
use serde_json::{Map, Value};
use stdx::Pending;

pub use options::{Confinement, Launcher, ShellOptions};
use report::{KEEP, report};

use crate::guard::{Guard, Purpose};
use crate::input::{self, number_property, schema, text_property};

/// The time that a command has unless it asks for another one, in seconds.
const TIMEOUT: u64 = 120;
/// The time that it has at most, in seconds.
const LONGEST: u64 = 600;

/// Variables that keep a program from waiting for a person.
const QUIET: [(&str, &str); 4] = [
    ("GIT_TERMINAL_PROMPT", "0"),
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("TERM", "dumb"),
];

/// Runs a command line.
#[derive(Debug)]
pub(crate) struct RunCommand {
    spec: ToolSpec,
    guard: Arc<Guard>,
    options: ShellOptions,
}

impl RunCommand {
    pub(crate) fn new(guard: Arc<Guard>, options: ShellOptions) -> RunCommand {
        let properties = [
            text_property("command", "The command line, for a POSIX shell."),
            text_property("cwd", "The folder to run it in; the project unless given."),
            number_property(
                "timeout_seconds",
                "After how many seconds it is ended with all it started; 120 unless given, at most \
                 600.",
            ),
        ];
        let reach = options.confinement.describe();
        let spec = ToolSpec {
            name: "run_command".to_owned(),
            description: format!(
                "Runs a command line in a shell and gives its output and exit code. There is no \
                 terminal and no input, so it must ask nothing. {reach}"
            ),
            input_schema: schema(properties, &["command"]),
        };
        RunCommand {
            spec,
            guard,
            options,
        }
    }

    fn folder(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<PathBuf, String> {
        let cwd = input::optional_text(input, "cwd").unwrap_or(".");
        self.guard
            .check(cwd, cx.cwd, Purpose::Look)
            .map_err(|it| it.to_string())
    }

    fn prepare(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<Spec, String> {
        let command = input::text(input, "command")?;
        let seconds = input::number(input, "timeout_seconds").unwrap_or(TIMEOUT);
        let shell = [
            self.options.program.clone().into(),
            "-c".into(),
            command.into(),
        ];
        let (program, args) = self.options.confinement.wrap(shell);
        Ok(Spec {
            program,
            args,
            env: self.environment(cx),
            cwd: self.folder(input, cx)?,
            stdin: Arc::from([]),
            timeout: Duration::from_secs(seconds.clamp(1, LONGEST)),
            limits: Limits {
                stdout: KEEP,
                stderr: KEEP,
            },
            grace: Spec::GRACE,
        })
    }

    fn environment(&self, cx: &ToolCx<'_>) -> Vec<(OsString, OsString)> {
        let own = |it: &(OsString, OsString)| {
            it.0 == "TACKLE_TRAIL" || QUIET.iter().any(|(name, _)| it.0 == *name)
        };
        let base = self.options.env.iter().filter(|it| !own(it)).cloned();
        let quiet = QUIET.map(|(name, value)| (name.into(), value.into()));
        let trail = ("TACKLE_TRAIL".into(), OsString::from(cx.trail));
        let trail = Some(trail).filter(|_| !cx.trail.is_empty());
        base.chain(quiet).chain(trail).collect()
    }

    async fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> ToolResult {
        let spec = match self.prepare(input, cx) {
            Ok(it) => it,
            Err(why) => return ToolResult::failed(why),
        };
        let timeout = spec.timeout;
        match procs::start(spec, cx.cancel.clone()).await {
            Ok(finished) => report(&finished, timeout),
            Err(error) => ToolResult::failed(match error.hint() {
                Some(hint) => format!("{error} ({hint})"),
                None => error.to_string(),
            }),
        }
    }
}

impl Tool for RunCommand {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn preview(&self, input: &Map<String, Value>, _cx: &ToolCx<'_>) -> Option<String> {
        let command = input::text(input, "command").ok()?;
        Some(match input::optional_text(input, "cwd") {
            Some(cwd) => format!("in {cwd}: {command}"),
            None => command.to_owned(),
        })
    }

    /// The sandbox keeps the command itself in bounds: a shell's language hides a path too well to
    /// look for it in the text.
    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        self.folder(input, cx).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { self.work(input, &cx).await })
    }
}
