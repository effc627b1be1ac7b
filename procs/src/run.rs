//! Runs a program from its start to its end on one thread.

use std::path::PathBuf;

use stdx::Cancel;

use crate::starting::{Begun, Patience, begin};
use crate::{Finished, Spec, StartError};

/// Runs `spec` to its end. Blocks this thread, and needs no other; [`start`](crate::start) is for
/// those who cannot block.
///
/// # Errors
///
/// [`StartError`] when the program never ran. Whatever it does once it runs is a [`Finished`].
pub fn run(spec: &Spec, cancel: &Cancel) -> Result<Finished, StartError> {
    let program = || PathBuf::from(&spec.program);
    match begin(spec, cancel, Patience::TriesAgain)? {
        Begun::Running(running) => running.finish().map_err(|source| StartError::Other {
            program: program(),
            source,
        }),
        Begun::Cancelled => Ok(Finished::never_started()),
        Begun::Busy(path) => Err(StartError::Busy { path }),
    }
}
