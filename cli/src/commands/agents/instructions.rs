//! `tackle agents instructions`: AGENTS.md, CLAUDE.md and what they import, for one path.

use std::path::{Component, Path, PathBuf};

use agents_md::{InstructionPiece, InstructionRoots, InstructionSource, read_instructions};
use clap::Args;
use serde::Serialize;
use stdx::{Loaded, Problem};

use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, painted};

/// For what the instructions are shown.
#[derive(Debug, Args)]
pub(crate) struct InstructionsOptions {
    /// The file or folder that is worked on [default: the current folder].
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
}

/// What an agent is told about a path.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct InstructionsReport<'a> {
    /// The pieces in the order in which they are told; the last one has the last word.
    pieces: Vec<PieceReport<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// One file of instructions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PieceReport<'a> {
    /// The file.
    file: String,
    /// Whether it is the person's own or came with the repository.
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "crate::schemas::InstructionOrigin")
    )]
    source: &'static str,
    /// The file whose `@path` brought it in.
    imported_by: Option<String>,
    /// Its text; lines that import stay.
    text: &'a str,
}

/// Runs the command.
pub(crate) fn run(
    context: &mut Context,
    options: &InstructionsOptions,
) -> Result<u8, CommandError> {
    let target = target(context, options.path.as_deref())?;
    let Loaded {
        value: pieces,
        problems,
    } = read_instructions(&InstructionRoots {
        tackle_home: context.roots.home.clone(),
        home: context.roots.user.clone(),
        repository: context.roots.repository.clone(),
        target,
    });
    let problems = &problems;
    let report = InstructionsReport {
        pieces: pieces.iter().map(PieceReport::of).collect(),
        problems,
    };
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => print(context, &report)?,
    }
    Ok(exit::DONE)
}

impl PieceReport<'_> {
    fn of(piece: &InstructionPiece) -> PieceReport<'_> {
        PieceReport {
            file: render::path_text(&piece.file),
            source: source(piece.source),
            imported_by: piece.imported_by.as_deref().map(render::path_text),
            text: &piece.text,
        }
    }
}

/// The word for who wrote a piece.
pub(crate) fn source(source: InstructionSource) -> &'static str {
    match source {
        InstructionSource::Personal => "personal",
        InstructionSource::Repository => "repository",
    }
}

/// The path as one of the project; it need not be there yet.
fn target(context: &Context, path: Option<&Path>) -> Result<PathBuf, CommandError> {
    let given = context.world.cwd.join(path.unwrap_or(Path::new("")));
    let real = given.canonicalize().unwrap_or_else(|_| plain(&given));
    match real.starts_with(&context.roots.repository) {
        true => Ok(real),
        false => {
            let message = format!("`{}` is not in the project", given.display());
            Err(CommandError::usage(message).hint("name another project with `--project DIR`"))
        }
    }
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut res = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => {
                res.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => res.push(step),
        }
    }
    res
}

fn print(context: &mut Context, report: &InstructionsReport<'_>) -> Result<(), CommandError> {
    if report.pieces.is_empty() {
        writeln!(
            context.world.stdout,
            "Nobody wrote instructions yet: an `AGENTS.md` in the project, or in a folder of it, is read."
        )?;
    }
    for piece in &report.pieces {
        let shown = render::shown_path(context, piece.file.as_ref());
        let by = piece.imported_by.as_deref().map(|it| {
            let by = render::shown_path(context, it.as_ref());
            format!(", imported by {by}")
        });
        let head = format!("{shown}  {}{}", piece.source, by.unwrap_or_default());
        let head = painted(context.paint, Style::Strong, &head);
        let text = render::text(piece.text.trim_end());
        writeln!(context.world.stdout, "{head}\n\n{text}\n")?;
    }
    Ok(render::problems_on_stderr(context, report.problems)?)
}
