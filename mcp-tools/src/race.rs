//! Waits for work, the clock and a cancel at once.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use stdx::{Cancel, Timer};

/// Who was first.
pub(crate) enum First<T> {
    /// The work is done.
    Done(T),
    /// The time is up; the work was dropped.
    Late,
    /// Somebody cancelled, for this reason; the work was dropped.
    Cancelled(String),
}

/// What may end a wait.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub(crate) timer: &'a dyn Timer,
    pub(crate) after: Duration,
    pub(crate) cancel: &'a Cancel,
}

impl Limits<'_> {
    /// Runs `work` until it is done or one of the limits is reached. Needs no runtime.
    pub(crate) async fn race<T>(self, work: impl Future<Output = T>) -> First<T> {
        let mut work = pin!(work);
        let mut late = self.timer.sleep(self.after);
        let mut cancelled = pin!(self.cancel.cancelled());
        poll_fn(|cx| {
            if cancelled.as_mut().poll(cx).is_ready() {
                let reason = self.cancel.reason().unwrap_or_default();
                return Poll::Ready(First::Cancelled(reason));
            }
            if let Poll::Ready(res) = work.as_mut().poll(cx) {
                return Poll::Ready(First::Done(res));
            }
            late.as_mut().poll(cx).map(|()| First::Late)
        })
        .await
    }
}

/// What `work` gives, unless it takes longer than `after`.
pub(crate) async fn within<T>(
    timer: &dyn Timer,
    after: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    let cancel = Cancel::new();
    let limits = Limits {
        timer,
        after,
        cancel: &cancel,
    };
    match limits.race(work).await {
        First::Done(res) => Some(res),
        First::Late | First::Cancelled(_) => None,
    }
}
