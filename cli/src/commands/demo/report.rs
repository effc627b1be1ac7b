//! The demo as JSON.

use std::path::PathBuf;

use hooks_core::{DialectId, HookRun, RunStatus};
use serde::Serialize;
use serde_json::{Map, Value};
use stdx::Problem;

use super::{Played, Seen};
use crate::context::Context;
use crate::error::CommandError;
use crate::render;

/// What happened in the throw-away project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct DemoReport<'a> {
    /// The scenes, in the order in which they were played.
    scenes: Vec<SceneReport<'a>>,
    /// Where the project is, if it was left.
    kept: Option<String>,
}

/// One event and what the hooks said of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneReport<'a> {
    /// What it shows.
    title: &'a str,
    /// The event.
    event: &'a str,
    /// What the hooks decided together.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Verdict"))]
    verdict: &'a str,
    /// The final input of the tool, if a hook changed it.
    input: Option<&'a Map<String, Value>>,
    /// Texts for the agent, in declared order.
    contexts: &'a [String],
    /// Texts for the agent beside a tool's result.
    feedback: &'a [String],
    /// Why the agent goes on although it wanted to finish.
    keep_going: Option<&'a str>,
    /// Every run, in declared order.
    runs: Vec<SceneRunReport<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// One run of one hook, with all that went in and came out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneRunReport<'a> {
    /// The hook's id.
    id: &'a str,
    /// Whose rules it follows.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    dialect: DialectId,
    /// What a person recognises it by.
    command: &'a str,
    /// How it ended.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Status"))]
    status: RunStatus,
    /// Its exit code.
    exit_code: Option<i32>,
    /// What it was told; null when it did not run.
    stdin: Option<&'a str>,
    /// What it printed.
    stdout: Option<&'a str>,
    /// Its error output.
    stderr: Option<&'a str>,
}

/// Prints all scenes as one object.
pub(super) fn print(
    context: &mut Context,
    played: &[Played],
    kept: Option<PathBuf>,
) -> Result<(), CommandError> {
    let report = DemoReport {
        scenes: played.iter().map(SceneReport::of).collect(),
        kept: kept.map(|it| render::path_text(&it)),
    };
    Ok(render::json_line(&mut context.world.stdout, &report)?)
}

impl<'a> SceneReport<'a> {
    fn of(played: &'a Played) -> SceneReport<'a> {
        let outcome = &played.fired.outcome;
        let run = |it| SceneRunReport::of(it, &played.seen);
        SceneReport {
            title: played.scene.title,
            event: &played.fired.word,
            verdict: outcome.verdict.as_str(),
            input: outcome.input.as_ref(),
            contexts: &outcome.contexts,
            feedback: &outcome.feedback,
            keep_going: outcome.keep_going.as_deref(),
            runs: outcome.runs.iter().map(run).collect(),
            problems: &outcome.problems,
        }
    }
}

impl<'a> SceneRunReport<'a> {
    fn of(run: &'a HookRun, seen: &'a [Seen]) -> SceneRunReport<'a> {
        let seen = seen.iter().find(|it| it.id == run.id);
        SceneRunReport {
            id: &run.id,
            dialect: run.dialect,
            command: &run.command,
            status: run.status,
            exit_code: run.exit_code,
            stdin: seen.map(|it| it.stdin.as_str()),
            stdout: seen.map(|it| it.stdout.as_str()),
            stderr: seen.map(|it| it.stderr.as_str()),
        }
    }
}
