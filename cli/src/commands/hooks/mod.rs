//! `tackle hooks`: list, fire, check, trust.

use clap::Subcommand;

use crate::context::Context;
use crate::error::CommandError;

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod edit;
pub(crate) mod layers;
pub(crate) mod list;
pub(crate) mod path;
pub(crate) mod remarks;
pub(crate) mod run;
pub(crate) mod runs;
pub(crate) mod trust;

/// What can be done with hooks.
#[derive(Debug, Subcommand)]
pub(crate) enum HooksCommand {
    /// Shows every hook that applies here, where it comes from, and what does not run.
    List(list::ListOptions),
    /// Fires one event exactly as a mission would, and shows what the hooks say.
    Run(Box<run::options::RunOptions>),
    /// Finds mistakes in hook files.
    Check(check::CheckOptions),
    /// Decides which hook files of a project may run.
    #[command(subcommand)]
    Trust(trust::TrustCommand),
    /// Shows where hook files stand, even those that are not there yet.
    Path(path::PathOptions),
    /// Opens a hook file in your editor.
    Edit(edit::EditOptions),
    /// Shows the latest runs.
    Runs(runs::RunsOptions),
    /// Writes a hook file in another product's form.
    Convert(convert::ConvertOptions),
}

/// Runs a command about hooks.
pub(crate) fn dispatch(context: &mut Context, command: HooksCommand) -> Result<u8, CommandError> {
    match command {
        HooksCommand::List(options) => list::run(context, &options),
        HooksCommand::Run(options) => run::run(context, &options),
        HooksCommand::Check(options) => check::run(context, &options),
        HooksCommand::Trust(command) => trust::run(context, &command),
        HooksCommand::Path(options) => path::run(context, &options),
        HooksCommand::Edit(options) => edit::run(context, &options),
        HooksCommand::Runs(options) => runs::run(context, &options),
        HooksCommand::Convert(options) => convert::run(context, &options),
    }
}
