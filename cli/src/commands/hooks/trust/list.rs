//! `tackle hooks trust list`: the files of this project, and every decision that is remembered
//! [V-21, V-24].

use std::path::Path;

use hooks_core::{Trust, TrustDecision, TrustState};
use serde::Serialize;
use stdx::Problem;

use super::found::{self, Found, FoundReport};
use super::{TrustTarget, store};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, counted, painted};
use crate::wire::trust_store::Remembered;

/// The hook files of a project and every decision that is remembered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct TrustListReport<'a> {
    /// This project.
    project: ProjectReport,
    /// What is remembered, of all projects.
    decisions: Vec<DecisionReport<'a>>,
    /// What was wrong with the files of decisions.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// A project and the hook files that came with it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ProjectReport {
    /// The root of the project.
    dir: String,
    /// Whether it stands in a folder that is trusted whatever it holds.
    trusted_folder: bool,
    /// Its hook files.
    files: Vec<FoundReport>,
}

/// A decision that is remembered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DecisionReport<'a> {
    /// The root of the project.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    workspace: &'a Path,
    /// The file.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    file: &'a Path,
    /// What was decided.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::TrustDecision"))]
    decision: &'a str,
    /// When, RFC 3339; Agent V does not keep it.
    decided_at: Option<&'a str>,
}

/// Runs the command.
pub(super) fn run(context: &mut Context, target: &TrustTarget) -> Result<u8, CommandError> {
    let files = found::in_project(context, target)?;
    let store = store(context);
    let remembered = store.remembered();
    if context.format == Format::Json {
        let report = TrustListReport {
            project: ProjectReport {
                dir: render::path_text(&context.roots.repository),
                trusted_folder: store.trusts_folder(&context.roots.repository),
                files: files.iter().map(|it| it.report(it.trust)).collect(),
            },
            decisions: remembered.iter().map(DecisionReport::of).collect(),
            problems: store.problems(),
        };
        render::json_line(&mut context.world.stdout, &report)?;
        return Ok(exit::DONE);
    }
    if store.trusts_folder(&context.roots.repository) {
        writeln!(
            context.world.stdout,
            "this project stands in a trusted folder: nothing is asked\n"
        )?;
    }
    project(context, &files)?;
    decisions(context, &remembered)?;
    Ok(exit::DONE)
}

impl<'a> DecisionReport<'a> {
    fn of(remembered: &'a Remembered) -> DecisionReport<'a> {
        DecisionReport {
            workspace: &remembered.workspace,
            file: &remembered.file,
            decision: word(remembered.decision),
            decided_at: remembered.decided_at.as_deref(),
        }
    }
}

/// The word for a decision.
pub(crate) fn word(decision: TrustDecision) -> &'static str {
    match decision {
        TrustDecision::Allow => "allow",
        TrustDecision::Deny => "deny",
    }
}

fn project(context: &mut Context, files: &[Found]) -> Result<(), CommandError> {
    let paint = context.paint;
    let title = format!(
        "Hook files of {}",
        render::flat(&context.roots.repository.to_string_lossy())
    );
    writeln!(
        context.world.stdout,
        "{}",
        painted(paint, Style::Strong, &title)
    )?;
    if files.is_empty() {
        writeln!(context.world.stdout, "  none came with this project")?;
    }
    let mut table = Table::default().indented(2);
    for file in files {
        table.row([
            (Style::of_trust(file.trust), file.trust.as_str().to_owned()),
            (Style::Plain, render::shown_path(context, &file.place.file)),
            (Style::Faint, counted(file.config.handlers.len(), "hook")),
            (Style::Faint, file.place.dialect.to_string()),
        ]);
    }
    table.print(&mut context.world.stdout, paint)?;
    if files
        .iter()
        .any(|it| matches!(it.trust, TrustState::Undecided | TrustState::Changed))
    {
        writeln!(
            context.world.stdout,
            "\n`tackle hooks trust allow` shows what they run and asks"
        )?;
    }
    Ok(())
}

fn decisions(context: &mut Context, remembered: &[Remembered]) -> Result<(), CommandError> {
    if remembered.is_empty() {
        return Ok(());
    }
    let paint = context.paint;
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "\n{}",
        painted(paint, Style::Strong, "Remembered decisions")
    )?;
    let mut table = Table::default().indented(2);
    for it in remembered {
        let style = match it.decision {
            TrustDecision::Allow => Style::Good,
            TrustDecision::Deny => Style::Bad,
        };
        let time = it.decided_at.clone().unwrap_or_default();
        let file = it.file.to_string_lossy().into_owned();
        table.row([
            (style, word(it.decision).to_owned()),
            (Style::Plain, file),
            (Style::Faint, time),
        ]);
    }
    table.print(out, paint)?;
    writeln!(
        out,
        "\n`tackle hooks trust forget DIR` forgets what was decided about a project"
    )?;
    Ok(())
}
