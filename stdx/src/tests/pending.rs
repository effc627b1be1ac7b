use std::cell::Cell;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use crate::{Pending, block_on, join_all};

/// Asks once; `woken` runs when the future wants to be asked again.
pub(super) fn poll_once<T>(
    future: &mut Pending<'_, T>,
    woken: impl Fn() + Send + Sync + 'static,
) -> Option<T> {
    struct Call<F>(F);
    impl<F: Fn() + Send + Sync + 'static> Wake for Call<F> {
        fn wake(self: Arc<Self>) {
            (self.0)();
        }
    }

    let waker = Waker::from(Arc::new(Call(woken)));
    match future.as_mut().poll(&mut Context::from_waker(&waker)) {
        Poll::Ready(res) => Some(res),
        Poll::Pending => None,
    }
}

/// Ready when it is asked for the `n`th time.
fn after(n: u32) -> Pending<'static, u32> {
    let mut n_polls = 0;
    Box::pin(poll_fn(move |cx| {
        n_polls += 1;
        cx.waker().wake_by_ref();
        if n_polls == n {
            Poll::Ready(n)
        } else {
            Poll::Pending
        }
    }))
}

#[test]
fn results_come_in_declared_order() {
    assert_eq!(
        block_on(join_all(vec![after(9), after(1), after(4)])),
        [9, 1, 4]
    );
    assert_eq!(
        block_on(join_all(Vec::<Pending<'_, u32>>::new())),
        [0u32; 0]
    );
}

#[test]
fn another_thread_wakes_a_blocked_one() {
    let started = Cell::new(false);
    let (send, receive) = std::sync::mpsc::channel::<Waker>();
    let waker_thread = thread::spawn(move || receive.recv().unwrap().wake());
    block_on(poll_fn(|cx| {
        if started.replace(true) {
            return Poll::Ready(());
        }
        send.send(cx.waker().clone()).unwrap();
        Poll::Pending
    }));
    waker_thread.join().unwrap();
}

#[test]
fn a_panic_goes_through() {
    let broken: Pending<'_, u32> = Box::pin(async { panic!("broken") });
    let joined = catch_unwind(AssertUnwindSafe(|| {
        block_on(join_all(vec![after(1), broken]))
    }));
    assert!(joined.is_err());
}
