//! The inside of a sandbox: this program, started again, puts the bounds on itself and becomes the
//! command.

use std::ffi::OsString;
use std::io::Write;

use tools::sandbox::{self, SandboxRules};

/// What shells say of a command that cannot be run.
const NOT_RUN: u8 = 126;

/// Enters the sandbox that the arguments describe and becomes the command after them. It returns only
/// where that failed: a command never runs outside of the bounds it was meant for.
pub(crate) fn run(args: &[OsString], stderr: &mut dyn Write) -> u8 {
    let why = match SandboxRules::from_args(args.iter().cloned()) {
        Err(error) => error.to_string(),
        Ok((rules, command)) => match sandbox::enter(&rules) {
            Err(error) => error.to_string(),
            Ok(_entered) => sandbox::exec(&command).to_string(),
        },
    };
    // Nobody is left to hear that the last words did not arrive.
    let _ = writeln!(stderr, "error: the command was not run: {why}");
    NOT_RUN
}
