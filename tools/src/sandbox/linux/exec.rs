//! Becoming the command.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::super::SandboxError;

/// Becomes `command`, a program and its arguments, with the environment and the folder of now.
/// Returns only if that failed.
#[expect(
    clippy::disallowed_methods,
    reason = "nothing is started: this program ends where that one begins"
)]
pub fn exec(command: &[OsString]) -> SandboxError {
    let Some((program, args)) = command.split_first() else {
        return SandboxError::Missing {
            why: "no command was given".to_owned(),
        };
    };
    SandboxError::Start {
        program: program.to_string_lossy().into_owned(),
        source: Command::new(program).args(args).exec(),
    }
}
