//! From what `procs` saw to the facts that a dialect judges.

use hooks_core::{Ended, HookCall, Output, RawReply};
use procs::{Captured, Finished};

/// The facts of a finished run.
pub(crate) fn finished(finished: Finished, call: &HookCall<'_>) -> RawReply {
    let notes = notes(&finished, call);
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

/// What a shell's exit code does not say: which file is missing, not executable, or has odd line
/// ends.
fn notes(finished: &Finished, call: &HookCall<'_>) -> Vec<String> {
    let hooks_core::Action::Command(hooks_core::CommandLine::Shell { line, .. }) =
        &call.handler.action
    else {
        return Vec::new();
    };
    procs::shell_note(finished, line, call.cwd)
        .into_iter()
        .collect()
}
