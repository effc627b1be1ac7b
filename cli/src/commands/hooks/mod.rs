//! `tackle hooks`: list, fire, check, trust.

use clap::Subcommand;

use crate::context::Context;
use crate::error::CommandError;

pub(crate) mod layers;
pub(crate) mod run;

/// What can be done with hooks.
#[derive(Debug, Subcommand)]
pub(crate) enum HooksCommand {
    /// Fires one event exactly as a mission would, and shows what the hooks say.
    Run(Box<run::options::RunOptions>),
}

/// Runs a command about hooks.
pub(crate) fn dispatch(context: &mut Context, command: HooksCommand) -> Result<u8, CommandError> {
    match command {
        HooksCommand::Run(options) => run::run(context, &options),
    }
}
