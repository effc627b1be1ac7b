//! `tackle check --watch`: the check again whenever something below the paths changes.

use std::path::PathBuf;
use std::time::Duration;

use stdx::fs::Files;
use watch::{Heard, Options, Root, Watcher};

use super::{CheckOptions, once};
use crate::context::Context;
use crate::error::CommandError;
use crate::exit;
use crate::render;

/// How long one wait lasts; nothing depends on it.
const WAIT: Duration = Duration::from_secs(600);

/// Checks, and checks again after each change, until somebody ends it.
pub(super) fn follow(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    if let Some(on_start) = context.world.on_start {
        on_start(&context.world.cancel);
    }
    // What changes while the files are read must not be missed, so the watching begins first.
    let roots = watched(context, options);
    let started = Watcher::start(roots, &Options::default(), &context.world.cancel);
    let mut watcher = started.value;
    render::problems_on_stderr(context, &started.problems)?;
    loop {
        once(context, options)?;
        context.world.stdout.flush()?;
        match next(&mut watcher) {
            None => return Ok(exit::DONE),
            Some(problems) => render::problems_on_stderr(context, &problems)?,
        }
        context.files = Files::default();
    }
}

/// Waits for a change; `None` when somebody ended it.
fn next(watcher: &mut Watcher) -> Option<Vec<stdx::Problem>> {
    loop {
        match watcher.next(WAIT) {
            Heard::Cancelled(_) => return None,
            Heard::Nothing => {}
            Heard::Batch(batch) => return Some(batch.problems),
        }
    }
}

fn watched(context: &Context, options: &CheckOptions) -> Vec<Root> {
    let given: Vec<PathBuf> = match options.paths.as_slice() {
        [] => vec![context.roots.repository.clone()],
        paths => paths.iter().map(|it| context.world.cwd.join(it)).collect(),
    };
    given
        .into_iter()
        .map(|it| match it.is_file() {
            true => Root::file(it),
            false => Root::folder(it),
        })
        .collect()
}
