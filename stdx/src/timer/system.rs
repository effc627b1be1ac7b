//! One thread and its appointment book.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use super::{Timer, lock};
use crate::Pending;
use crate::clock::instant;

/// The timer of the machine.
///
/// All of a process share one background thread, which starts with the first sleeper and blocks
/// without using the processor while nobody sleeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemTimer;

impl Timer for SystemTimer {
    fn sleep(&self, how_long: Duration) -> Pending<'static, ()> {
        // A deadline which no clock can show is never reached.
        match instant().checked_add(how_long) {
            Some(deadline) => Box::pin(Sleep {
                deadline,
                entry: None,
            }),
            None => Box::pin(std::future::pending()),
        }
    }
}

/// A deadline, made unique by a number.
type Entry = (Instant, u64);

#[derive(Debug)]
struct Sleep {
    deadline: Instant,
    entry: Option<Entry>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if instant() >= self.deadline {
            return Poll::Ready(());
        }
        let entry = Book::get().note(self.entry, self.deadline, cx.waker());
        self.entry = Some(entry);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(entry) = self.entry {
            Book::get().strike(entry);
        }
    }
}

#[derive(Debug, Default)]
struct Book {
    pages: Mutex<Pages>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Pages {
    sleepers: BTreeMap<Entry, Waker>,
    n_entries: u64,
}

impl Book {
    fn get() -> &'static Book {
        static BOOK: OnceLock<&'static Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            let book: &'static Book = Box::leak(Box::default());
            thread::Builder::new()
                .name("timer".to_owned())
                .spawn(move || book.keep())
                .expect("a process that cannot start one thread cannot keep a time-out either");
            book
        })
    }

    fn note(&self, known: Option<Entry>, deadline: Instant, waker: &Waker) -> Entry {
        let mut pages = lock(&self.pages);
        let entry = known.unwrap_or((deadline, pages.n_entries));
        pages.n_entries = pages.n_entries.max(entry.1 + 1);
        let replaced = pages.sleepers.insert(entry, waker.clone());
        let is_first = pages
            .sleepers
            .first_key_value()
            .is_some_and(|(first, _)| *first == entry);
        drop(pages);
        drop(replaced);
        if is_first {
            self.changed.notify_one();
        }
        entry
    }

    fn strike(&self, entry: Entry) {
        // The waker is dropped after the lock: it may own a whole task.
        let _struck = lock(&self.pages).sleepers.remove(&entry);
    }

    fn keep(&self) {
        let mut pages = lock(&self.pages);
        loop {
            let now = instant();
            let Some((&(deadline, _), _)) = pages.sleepers.first_key_value() else {
                pages = self
                    .changed
                    .wait(pages)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if deadline > now {
                let waited = self.changed.wait_timeout(pages, deadline - now);
                pages = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            let due = pages.sleepers.pop_first();
            drop(pages);
            if let Some((_, waker)) = due {
                waker.wake();
            }
            pages = lock(&self.pages);
        }
    }
}
