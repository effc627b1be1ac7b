//! `tackle plugins check`: manifests, paths, and the hooks inside.

use std::path::{Path, PathBuf};

use hooks_core::Asking;
use plugins::{MANIFEST_PATH, MARKETPLACE_PATH, Plugin, PluginPlace, Product, Source, load};
use serde::Serialize;
use stdx::{Problem, Severity};

use super::marketplace::{self, MarketplaceReport};
use super::report::{all_problems, hooks};
use crate::commands::hooks::remarks;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, counted};
use crate::wire::plugins::{PluginSet, places, roots};

/// What was found.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CheckReport {
    /// What is wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    pub(super) problems: Vec<Problem>,
    /// The plugins that could be read.
    pub(super) plugins: Vec<CheckedPlugin>,
    /// The marketplaces that could be read.
    pub(super) marketplaces: Vec<MarketplaceReport>,
}

/// A plugin that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CheckedPlugin {
    /// Its name.
    name: String,
    /// Its folder.
    dir: String,
    /// How many hooks it has.
    hooks: usize,
}

/// Runs the command.
pub(super) fn run(context: &mut Context, dirs: &[PathBuf]) -> Result<u8, CommandError> {
    let mut report = CheckReport::default();
    match dirs.is_empty() {
        true => everything(context, &mut report),
        false => dirs
            .iter()
            .try_for_each(|it| folder(context, it, &mut report))?,
    }
    print(context, &report)?;
    Ok(exit::of_check(&report.problems))
}

/// Every plugin that is found here, on or off, and the marketplaces that the person keeps.
fn everything(context: &Context, report: &mut CheckReport) {
    let set = PluginSet::read(context);
    report.problems.extend(set.problems.iter().cloned());
    for (found, _) in &set.found {
        plugin((context, &set), found, report);
    }
    for root in plugins::personal_marketplaces(&roots(context)) {
        marketplace::check(&root, report);
    }
}

/// A marketplace, a plugin, both, or a folder of plugins.
fn folder(context: &Context, dir: &Path, report: &mut CheckReport) -> Result<(), CommandError> {
    let dir = context.world.cwd.join(dir);
    let shown = render::flat(&dir.to_string_lossy());
    let dir = match dir.canonicalize() {
        Ok(it) if it.is_dir() => it,
        Ok(_) => return Err(CommandError::fault(format!("`{shown}` is not a folder"))),
        Err(_) => return Err(CommandError::fault(format!("there is no folder `{shown}`"))),
    };
    let exists = |path: &str| dir.join(path).symlink_metadata().is_ok();
    if exists(MARKETPLACE_PATH) {
        for inside in marketplace::check(&dir, report) {
            single(context, &inside, report);
        }
    }
    if exists(MANIFEST_PATH) {
        single(context, &dir, report);
    } else if !exists(MARKETPLACE_PATH) {
        below(context, &dir, report);
    }
    Ok(())
}

/// The plugins in a folder of plugins; a folder of none is a mistake of whoever asked.
fn below(context: &Context, dir: &Path, report: &mut CheckReport) {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut dirs: Vec<_> = entries.map(|it| it.path()).collect();
    dirs.retain(|it| it.join(MANIFEST_PATH).symlink_metadata().is_ok());
    dirs.sort();
    if dirs.is_empty() {
        let found = load(dir, &place_of(context, dir)).problems;
        let problems = found.into_iter().map(|it| Problem {
            severity: Severity::Error,
            ..it
        });
        report.problems.extend(problems);
    }
    for dir in dirs {
        single(context, &dir, report);
    }
}

/// One plugin, whoever put it there.
fn single(context: &Context, dir: &Path, report: &mut CheckReport) {
    let found = load(dir, &place_of(context, dir)).drain_into(&mut report.problems);
    if let Some(found) = found {
        plugin((context, &PluginSet::default()), &found, report);
    }
}

/// The place in which a plugin stands; elsewhere it is taken for one of Claude Code's, as which it
/// was most likely written.
fn place_of(context: &Context, dir: &Path) -> PluginPlace {
    let parent = dir.parent().unwrap_or(dir);
    let mut places = places(context).into_iter();
    let same = |it: &PluginPlace| it.dir.canonicalize().is_ok_and(|it| it == parent);
    places.find(same).unwrap_or_else(|| PluginPlace {
        dir: parent.to_owned(),
        source: Source::Personal,
        product: Product::ClaudeCode,
        bounds: None,
    })
}

fn plugin((context, set): (&Context, &PluginSet), plugin: &Plugin, report: &mut CheckReport) {
    let files = set.hook_files(context, plugin);
    let mut layers = hooks(context, files, Asking::Waived);
    for layer in &mut layers.value {
        set.fill_layer(context, plugin, layer);
    }
    let project = &context.roots.repository;
    let found = layers.value.iter();
    let found = found.flat_map(|it| remarks::remarks(it, project));
    report.problems.extend(all_problems(plugin, &layers));
    report.problems.extend(found);
    report.plugins.push(CheckedPlugin {
        name: plugin.name().to_owned(),
        dir: render::path_text(&plugin.dir),
        hooks: layers.value.iter().map(|it| it.handlers.len()).sum(),
    });
}

fn print(context: &mut Context, report: &CheckReport) -> Result<(), CommandError> {
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, report)?);
    }
    let base = context.roots.repository.clone();
    let problems = &report.problems;
    render::problems_below(&mut context.world.stdout, context.paint, (&base, problems))?;
    marketplace::print(context, &report.marketplaces)?;
    let found = render::tally(problems);
    let n_hooks = report.plugins.iter().map(|it| it.hooks).sum();
    writeln!(
        context.world.stdout,
        "{} with {}: {found}",
        counted(report.plugins.len(), "plugin"),
        counted(n_hooks, "hook")
    )?;
    Ok(())
}
