//! `tackle check --watch`: the check again whenever something below the paths changes.

use std::path::PathBuf;

use stdx::fs::Files;
use watch::Root;

use super::{CheckOptions, once};
use crate::context::Context;
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::changes::Changes;

/// Checks, and checks again after each change, until somebody ends it.
pub(super) fn follow(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    let started = Changes::start(context, watched(context, options));
    let mut changes = started.value;
    render::problems_on_stderr(context, &started.problems)?;
    loop {
        once(context, options)?;
        context.world.stdout.flush()?;
        match changes.next() {
            None => return Ok(exit::DONE),
            Some(batch) => render::problems_on_stderr(context, &batch.problems)?,
        }
        context.files = Files::default();
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
