//! Runs a program from its start to its end on one thread.

use std::path::PathBuf;

use stdx::{Cancel, Clock, SystemClock};

use crate::alarm::Alarm;
use crate::running::Outcome;
use crate::starting::Starting;
use crate::{Ended, Finished, Spec, StartError};

/// Runs `spec` to its end. Blocks this thread, and needs no other; [`start`](crate::start) is for
/// those who cannot block.
///
/// # Errors
///
/// [`StartError`] when the program never ran. Whatever it does once it runs is a [`Finished`].
pub fn run(spec: &Spec, cancel: &Cancel) -> Result<Finished, StartError> {
    let started = SystemClock.monotonic();
    let other = |source| StartError::Other {
        program: PathBuf::from(&spec.program),
        source,
    };
    let alarm = Alarm::new(cancel).map_err(other)?;
    let deadline = started.checked_add(spec.timeout);
    let outcome = match (Starting {
        spec,
        cancel,
        alarm: &alarm,
        deadline,
    })
    .start()?
    {
        Some(running) => running.finish().map_err(other)?,
        None => Outcome::of(Ended::Cancelled),
    };
    let took = SystemClock.monotonic().saturating_sub(started);
    let Outcome {
        ended,
        streams: [stdout, stderr],
        left_running,
    } = outcome;
    Ok(Finished {
        ended,
        stdout,
        stderr,
        took,
        left_running,
    })
}
