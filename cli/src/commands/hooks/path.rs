//! `tackle hooks path`: where hook files stand, even those that are not there yet.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hooks_core::{DialectId, HookPlace, Source};
use serde::Serialize;

use crate::commands::hooks::run::options::dialect;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table};

/// Which places are meant.
#[derive(Debug, Default, Args)]
pub(crate) struct PathOptions {
    /// Only this dialect's.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(crate) dialect: Option<DialectId>,
    /// Only these.
    #[arg(long, value_name = "SCOPE")]
    pub(crate) scope: Option<Scope>,
}

/// Whom a hook file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// The organisation's.
    Managed,
    /// Yours, in every project.
    User,
    /// Everybody's in this project: it comes with the repository.
    Project,
    /// Yours in this project, inside the repository and usually ignored by git.
    Local,
    /// Yours in this project, outside the repository.
    Private,
}

/// The places of hook files.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct PathReport<'a> {
    /// The places, by dialect.
    paths: &'a [ScopedPlace],
}

/// A place with its scope.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ScopedPlace {
    /// Whose file it is.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    pub(crate) dialect: DialectId,
    /// Whom it is for.
    pub(crate) scope: Scope,
    /// The file.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub(crate) file: PathBuf,
    /// Whether it is there.
    pub(crate) exists: bool,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &PathOptions) -> Result<u8, CommandError> {
    let meant = |it: &ScopedPlace| {
        options.dialect.is_none_or(|dialect| dialect == it.dialect)
            && options.scope.is_none_or(|scope| scope == it.scope)
    };
    let places: Vec<_> = all(context).into_iter().filter(meant).collect();
    if places.is_empty() {
        return Err(nowhere(context, options));
    }
    let paint = context.paint;
    let out = &mut context.world.stdout;
    match (context.format, places.as_slice()) {
        (Format::Json, places) => render::json_line(out, &PathReport { paths: places })?,
        // One path alone, whole and bare: a script may want to open it.
        (Format::Human, [place]) => {
            writeln!(out, "{}", render::text(&place.file.to_string_lossy()))?;
        }
        (Format::Human, places) => table(places).print(out, paint)?,
    }
    Ok(exit::DONE)
}

fn table(places: &[ScopedPlace]) -> Table {
    let mut table = Table::new(["dialect", "scope", "", "file"]);
    for place in places {
        let (style, there) = if place.exists {
            (Style::Good, "there")
        } else {
            (Style::Faint, "-")
        };
        table.row([
            (Style::Plain, place.dialect.to_string()),
            (Style::Plain, place.scope.as_str().to_owned()),
            (style, there.to_owned()),
            (Style::Plain, place.file.to_string_lossy().into_owned()),
        ]);
    }
    table
}

/// Every place, by dialect in the order in which their hooks run.
pub(crate) fn all(context: &Context) -> Vec<ScopedPlace> {
    let managed = &context.world.managed;
    let organisation = [
        (DialectId::Tackle, managed.tackle()),
        (DialectId::ClaudeCode, managed.claude_code()),
    ];
    let mut res: Vec<_> = organisation
        .into_iter()
        .map(|(dialect, file)| scoped(dialect, Scope::Managed, file.to_owned()))
        .collect();
    for dialect in DialectId::ALL {
        let places = context.settings.places(&context.roots, dialect);
        res.extend(
            places
                .into_iter()
                .map(|it| scoped(dialect, scope_of(context, &it), it.file)),
        );
    }
    res
}

fn scoped(dialect: DialectId, scope: Scope, file: PathBuf) -> ScopedPlace {
    ScopedPlace {
        dialect,
        scope,
        exists: file.exists(),
        file,
    }
}

/// The scope of a place: what is about the project and stands outside the repository is private.
pub(crate) fn scope_of(context: &Context, place: &HookPlace) -> Scope {
    match place.source {
        Source::Managed => Scope::Managed,
        Source::User => Scope::User,
        _ if !context.roots.came_with_clone(&place.file) => Scope::Private,
        Source::Local => Scope::Local,
        Source::Project | Source::Plugin | Source::Skill | Source::Agent => Scope::Project,
    }
}

/// What to say where a dialect has no such place.
pub(crate) fn nowhere(context: &Context, options: &PathOptions) -> CommandError {
    let Some(dialect) = options.dialect else {
        return CommandError::usage("no dialect has hook files there");
    };
    let scopes: Vec<_> = all(context)
        .iter()
        .filter(|it| it.dialect == dialect)
        .map(|it| it.scope.as_str())
        .collect();
    let error = match options.scope {
        Some(scope) => CommandError::usage(format!(
            "{dialect} has no hook file of scope `{}`",
            scope.as_str()
        )),
        None => CommandError::usage(format!("{dialect} has no hook files of its own")),
    };
    match scopes.is_empty() {
        true => error.hint("plugins bring them"),
        false => error.hint(format!("it has: {}", scopes.join(", "))),
    }
}

impl Scope {
    /// The word that options use.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Scope::Managed => "managed",
            Scope::User => "user",
            Scope::Project => "project",
            Scope::Local => "local",
            Scope::Private => "private",
        }
    }
}
