//! `tackle check`: every checker on whatever is known below the paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use stdx::Problem;

use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

mod follow;
mod hook_files;
mod inspect;
pub(crate) mod not_loaded;
pub(crate) mod recognise;
pub(crate) mod report;
mod rules;
mod sarif;
#[cfg(test)]
mod tests;
mod walk;

use recognise::Kind;
use report::{ByKind, CheckReport};

/// What is checked, and how it is told.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Files and folders [default: the project].
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How the result is printed; `--json` is `--format json`.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<CheckFormat>,
    /// Checks again whenever something below the paths changes; ends with Ctrl-C.
    #[arg(long)]
    pub(crate) watch: bool,
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people.
    Human,
    /// As one JSON object.
    Json,
    /// For code hosts: SARIF 2.1.0.
    Sarif,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    match options.watch {
        true => follow::follow(context, options),
        false => once(context, options),
    }
}

/// Checks once and prints what was found.
fn once(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    let report = check(context, &options.paths)?;
    let format = options.format.unwrap_or(match context.format {
        Format::Human => CheckFormat::Human,
        Format::Json => CheckFormat::Json,
    });
    match format {
        CheckFormat::Human => report::print(context, &report)?,
        CheckFormat::Json => render::json_line(&mut context.world.stdout, &report)?,
        CheckFormat::Sarif => {
            let log = sarif::log(&report.problems, &context.roots.repository);
            render::json_line(&mut context.world.stdout, &log)?;
        }
    }
    Ok(exit::of_check(&report.problems))
}

fn check(context: &Context, paths: &[PathBuf]) -> Result<CheckReport, CommandError> {
    let mut problems = Vec::new();
    let files = find(context, paths, &mut problems)?;
    let (files, found) = inspect::all(context, files);
    problems.extend(found);
    let mut by_kind = ByKind::default();
    files.values().for_each(|it| by_kind.add(*it));
    Ok(CheckReport {
        problems: sorted(problems),
        files: files.len(),
        by_kind,
    })
}

/// Every known file below the paths.
fn find(
    context: &Context,
    paths: &[PathBuf],
    problems: &mut Vec<Problem>,
) -> Result<BTreeMap<PathBuf, Kind>, CommandError> {
    let project = &context.roots.repository;
    let given = paths.iter().map(|it| context.world.cwd.join(it));
    let mut given: Vec<PathBuf> = given.collect();
    if given.is_empty() {
        given.push(project.clone());
    }
    let mut files = BTreeMap::new();
    for path in given {
        if !path.exists() {
            let message = format!("there is no file or folder `{}`", path.display());
            return Err(CommandError::fault(message));
        }
        let path = inspect::plain(&path);
        let (found, told) = walk::walk(&path, project);
        problems.extend(told);
        if found.is_empty() && path.is_file() {
            problems.push(unknown(path));
        }
        files.extend(found);
    }
    Ok(files)
}

fn unknown(path: PathBuf) -> Problem {
    let message = "nobody here knows what this file is";
    Problem::note("check/not-recognised", message)
        .in_file(path)
        .with_hint("`tackle hooks check DIALECT:FILE` checks a hook file of any name")
}

/// By place, each once: two checkers may say the same about one file.
pub(crate) fn sorted(problems: Vec<Problem>) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    let mut res: Vec<_> = problems
        .into_iter()
        .filter(|it| {
            let key = (
                it.file.clone(),
                it.place,
                it.code.clone(),
                it.message.clone(),
            );
            seen.insert(key)
        })
        .collect();
    res.sort_by(|one, other| {
        let key = |it: &Problem| (it.file.clone(), it.place, it.severity, it.code.clone());
        key(one)
            .cmp(&key(other))
            .then_with(|| one.message.cmp(&other.message))
    });
    res
}
