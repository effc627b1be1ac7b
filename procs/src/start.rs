//! The same for those who cannot block: a future for any executor.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;

use stdx::{Cancel, Pending};

use crate::{Finished, Spec, StartError, run};

/// Starts `spec` at once, watches it from a thread of its own, and is ready when it has ended.
/// Any executor will do.
///
/// Dropping the future cancels the run, and does not wait for that. A host that is about to exit
/// cancels and awaits, so that no family outlives it.
///
/// # Errors
///
/// As for [`run`]; and [`StartError::Other`] when the system has no thread for it.
pub fn start(spec: Spec, cancel: Cancel) -> Pending<'static, Result<Finished, StartError>> {
    let cancel = cancel.child();
    let reply = Arc::new(Reply::default());
    let program = PathBuf::from(&spec.program);
    let watch = {
        let (cancel, reply) = (cancel.clone(), Arc::clone(&reply));
        move || reply.set(catch_unwind(AssertUnwindSafe(|| run(&spec, &cancel))))
    };
    let spawned = thread::Builder::new()
        .name("procs".to_owned())
        .stack_size(STACK)
        .spawn(watch);
    if let Err(source) = spawned {
        return Box::pin(async { Err(StartError::Other { program, source }) });
    }
    Box::pin(Started { reply, cancel })
}

/// Enough for the loop, and for the few lists that the end of a family needs.
const STACK: usize = 256 * 1024;

/// What the thread says in the end, be it a panic.
type Said = Result<Result<Finished, StartError>, Box<dyn Any + Send>>;

#[derive(Debug, Default)]
struct Reply {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    said: Option<Said>,
    waker: Option<Waker>,
}

impl Reply {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, said: Said) {
        let mut state = self.lock();
        state.said = Some(said);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

#[derive(Debug)]
struct Started {
    reply: Arc<Reply>,
    cancel: Cancel,
}

impl Future for Started {
    type Output = Result<Finished, StartError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.reply.lock();
        match state.said.take() {
            Some(Ok(res)) => Poll::Ready(res),
            Some(Err(panic)) => resume_unwind(panic),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.cancel.cancel("nobody waits for it any more");
    }
}
