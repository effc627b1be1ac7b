//! The demo as JSON.

use std::path::PathBuf;

use hooks_core::HookRun;
use serde_json::{Value, json};

use super::{Played, Seen};
use crate::context::Context;
use crate::error::CommandError;
use crate::render;

/// Prints all scenes as one object.
pub(super) fn print(
    context: &mut Context,
    played: &[Played],
    kept: Option<PathBuf>,
) -> Result<(), CommandError> {
    let scenes: Vec<_> = played.iter().map(scene).collect();
    let kept = kept.map(|it| render::path_text(&it));
    let value = json!({ "scenes": scenes, "kept": kept });
    Ok(render::json_line(&mut context.world.stdout, &value)?)
}

fn scene(played: &Played) -> Value {
    let outcome = &played.fired.outcome;
    let runs: Vec<_> = outcome
        .runs
        .iter()
        .map(|it| run(it, &played.seen))
        .collect();
    json!({
        "title": played.scene.title,
        "event": played.fired.word,
        "verdict": outcome.verdict.as_str(),
        "input": outcome.input,
        "contexts": outcome.contexts,
        "feedback": outcome.feedback,
        "keep_going": outcome.keep_going,
        "runs": runs,
        "problems": outcome.problems,
    })
}

fn run(run: &HookRun, seen: &[Seen]) -> Value {
    let seen = seen.iter().find(|it| it.id == run.id);
    json!({
        "id": run.id,
        "dialect": run.dialect,
        "command": run.command,
        "status": run.status,
        "exit_code": run.exit_code,
        "stdin": seen.map(|it| &it.stdin),
        "stdout": seen.map(|it| &it.stdout),
        "stderr": seen.map(|it| &it.stderr),
    })
}
