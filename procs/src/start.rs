//! The same for those who cannot block: a future for any executor.

use std::future::poll_fn;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use stdx::{Cancel, Pending};

use crate::watch::{Reply, watch};
use crate::{Finished, Spec, StartError, run};

/// Runs `spec` like [`run`], as a future for any executor. Nothing happens before it is polled.
///
/// The first poll starts the program and stays with it for up to 4 ms, unless another one of
/// these runs already: for the usual hook that is the whole run, and to wake a thread of its own
/// and then the executor would cost a tenth of it. A program that takes longer is watched from a
/// thread of its own.
///
/// Dropping the future cancels the run, and does not wait for that. A host that is about to exit
/// cancels and awaits, so that no family outlives it.
///
/// # Errors
///
/// As for [`run`]; and [`StartError::Other`] when the system has no thread for it.
pub fn start(spec: Spec, cancel: Cancel) -> Pending<'static, Result<Finished, StartError>> {
    let cancel = CancelOnDrop(cancel.child());
    Box::pin(async move {
        match begin_or_watch(spec, &cancel.0)? {
            Progress::Finished(res) => Ok(res),
            Progress::Watched(reply) => poll_fn(|cx| reply.poll(cx)).await,
        }
    })
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel("nobody waits for it any more");
    }
}

enum Progress {
    #[cfg_attr(not(unix), expect(dead_code, reason = "all runs have a thread there"))]
    Finished(Finished),
    Watched(Arc<Reply>),
}

#[cfg(unix)]
fn begin_or_watch(spec: Spec, cancel: &Cancel) -> Result<Progress, StartError> {
    use std::time::Duration;

    use crate::starting::{Begun, Patience, begin};
    use crate::watch::is_idle;

    /// For how long the first poll stays. With others under way it does not, or several that are
    /// polled in turn would start one after another.
    const AT_ONCE: Duration = Duration::from_millis(4);
    let other = other(&spec);
    match begin(&spec, cancel, Patience::None)? {
        Begun::Cancelled => Ok(Progress::Finished(Finished::never_started())),
        Begun::Running(mut running) => match is_idle() && running.ends_within(AT_ONCE) {
            true => running.finish().map(Progress::Finished).map_err(other),
            false => {
                let watched = watch({
                    let other = other.clone();
                    move || running.finish().map_err(other)
                });
                watched.map(Progress::Watched).map_err(other)
            }
        },
        // To try again takes a while, which is better spent on another thread.
        Begun::Busy(_) => run_elsewhere(spec, cancel),
    }
}

#[cfg(not(unix))]
fn begin_or_watch(spec: Spec, cancel: &Cancel) -> Result<Progress, StartError> {
    run_elsewhere(spec, cancel)
}

fn run_elsewhere(spec: Spec, cancel: &Cancel) -> Result<Progress, StartError> {
    let (other, cancel) = (other(&spec), cancel.clone());
    watch(move || run(&spec, &cancel))
        .map(Progress::Watched)
        .map_err(other)
}

fn other(spec: &Spec) -> impl FnOnce(io::Error) -> StartError + Clone + Send + use<> {
    let program = PathBuf::from(&spec.program);
    move |source| StartError::Other { program, source }
}
