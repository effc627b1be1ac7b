//! From what `procs` saw to the facts that a dialect judges.

use hooks_core::{Ended, Output, RawReply};
use procs::{Captured, Finished};

/// The facts of a finished run. `notes` say what an exit code alone does not.
pub(crate) fn of(finished: Finished, notes: Vec<String>) -> RawReply {
    RawReply {
        ended: match finished.ended {
            procs::Ended::Exit(code) => Ended::Exit(code),
            procs::Ended::Signal(signal) => Ended::Signal(signal),
            procs::Ended::TimedOut => Ended::TimedOut,
            procs::Ended::Cancelled => Ended::Cancelled,
        },
        took: finished.took,
        stdout: Output {
            total: finished.stdout.total,
            bytes: finished.stdout.head,
        },
        stderr: stderr(&finished.stderr),
        notes,
    }
}

/// Standard error is for reading: its start and its end are enough, and count as whole.
fn stderr(captured: &Captured) -> Output {
    Output::whole(captured.text().into_bytes())
}
