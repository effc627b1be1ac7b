//! Futures without a runtime.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// What a port that waits returns: a boxed future that may move between threads.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Runs one future on this thread, which is parked while the future waits.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut cx = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut cx) {
            Poll::Ready(res) => return res,
            Poll::Pending => thread::park(),
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs all of `futures` side by side; the results come in declared order, whoever was first.
///
/// Every wake-up asks each unfinished future again, which suits the few dozens that one event
/// brings. A panic in one goes through and drops the others.
pub async fn join_all<T>(futures: Vec<Pending<'_, T>>) -> Vec<T> {
    let mut slots: Vec<Slot<'_, T>> = futures.into_iter().map(Slot::Running).collect();
    poll_fn(|cx| {
        let n_running = slots.iter_mut().filter_map(|it| it.poll(cx)).count();
        match n_running {
            0 => Poll::Ready(()),
            _ => Poll::Pending,
        }
    })
    .await;
    slots.into_iter().map(Slot::into_result).collect()
}

enum Slot<'a, T> {
    Running(Pending<'a, T>),
    Done(T),
}

impl<T> Slot<'_, T> {
    /// `Some` while it still runs.
    fn poll(&mut self, cx: &mut Context<'_>) -> Option<()> {
        let Slot::Running(future) = self else {
            return None;
        };
        match future.as_mut().poll(cx) {
            Poll::Ready(res) => {
                *self = Slot::Done(res);
                None
            }
            Poll::Pending => Some(()),
        }
    }

    fn into_result(self) -> T {
        match self {
            Slot::Done(res) => res,
            Slot::Running(_) => unreachable!("all were polled until none was running"),
        }
    }
}
