//! `tackle skills list --watch`: the list again whenever a skill changes.

use std::path::{Path, PathBuf};

use stdx::Problem;
use stdx::fs::Files;
use watch::{Keep, Root};

use super::{ListOptions, print};
use crate::context::Context;
use crate::error::CommandError;
use crate::exit;
use crate::wire::changes::Changes;
use crate::wire::plugins::{places as plugin_places, switch_files};
use crate::wire::settings;
use crate::wire::skills::{SkillSet, places};

/// Prints the list, and again after each change, until somebody ends it.
pub(super) fn follow(context: &mut Context, options: &ListOptions) -> Result<u8, CommandError> {
    let started = Changes::start(context, watched(context));
    let (mut changes, mut problems) = (started.value, started.problems);
    let mut skills = SkillSet::read(context);
    loop {
        show(context, options, (&skills, &problems))?;
        let Some(changed) = changes.next() else {
            return Ok(exit::DONE);
        };
        problems = changed.problems;
        let paths: Vec<_> = changed.changes.into_iter().map(|it| it.path).collect();
        take_up(context, &mut skills, &paths);
    }
}

fn show(
    context: &mut Context,
    options: &ListOptions,
    (skills, problems): (&SkillSet, &[Problem]),
) -> Result<(), CommandError> {
    print(context, options, (skills, problems))?;
    context.world.stdout.flush()?;
    Ok(())
}

/// A changed file is read alone. What belongs to plugins or to settings may change what is active,
/// so then all is looked at again.
fn take_up(context: &mut Context, skills: &mut SkillSet, paths: &[PathBuf]) {
    context.files = Files::default();
    context.settings = settings::read(&context.roots, &context.files);
    let of_plugins = plugin_places(context);
    let switches = switch_files(context);
    let decides = |path: &PathBuf| {
        switches.contains(path) || of_plugins.iter().any(|it| path.starts_with(&it.dir))
    };
    match paths.iter().any(decides) {
        true => *skills = SkillSet::read(context),
        false => skills.registry = skills.registry.changed(paths).registry,
    }
}

/// The folders of skills and of plugins, and the settings, there or not yet. A place that is moved
/// meanwhile is watched from the next start on.
fn watched(context: &Context) -> Vec<Root> {
    let skills = places(context).into_iter();
    let plugins = plugin_places(context).into_iter();
    let folders = skills.map(|it| it.dir).chain(plugins.map(|it| it.dir));
    let folders = folders.filter_map(|it| folder(&it));
    let files = switch_files(context).into_iter();
    let files = files.filter(|it| it.is_absolute()).map(Root::file);
    folders.chain(files).collect()
}

fn folder(dir: &Path) -> Option<Root> {
    let root = Root::folder(dir).keeping(Keep::Everything);
    dir.is_absolute().then_some(root)
}
