//! `tackle hooks edit`: opens a hook file in the person's editor [V-19, V-20].

use std::path::Path;

use clap::Args;
use hooks_core::{Asking, DialectId};
use serde::Serialize;
use stdx::Problem;
use stdx::fs::{Access, Files, write_atomic};

use super::layers::{self, load_layers};
use super::path::{self, PathOptions, Scope, ScopedPlace};
use super::run::options::dialect;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::editor;
use crate::wire::last_texts::Use;

/// Which file is opened.
#[derive(Debug, Args)]
pub(crate) struct EditOptions {
    /// Writes an empty file first where there is none.
    #[arg(long)]
    pub(crate) create: bool,
    /// Whose file it is.
    #[arg(long, value_name = "DIALECT", default_value = "tackle", value_parser = dialect)]
    pub(crate) dialect: DialectId,
    /// Whom it is for.
    #[arg(long, value_name = "SCOPE", default_value = "user")]
    pub(crate) scope: Scope,
}

/// What became of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct EditReport<'a> {
    /// The file.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    file: &'a Path,
    /// Whether it was not there before.
    created: bool,
    /// What is wrong with it now.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &EditOptions) -> Result<u8, CommandError> {
    crate::wire::presence::outside_missions(context, "open hook files in an editor")?;
    let place = place(context, options)?;
    let editor = editor::of(&context.world)?;
    if !place.exists {
        create(context, options, &place)?;
    }
    context.world.stdout.flush()?;
    editor::open(&editor, &place.file)?;
    let problems = problems(context, &place);
    if context.format == Format::Json {
        let report = EditReport {
            file: &place.file,
            created: !place.exists,
            problems: &problems,
        };
        render::json_line(&mut context.world.stdout, &report)?;
        return Ok(exit::DONE);
    }
    render::problems_on_stderr(context, &problems)?;
    if context.roots.came_with_clone(&place.file) {
        writeln!(
            context.world.stdout,
            "what is new in it runs once you allow it: `tackle hooks trust allow`"
        )?;
    }
    Ok(exit::DONE)
}

fn place(context: &Context, options: &EditOptions) -> Result<ScopedPlace, CommandError> {
    let found = path::all(context)
        .into_iter()
        .find(|it| it.dialect == options.dialect && it.scope == options.scope);
    let wanted = PathOptions {
        dialect: Some(options.dialect),
        scope: Some(options.scope),
    };
    found.ok_or_else(|| path::nowhere(context, &wanted))
}

/// Writes the emptiest file that the dialect reads.
fn create(
    context: &mut Context,
    options: &EditOptions,
    place: &ScopedPlace,
) -> Result<(), CommandError> {
    let file = place.file.display();
    if !options.create {
        return Err(CommandError::fault(format!("there is no file `{file}`"))
            .hint("`--create` writes an empty one first"));
    }
    let dialect = context.world.dialects.get(options.dialect);
    let (empty, _) = (dialect.write_config)(dialect.rules, &[]);
    let text = serde_json::to_string_pretty(&empty).expect("a value is JSON") + "\n";
    write_atomic(&place.file, text.as_bytes(), Access::Keep)?;
    if context.format == Format::Human {
        let shown = render::shown_path(context, &place.file);
        writeln!(context.world.stdout, "created {shown}")?;
    }
    Ok(())
}

/// What is wrong with the file now.
fn problems(context: &mut Context, place: &ScopedPlace) -> Vec<Problem> {
    let is_meant = |it: &&hooks_core::Layer| it.file == place.file;
    let scope = layers::Scope {
        dialect: Some(place.dialect),
        files: None,
        asking: Asking::Waived,
        last: Use::Recall,
    };
    // The editor has changed what was read before.
    context.files = Files::default();
    let layers = load_layers(context, &scope).value;
    layers
        .iter()
        .filter(is_meant)
        .flat_map(|it| it.problems.clone())
        .collect()
}
