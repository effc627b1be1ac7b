//! A thread of its own for one run, and how a future learns what became of it.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;

use crate::{Finished, StartError};

/// How many threads there are.
static N_WATCHED: AtomicUsize = AtomicUsize::new(0);

/// Whether no run has a thread of its own just now.
#[cfg(unix)]
pub(crate) fn is_idle() -> bool {
    N_WATCHED.load(Ordering::Relaxed) == 0
}

/// Does `work` on a thread of its own.
pub(crate) fn watch(
    work: impl FnOnce() -> Result<Finished, StartError> + Send + 'static,
) -> io::Result<Arc<Reply>> {
    /// Enough for the loop, and for the few lists that the end of a family needs.
    const STACK: usize = 256 * 1024;
    let reply = Arc::new(Reply::default());
    let told = Arc::clone(&reply);
    let counted = Counted::new();
    let thread = thread::Builder::new()
        .name("procs".to_owned())
        .stack_size(STACK);
    thread.spawn(move || {
        let said = catch_unwind(AssertUnwindSafe(work));
        drop(counted);
        told.set(said);
    })?;
    Ok(reply)
}

/// One of [`N_WATCHED`].
struct Counted;

impl Counted {
    fn new() -> Counted {
        N_WATCHED.fetch_add(1, Ordering::Relaxed);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        N_WATCHED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What the thread says in the end, be it a panic.
type Said = Result<Result<Finished, StartError>, Box<dyn Any + Send>>;

/// Where a thread leaves what it says.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    slot: Mutex<Slot>,
}

#[derive(Debug, Default)]
struct Slot {
    said: Option<Said>,
    waker: Option<Waker>,
}

impl Reply {
    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, said: Said) {
        let mut slot = self.lock();
        slot.said = Some(said);
        let waker = slot.waker.take();
        drop(slot);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(crate) fn poll(&self, cx: &mut Context<'_>) -> Poll<Result<Finished, StartError>> {
        let mut slot = self.lock();
        match slot.said.take() {
            Some(Ok(res)) => Poll::Ready(res),
            Some(Err(panic)) => resume_unwind(panic),
            None => {
                slot.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
