//! `tackle hooks trust`: decides which hook files of a project may run.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hooks_core::{TrustDecision, TrustState};
use serde::Serialize;

use self::found::{Found, FoundReport};
use crate::context::{Context, Format, repository_above};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, counted};
use crate::wire::presence;
use crate::wire::trust_store::{Decided, TrustStore};

mod found;
pub(crate) mod list;
mod question;

pub(crate) use question::Answer;

/// What can be done about trust.
#[derive(Debug, Subcommand)]
pub(crate) enum TrustCommand {
    /// Shows the files of this project and every decision that is remembered.
    List(TrustTarget),
    /// Shows the commands of a project's hook files, asks, and lets them run.
    Allow(TrustTarget),
    /// Keeps a project's hook files from running, and from asking.
    Deny(TrustTarget),
    /// Forgets what was decided, so that it is asked again.
    Forget(TrustTarget),
}

/// Which files are meant.
#[derive(Debug, Default, Args)]
pub(crate) struct TrustTarget {
    /// The project [default: this one].
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Only this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// The files about which was decided just now.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct DecidedReport {
    /// The root of the project.
    workspace: String,
    /// The files as they stand now; none when there was nothing to decide.
    files: Vec<FoundReport>,
}

/// The files about which nothing is remembered any more.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ForgottenReport {
    /// The root of the project.
    workspace: String,
    /// The files.
    files: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, command: &TrustCommand) -> Result<u8, CommandError> {
    if !matches!(command, TrustCommand::List(_)) {
        presence::require(context, "decide about trust")?;
    }
    match command {
        TrustCommand::List(target) => {
            go_to(context, target)?;
            list::run(context, target)
        }
        TrustCommand::Allow(target) => {
            go_to(context, target)?;
            allow(context, target)
        }
        TrustCommand::Deny(target) => {
            go_to(context, target)?;
            deny(context, target)
        }
        TrustCommand::Forget(target) => forget(context, target),
    }
}

/// Makes the named folder's repository the project.
fn go_to(context: &mut Context, target: &TrustTarget) -> Result<(), CommandError> {
    if let Some(dir) = &target.dir {
        let found = context
            .world
            .cwd
            .join(dir)
            .canonicalize()
            .ok()
            .filter(|it| it.is_dir());
        let missing = || CommandError::usage(format!("`{}` is not a folder", dir.display()));
        context.roots.repository = repository_above(&found.ok_or_else(missing)?);
    }
    Ok(())
}

fn allow(context: &mut Context, target: &TrustTarget) -> Result<u8, CommandError> {
    let mut files = found::in_project(context, target)?;
    files.retain(|it| it.trust != TrustState::Allowed);
    if files.is_empty() {
        return nothing_to_decide(context, TrustDecision::Allow);
    }
    match question::ask(context, &files)? {
        Answer::Yes => {
            remember(context, &files, TrustDecision::Allow)?;
            Ok(exit::DONE)
        }
        Answer::No => {
            writeln!(context.world.stderr, "nothing was decided")?;
            Ok(exit::NO)
        }
    }
}

/// Shows what a project's files would run, asks, and remembers a yes. For a command that is about
/// to need them.
pub(crate) fn ask_for_project(context: &mut Context) -> Result<Answer, CommandError> {
    if presence::require(context, "decide about trust").is_err() {
        return Ok(Answer::No);
    }
    let mut files = found::in_project(context, &TrustTarget::default())?;
    files.retain(|it| matches!(it.trust, TrustState::Undecided | TrustState::Changed));
    if files.is_empty() {
        return Ok(Answer::No);
    }
    let answer = question::ask(context, &files)?;
    if answer == Answer::Yes {
        store(context).remember(&decided(context, &files, TrustDecision::Allow))?;
    }
    Ok(answer)
}

fn deny(context: &mut Context, target: &TrustTarget) -> Result<u8, CommandError> {
    let mut files = found::in_project(context, target)?;
    files.retain(|it| it.trust != TrustState::Denied);
    if files.is_empty() {
        return nothing_to_decide(context, TrustDecision::Deny);
    }
    remember(context, &files, TrustDecision::Deny)?;
    Ok(exit::DONE)
}

fn store(context: &Context) -> TrustStore {
    TrustStore::read(&context.roots, &context.settings.trusted_folders)
}

fn decided<'a>(
    context: &'a Context,
    files: &'a [Found],
    decision: TrustDecision,
) -> Vec<Decided<'a>> {
    let at = context.world.clock.now();
    let workspace = context.roots.repository.as_path();
    let decided = |it: &'a Found| Decided {
        place: &it.place,
        fingerprint: &it.fingerprint,
        decision,
        workspace,
        at,
    };
    files.iter().map(decided).collect()
}

fn remember(
    context: &mut Context,
    files: &[Found],
    decision: TrustDecision,
) -> Result<(), CommandError> {
    store(context).remember(&decided(context, files, decision))?;
    let trust = match decision {
        TrustDecision::Allow => TrustState::Allowed,
        TrustDecision::Deny => TrustState::Denied,
    };
    if context.format == Format::Json {
        return decided_report(context, files.iter().map(|it| it.report(trust)).collect());
    }
    let word = trust.as_str();
    for file in files {
        let hooks = counted(file.config.handlers.len(), "hook");
        let shown = render::shown_path(context, &file.place.file);
        writeln!(context.world.stdout, "{word}: {shown} ({hooks})")?;
    }
    Ok(())
}

fn decided_report(context: &mut Context, files: Vec<FoundReport>) -> Result<(), CommandError> {
    let report = DecidedReport {
        workspace: render::path_text(&context.roots.repository),
        files,
    };
    Ok(render::json_line(&mut context.world.stdout, &report)?)
}

fn nothing_to_decide(context: &mut Context, decision: TrustDecision) -> Result<u8, CommandError> {
    if context.format == Format::Json {
        decided_report(context, Vec::new())?;
        return Ok(exit::DONE);
    }
    let project = render::flat(&context.roots.repository.to_string_lossy());
    let text = match decision {
        TrustDecision::Allow => "every hook file is allowed already, or there is none",
        TrustDecision::Deny => "every hook file is denied already, or there is none",
    };
    writeln!(
        context.world.stdout,
        "nothing to decide in {project}: {text}"
    )?;
    Ok(exit::DONE)
}

/// A project that was deleted can still be forgotten, so its folder need not be there.
fn forget(context: &mut Context, target: &TrustTarget) -> Result<u8, CommandError> {
    let store = store(context);
    let workspace = match &target.dir {
        Some(dir) => remembered_workspace(context, &store, dir),
        None => context.roots.repository.clone(),
    };
    let file = target.file.as_ref().map(|it| context.world.cwd.join(it));
    let file = file.map(|it| canonical(&it));
    let forgotten = store.forget(&workspace, file.as_deref())?;
    if context.format == Format::Json {
        let files: Vec<_> = forgotten
            .iter()
            .map(|it| render::path_text(&it.file))
            .collect();
        let workspace = render::path_text(&workspace);
        let report = ForgottenReport { workspace, files };
        render::json_line(&mut context.world.stdout, &report)?;
        return Ok(exit::DONE);
    }
    if forgotten.is_empty() {
        let shown = render::flat(&workspace.to_string_lossy());
        writeln!(context.world.stdout, "nothing is remembered about {shown}")?;
    }
    for it in forgotten {
        let shown = render::flat(&it.file.to_string_lossy());
        writeln!(context.world.stdout, "forgotten: {shown}")?;
    }
    Ok(exit::DONE)
}

/// The folder itself if something is remembered about it, else the repository above it.
fn remembered_workspace(context: &Context, store: &TrustStore, dir: &Path) -> PathBuf {
    let folder = canonical(&context.world.cwd.join(dir));
    let is_known = store.remembered().iter().any(|it| it.workspace == folder);
    if is_known {
        folder
    } else {
        repository_above(&folder)
    }
}

/// The path without links and dots, as far as it is there.
fn canonical(path: &Path) -> PathBuf {
    let above = || Some(canonical(path.parent()?).join(path.file_name()?));
    path.canonicalize()
        .ok()
        .or_else(above)
        .unwrap_or_else(|| path.to_owned())
}
