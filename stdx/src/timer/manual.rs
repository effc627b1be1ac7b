//! A time that a test moves.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use super::{Timer, lock};
use crate::Pending;

/// A timer whose sleepers wake when its [`ManualClock`](crate::ManualClock) is moved; see
/// [`ManualClock::timer`](crate::ManualClock::timer).
#[derive(Clone, Debug)]
pub struct ManualTimer {
    time: Arc<Mutex<ManualTime>>,
}

impl ManualTimer {
    pub(crate) fn new(time: Arc<Mutex<ManualTime>>) -> ManualTimer {
        ManualTimer { time }
    }
}

impl Timer for ManualTimer {
    fn sleep(&self, how_long: Duration) -> Pending<'static, ()> {
        let deadline = lock(&self.time).elapsed.saturating_add(how_long);
        Box::pin(Sleep {
            time: Arc::clone(&self.time),
            deadline,
            entry: None,
        })
    }
}

#[derive(Debug)]
pub(crate) struct ManualTime {
    start: SystemTime,
    elapsed: Duration,
    sleepers: BTreeMap<Entry, Waker>,
    n_entries: u64,
}

/// A deadline, made unique by a number in the order of asking.
type Entry = (Duration, u64);

impl ManualTime {
    pub(crate) fn new(start: SystemTime) -> ManualTime {
        ManualTime {
            start,
            elapsed: Duration::ZERO,
            sleepers: BTreeMap::new(),
            n_entries: 0,
        }
    }

    pub(crate) fn now(&self) -> SystemTime {
        self.start + self.elapsed
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    pub(crate) fn n_sleepers(&self) -> usize {
        self.sleepers.len()
    }

    pub(crate) fn until_next(&self) -> Option<Duration> {
        let ((deadline, _), _) = self.sleepers.first_key_value()?;
        Some(deadline.saturating_sub(self.elapsed))
    }

    /// Those who are due by then, in the order of their deadlines.
    pub(crate) fn advance(&mut self, by: Duration) -> Vec<Waker> {
        self.elapsed = self.elapsed.saturating_add(by);
        let later = self.sleepers.split_off(&(self.elapsed, u64::MAX));
        let due = std::mem::replace(&mut self.sleepers, later);
        due.into_values().collect()
    }
}

#[derive(Debug)]
struct Sleep {
    time: Arc<Mutex<ManualTime>>,
    deadline: Duration,
    entry: Option<Entry>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let time = Arc::clone(&self.time);
        let mut time = lock(&time);
        if time.elapsed >= self.deadline {
            return Poll::Ready(());
        }
        let entry = self.entry.unwrap_or((self.deadline, time.n_entries));
        time.n_entries = time.n_entries.max(entry.1 + 1);
        let replaced = time.sleepers.insert(entry, cx.waker().clone());
        drop(time);
        drop(replaced);
        self.entry = Some(entry);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(entry) = self.entry {
            let _struck = lock(&self.time).sleepers.remove(&entry);
        }
    }
}
