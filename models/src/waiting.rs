//! Waiting for one thing, but not for ever.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use stdx::{Cancel, Pending};

/// What came first instead of the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// Somebody cancelled, for this reason.
    Cancelled(String),
    /// The time was up.
    Silent,
}

/// The result of `work`, unless `cancel` or the end of `sleep` comes first. What is dropped ends.
pub(crate) async fn within<T>(
    work: impl Future<Output = T>,
    mut sleep: Pending<'_, ()>,
    cancel: &Cancel,
) -> Result<T, Interrupted> {
    let mut work = pin!(work);
    let mut cancelled = pin!(cancel.cancelled());
    poll_fn(|cx| {
        if cancelled.as_mut().poll(cx).is_ready() {
            let reason = cancel.reason().unwrap_or_default();
            return Poll::Ready(Err(Interrupted::Cancelled(reason)));
        }
        if let Poll::Ready(res) = work.as_mut().poll(cx) {
            return Poll::Ready(Ok(res));
        }
        match sleep.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(Interrupted::Silent)),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
