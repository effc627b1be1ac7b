//! `tackle sessions`: list, show, new, delete, send.

use clap::Subcommand;

use crate::context::Context;
use crate::error::CommandError;

mod conversation;
pub(crate) mod delete;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod report;
pub(crate) mod send;
pub(crate) mod show;

/// What can be done with sessions.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionsCommand {
    /// Lists the sessions of the project, the last used first.
    List(list::ListOptions),
    /// Shows what was said in a session.
    Show(show::ShowOptions),
    /// Makes an empty session and prints its id.
    New(new::NewOptions),
    /// Removes a session with its missions and its transcript.
    Delete(delete::DeleteOptions),
    /// Leaves a text in a session: the mission that works there reads it between two steps, else the
    /// next one does.
    Send(send::SendOptions),
}

/// Runs a command about sessions.
pub(crate) fn dispatch(
    context: &mut Context,
    command: SessionsCommand,
) -> Result<u8, CommandError> {
    match command {
        SessionsCommand::List(options) => list::run(context, &options),
        SessionsCommand::Show(options) => show::run(context, &options),
        SessionsCommand::New(options) => new::run(context, &options),
        SessionsCommand::Delete(options) => delete::run(context, &options),
        SessionsCommand::Send(options) => send::run(context, &options),
    }
}
