//! `tackle missions`: list, show, cancel.

use clap::Subcommand;

use crate::context::Context;
use crate::error::CommandError;

pub(crate) mod cancel;
pub(crate) mod list;
pub(crate) mod report;
pub(crate) mod show;
pub(crate) mod timeline;

/// What can be done with missions.
#[derive(Debug, Subcommand)]
pub(crate) enum MissionsCommand {
    /// Lists the missions of the project, the newest first.
    List(list::ListOptions),
    /// Shows one mission: what was asked, each step, which hooks spoke, how it ended.
    Show(show::ShowOptions),
    /// Asks a mission to end, whoever runs it.
    Cancel(cancel::CancelOptions),
}

/// Runs a command about missions.
pub(crate) fn dispatch(
    context: &mut Context,
    command: MissionsCommand,
) -> Result<u8, CommandError> {
    match command {
        MissionsCommand::List(options) => list::run(context, &options),
        MissionsCommand::Show(options) => show::run(context, &options),
        MissionsCommand::Cancel(options) => cancel::run(context, &options),
    }
}
