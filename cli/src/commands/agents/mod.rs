//! `tackle agents`: custom agents and files of instructions.

use clap::Subcommand;

use crate::context::Context;
use crate::error::CommandError;

pub(crate) mod add;
pub(crate) mod check;
pub(crate) mod instructions;
pub(crate) mod list;
pub(crate) mod report;
pub(crate) mod show;

/// What can be done with custom agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// Shows every custom agent that is known here.
    List,
    /// Shows one agent with its instructions.
    Show(show::ShowOptions),
    /// Finds mistakes in files of agents.
    Check(check::CheckOptions),
    /// Writes a new agent.
    Add(add::AddOptions),
    /// Shows what AGENTS.md and its siblings say about a path.
    Instructions(instructions::InstructionsOptions),
}

/// Runs the command.
pub(crate) fn dispatch(context: &mut Context, command: AgentsCommand) -> Result<u8, CommandError> {
    match command {
        AgentsCommand::List => list::run(context),
        AgentsCommand::Show(options) => show::run(context, &options),
        AgentsCommand::Check(options) => check::run(context, &options),
        AgentsCommand::Add(options) => add::run(context, options),
        AgentsCommand::Instructions(options) => instructions::run(context, &options),
    }
}
