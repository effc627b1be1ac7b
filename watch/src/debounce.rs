//! Waits until a burst of events is over.

use std::collections::BTreeSet;
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

/// How long events are gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A batch is due when nothing happened for this long.
    pub quiet: Duration,
    /// A batch is due this long after its first event, however busy it is.
    pub at_most: Duration,
}

/// 50 ms of quiet, 400 ms at most.
impl Default for Window {
    fn default() -> Window {
        Window {
            quiet: Duration::from_millis(50),
            at_most: Duration::from_millis(400),
        }
    }
}

/// Gathers the paths to look at until it is quiet.
///
/// Knows no clock: every instant is the time since one fixed moment, as
/// [`stdx::Clock::monotonic`] tells it.
#[derive(Debug, Default)]
pub(crate) struct Debouncer {
    window: Window,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    Gathering {
        first: Duration,
        latest: Duration,
        paths: BTreeSet<PathBuf>,
    },
}

impl Debouncer {
    /// One without a path.
    pub(crate) fn new(window: Window) -> Debouncer {
        Debouncer {
            window,
            state: State::Idle,
        }
    }

    /// Something happened to `path` at `now`.
    pub(crate) fn note(&mut self, path: PathBuf, now: Duration) {
        match &mut self.state {
            State::Idle => {
                self.state = State::Gathering {
                    first: now,
                    latest: now,
                    paths: BTreeSet::from([path]),
                };
            }
            State::Gathering { latest, paths, .. } => {
                *latest = now.max(*latest);
                paths.insert(path);
            }
        }
    }

    /// When the batch will be due if nothing more happens; `None` without a path.
    pub(crate) fn due(&self) -> Option<Duration> {
        match &self.state {
            State::Idle => None,
            State::Gathering { first, latest, .. } => {
                let quiet = latest.saturating_add(self.window.quiet);
                Some(quiet.min(first.saturating_add(self.window.at_most)))
            }
        }
    }

    /// The gathered paths, once they are due.
    pub(crate) fn take(&mut self, now: Duration) -> Option<BTreeSet<PathBuf>> {
        match self.due() {
            Some(due) if due <= now => match mem::take(&mut self.state) {
                State::Idle => None,
                State::Gathering { paths, .. } => Some(paths),
            },
            Some(_) | None => None,
        }
    }

    /// How many paths are gathered.
    pub(crate) fn n_paths(&self) -> usize {
        match &self.state {
            State::Idle => 0,
            State::Gathering { paths, .. } => paths.len(),
        }
    }

    /// Looks at these few in the place of all that were gathered; the times stay.
    pub(crate) fn replace_paths(&mut self, instead: BTreeSet<PathBuf>) {
        if let State::Gathering { paths, .. } = &mut self.state {
            *paths = instead;
        }
    }
}
