//! `tackle completions`: what a shell needs to complete our words.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::context::Context;
use crate::error::CommandError;
use crate::exit;

/// Prints the completions of a shell.
pub(crate) fn run(context: &mut Context, shell: Shell) -> Result<u8, CommandError> {
    // The generator takes a closed pipe for a bug of its own, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tackle", &mut script);
    context.world.stdout.write_all(&script)?;
    Ok(exit::DONE)
}
