//! What time it is: of the system, or as a test says.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use crate::timer::{ManualTime, ManualTimer, lock};

/// Tells the time. Asked by everything that writes a date or measures a duration, from any thread.
pub trait Clock: Debug + Send + Sync {
    /// The date, as a calendar on the wall shows it: it may jump.
    fn now(&self) -> SystemTime;

    /// The time since a fixed moment in the past: it never goes back. Differences alone mean
    /// something.
    fn monotonic(&self) -> Duration;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the door that everybody else takes"
    )]
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn monotonic(&self) -> Duration {
        static FIRST_ASKED: OnceLock<Instant> = OnceLock::new();
        let first_asked = *FIRST_ASKED.get_or_init(instant);
        instant().saturating_duration_since(first_asked)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the door for the monotonic clock"
)]
pub(crate) fn instant() -> Instant {
    Instant::now()
}

/// A clock that stands still until a test moves it; its clones and timers share one time.
///
/// Starts at 1970-01-01T00:00:00Z unless it is told otherwise.
#[derive(Clone, Debug)]
pub struct ManualClock {
    time: Arc<Mutex<ManualTime>>,
}

impl ManualClock {
    /// A clock that shows `start`.
    pub fn new(start: SystemTime) -> ManualClock {
        ManualClock {
            time: Arc::new(Mutex::new(ManualTime::new(start))),
        }
    }

    /// Moves the time on and wakes the sleepers whose time has come, in the order of their
    /// deadlines.
    pub fn advance(&self, by: Duration) {
        let due = lock(&self.time).advance(by);
        for sleeper in due {
            sleeper.wake();
        }
    }

    /// Moves the time to the next deadline and says whether there was one.
    pub fn advance_to_next_sleeper(&self) -> bool {
        let until_next = lock(&self.time).until_next();
        until_next.map(|it| self.advance(it)).is_some()
    }

    /// How many sleepers wait for this clock to move.
    pub fn n_sleepers(&self) -> usize {
        lock(&self.time).n_sleepers()
    }

    /// A timer whose sleepers this clock wakes.
    pub fn timer(&self) -> ManualTimer {
        ManualTimer::new(Arc::clone(&self.time))
    }
}

impl Default for ManualClock {
    fn default() -> ManualClock {
        ManualClock::new(SystemTime::UNIX_EPOCH)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> SystemTime {
        lock(&self.time).now()
    }

    fn monotonic(&self) -> Duration {
        lock(&self.time).elapsed()
    }
}
