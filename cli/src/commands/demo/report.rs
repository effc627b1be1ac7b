//! The demo as JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::Played;
use super::watcher::{Call, Moment, Run, Scene};
use crate::commands::run::report::ResultReport;
use crate::context::Context;
use crate::error::CommandError;
use crate::render;

/// What happened in the throw-away project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct DemoReport {
    /// The scenes, in their order: each begins with words of the agent.
    scenes: Vec<SceneReport>,
    /// The mission's result, as `tackle run --json` ends with it.
    mission: ResultReport,
    /// What the plugin wrote down.
    logbook: Vec<String>,
    /// Where the project is, if it was left.
    kept: Option<String>,
}

/// What happened between two words of the agent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneReport {
    /// What the agent said.
    title: String,
    /// The tools that were called.
    calls: Vec<CallReport>,
    /// What a helper answered.
    helpers: Vec<String>,
    /// How the goal stood.
    judged: Vec<JudgedReport>,
    /// The hooks that ran.
    runs: Vec<SceneRunReport>,
    /// What was told to the person.
    notes: Vec<String>,
}

/// A tool call.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CallReport {
    /// The tool.
    tool: String,
    /// The helper that called it; `null` where the agent did.
    helper: Option<String>,
    /// Its final input; `null` where it did not run.
    input: Option<Value>,
    /// Whether it did what it was asked.
    ok: bool,
    /// How it ended, in a few words.
    summary: String,
    /// Who refused it.
    refused_by: Option<String>,
}

/// A look at the goal.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct JudgedReport {
    /// Which time, from 1.
    round: u32,
    /// Whether it holds.
    met: bool,
    /// Why.
    reason: String,
}

/// One run of one hook, with all that went in and came out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SceneRunReport {
    /// The event's internal name.
    event: String,
    /// The run, as `tackle hooks run` prints it.
    run: Value,
    /// What it was told; `null` when it did not run.
    stdin: Option<String>,
    /// What it printed.
    stdout: Option<String>,
    /// Its error output.
    stderr: Option<String>,
}

/// Prints all scenes as one object.
pub(super) fn print(
    context: &mut Context,
    played: Played,
    kept: Option<PathBuf>,
) -> Result<(), CommandError> {
    let driven = played.driven;
    let report = DemoReport {
        scenes: played.scenes.into_iter().map(SceneReport::of).collect(),
        mission: ResultReport::of(&driven.record, &driven.end, driven.problems),
        logbook: played.logbook,
        kept: kept.map(|it| render::path_text(&it)),
    };
    Ok(render::json_line(&mut context.world.stdout, &report)?)
}

impl SceneReport {
    fn of(scene: Scene) -> SceneReport {
        let mut report = SceneReport {
            title: scene.title,
            calls: Vec::new(),
            helpers: Vec::new(),
            judged: Vec::new(),
            runs: Vec::new(),
            notes: Vec::new(),
        };
        for moment in scene.moments {
            report.take(moment);
        }
        report
    }

    fn take(&mut self, moment: Moment) {
        match moment {
            Moment::Hook(run) => self.runs.push(SceneRunReport::of(run)),
            Moment::Call(call) => self.calls.push(CallReport::of(call)),
            Moment::Helper(text) => self.helpers.push(text),
            Moment::Judged { round, met, reason } => {
                self.judged.push(JudgedReport { round, met, reason });
            }
            Moment::Note(text) => self.notes.push(text),
        }
    }
}

impl CallReport {
    fn of(call: Call) -> CallReport {
        CallReport {
            tool: call.tool,
            helper: call.helper,
            input: call.input,
            ok: call.ok,
            summary: call.summary,
            refused_by: call.refused_by,
        }
    }
}

impl SceneRunReport {
    fn of(run: Run) -> SceneRunReport {
        let (stdin, stdout, stderr) = match run.seen {
            Some(seen) => (Some(seen.stdin), Some(seen.stdout), Some(seen.stderr)),
            None => (None, None, None),
        };
        SceneRunReport {
            event: run.event,
            run: run.run,
            stdin,
            stdout,
            stderr,
        }
    }
}
