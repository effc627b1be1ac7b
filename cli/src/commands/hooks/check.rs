//! `tackle hooks check`: finds mistakes in hook files.

use std::path::{Path, PathBuf};

use clap::Args;
use hooks_core::{Asking, Covered, DialectId, HookPlace, Layer, Source};
use serde::Serialize;
use stdx::{Loaded, Problem};

use super::layers::{Scope, load_layers, named_file};
use super::list::all_problems;
use super::remarks::remarks;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, counted};
use crate::wire::last_texts::Use;

/// What is checked.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// The files; without one, every hook file that applies here.
    #[arg(value_name = "[DIALECT:]FILE")]
    pub(crate) files: Vec<String>,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct Checked {
    /// What is wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
    /// How many files were read.
    files: usize,
    /// How many hooks they hold.
    hooks: usize,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    let checked = match options.files.is_empty() {
        true => whole_project(context),
        false => named(context, &options.files)?,
    };
    print(context, &checked)?;
    Ok(exit::of_check(&checked.problems))
}

fn whole_project(context: &Context) -> Checked {
    let loaded = load_layers(context, &Scope::default());
    let project = &context.roots.repository;
    let mut files: Vec<_> = loaded.value.iter().map(|it| &it.file).collect();
    files.sort();
    files.dedup();
    Checked {
        files: files.len(),
        hooks: n_hooks(&loaded.value),
        problems: all_problems(&loaded)
            .into_iter()
            .chain(loaded.value.iter().flat_map(|it| remarks(it, project)))
            .collect(),
    }
}

fn n_hooks(layers: &[Layer]) -> usize {
    layers.iter().map(|it| it.handlers.len()).sum()
}

/// Each file by itself: what one says must not silence another.
fn named(context: &Context, files: &[String]) -> Result<Checked, CommandError> {
    let mut res = Checked::default();
    for text in files {
        res.files += 1;
        if let Some(note) = of_another_product(context, text) {
            res.problems.push(note);
            continue;
        }
        let (problems, hooks) = check_place(context, place(context, text)?);
        res.hooks += hooks;
        res.problems.extend(problems);
    }
    Ok(res)
}

/// What is wrong with one file, and how many hooks it holds.
pub(crate) fn check_place(context: &Context, place: HookPlace) -> (Vec<Problem>, usize) {
    let scope = Scope {
        dialect: None,
        files: Some(vec![place]),
        asking: Asking::Waived,
        last: Use::Recall,
    };
    let project = &context.roots.repository;
    let Loaded { value: layers, .. } = load_layers(context, &scope);
    let n_hooks = n_hooks(&layers);
    let remarks: Vec<_> = layers.iter().flat_map(|it| remarks(it, project)).collect();
    let own = layers.into_iter().flat_map(|it| it.problems);
    (own.chain(remarks).collect(), n_hooks)
}

/// The place of a named file; `hooks/hooks.json` is a plugin's.
fn place(context: &Context, text: &str) -> Result<HookPlace, CommandError> {
    let file = context.world.cwd.join(text);
    if file.ends_with("hooks/hooks.json") && file.exists() {
        let (dialect, covered) = (DialectId::ClaudeCode, Covered::WholeFile);
        return Ok(HookPlace {
            dialect,
            source: Source::Plugin,
            file,
            covered,
            plugin: None,
        });
    }
    named_file(context, text, None)
}

/// A note about a file that another product reads and we do not.
fn of_another_product(context: &Context, text: &str) -> Option<Problem> {
    let file: PathBuf = context.world.cwd.join(text);
    let product = file
        .components()
        .filter_map(|it| product(it.as_os_str().as_ref()))
        .next_back()?;
    // A checkout may well stand below such a folder.
    let is_near = file.ancestors().skip(1).take(2).any(|it| {
        it.file_name()
            .is_some_and(|name| self::product(name.as_ref()).is_some())
    });
    (is_near && file.is_file()).then(|| {
        note_of(product, &file)
            .with_hint("`DIALECT:FILE` checks it as a file of one of our dialects")
    })
}

/// The note about a hook file of another product.
pub(crate) fn note_of(product: &str, file: &Path) -> Problem {
    let message = format!("this is a hook file of {product}, which is not read here");
    Problem::note("hooks/not-read-here", message).in_file(file)
}

fn product(folder: &Path) -> Option<&'static str> {
    match folder.to_str()? {
        ".gemini" => Some("Gemini CLI"),
        ".cursor" => Some("Cursor"),
        ".github" => Some("GitHub Copilot"),
        ".codex" => Some("Codex"),
        _ => None,
    }
}

fn print(context: &mut Context, checked: &Checked) -> Result<(), CommandError> {
    let Checked {
        problems,
        files,
        hooks,
    } = checked;
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, checked)?);
    }
    let (files, hooks) = (counted(*files, "file"), counted(*hooks, "hook"));
    let what = format!("{files} with {hooks}");
    Ok(render::checked(context, problems, &what)?)
}
