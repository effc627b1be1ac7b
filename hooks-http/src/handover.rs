//! Hands one value from a thread to a future.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A giver for a thread and a taker to wait on.
pub(crate) fn handover<T>() -> (Giver<T>, Taker<T>) {
    let shared = Arc::new(Mutex::new(State::Waiting(None)));
    (Giver(Arc::clone(&shared)), Taker(shared))
}

/// Gives the value. Dropped without, the taker gets nothing, and does not wait for it.
#[derive(Debug)]
pub(crate) struct Giver<T>(Arc<Mutex<State<T>>>);

/// The future of the value; `None` if the giver was dropped without giving.
#[derive(Debug)]
pub(crate) struct Taker<T>(Arc<Mutex<State<T>>>);

#[derive(Debug)]
enum State<T> {
    Waiting(Option<Waker>),
    Given(T),
    Over,
}

impl<T> Giver<T> {
    pub(crate) fn give(self, value: T) {
        self.settle(State::Given(value));
    }

    /// Settles what is still open, and wakes the taker outside the lock.
    fn settle(&self, settled: State<T>) {
        let mut state = lock(&self.0);
        if let State::Waiting(waker) = &mut *state {
            let waker = waker.take();
            *state = settled;
            drop(state);
            waker.into_iter().for_each(Waker::wake);
        }
    }
}

impl<T> Drop for Giver<T> {
    fn drop(&mut self) {
        self.settle(State::Over);
    }
}

impl<T> Future for Taker<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut state = lock(&self.0);
        if let State::Waiting(waker) = &mut *state {
            *waker = Some(cx.waker().clone());
            return Poll::Pending;
        }
        match std::mem::replace(&mut *state, State::Over) {
            State::Given(value) => Poll::Ready(Some(value)),
            State::Waiting(_) | State::Over => Poll::Ready(None),
        }
    }
}

/// The state is whole after every statement, so a panic elsewhere does not spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
