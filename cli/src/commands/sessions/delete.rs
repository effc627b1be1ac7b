//! `tackle sessions delete`.

use std::path::{Path, PathBuf};

use clap::Args;
use missions::SessionRecord;
use serde::Serialize;

use crate::commands::hooks::run::ask;
use crate::commands::kept::Kept;
use crate::commands::run::session::fault;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::presence;

/// Which session goes.
#[derive(Debug, Args)]
pub(crate) struct DeleteOptions {
    /// Its id, or enough of its beginning.
    id: String,
    /// Does not ask.
    #[arg(long)]
    yes: bool,
}

/// A session that is gone.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct DeleteReport {
    /// Its id.
    id: String,
    /// The files that went with it.
    files: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &DeleteOptions) -> Result<u8, CommandError> {
    presence::outside_missions(context, "delete a session")?;
    let kept = Kept::open(context)?;
    let session = kept.session(&options.id)?;
    if !options.yes && !asked(context, &session)? {
        writeln!(context.world.stderr, "nothing was deleted")?;
        return Ok(exit::NO);
    }
    if let Some(store) = kept.store() {
        store.delete_session(&session.id).map_err(fault)?;
    }
    let files = remove_files(context, &session)?;
    match context.format {
        Format::Json => {
            let files = files.iter().map(|it| render::path_text(it)).collect();
            let id = session.id;
            render::json_line(&mut context.world.stdout, &DeleteReport { id, files })?;
        }
        Format::Human => {
            let id = render::flat(&session.id);
            writeln!(context.world.stdout, "{id} is gone, and its transcript")?;
        }
    }
    Ok(exit::DONE)
}

/// Asks the person; without a terminal there is nobody.
fn asked(context: &mut Context, session: &SessionRecord) -> Result<bool, CommandError> {
    let terminal = context.world.terminal;
    if !(terminal.stdin && terminal.stderr) {
        let message = "a session is deleted for good, and nobody is here to be asked";
        return Err(CommandError::usage(message).hint("`--yes` deletes it without a question"));
    }
    let (id, title) = (render::flat(&session.id), render::flat(&session.title));
    let stderr = &mut context.world.stderr;
    write!(
        stderr,
        "Delete {id} ({title}), its missions and its transcript? [y/N] "
    )?;
    stderr.flush()?;
    ask::answer(context)
}

/// The transcript and the log beside it. Only files in our own home go, whatever the store says.
fn remove_files(context: &Context, session: &SessionRecord) -> Result<Vec<PathBuf>, CommandError> {
    let transcript = &session.transcript;
    let files = [transcript.clone(), transcript.with_extension("log")];
    let home = &context.roots.home;
    let is_ours = |it: &Path| it.starts_with(home) && !it.components().any(|it| it == PARENT);
    let mut gone = Vec::new();
    for file in files.into_iter().filter(|it| is_ours(it) && it.exists()) {
        std::fs::remove_file(&file).map_err(|it| {
            CommandError::fault(format!("`{}` cannot be removed: {it}", file.display()))
        })?;
        gone.push(file);
    }
    Ok(gone)
}

const PARENT: std::path::Component<'_> = std::path::Component::ParentDir;
