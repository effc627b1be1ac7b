//! What the thread that hears and the one that looks have in common.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use notify::{Event, EventKind};
use stdx::{Clock, SystemClock};

use crate::debounce::{Debouncer, Window};
use crate::root::Root;
use crate::routes::Routes;

/// Above this many gathered paths it is cheaper to look at everything.
const MOST_PATHS: usize = 20_000;

/// Never held while the system is asked to watch: it answers on the thread that hears.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Notified at the first path of a batch and when somebody cancels.
    wake: Condvar,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) roots: Vec<Root>,
    pub(crate) routes: Routes,
    pub(crate) debouncer: Debouncer,
}

impl Shared {
    pub(crate) fn new(roots: Vec<Root>, window: Window) -> Shared {
        let state = State {
            roots,
            routes: Routes::default(),
            debouncer: Debouncer::new(window),
        };
        Shared {
            state: Mutex::new(state),
            wake: Condvar::new(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits to be woken, for `how_long` at most.
    pub(crate) fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        how_long: Duration,
    ) -> MutexGuard<'a, State> {
        let woken = self.wake.wait_timeout(state, how_long);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Wakes whoever waits. The lock makes sure that it waits already, or looks first.
    pub(crate) fn wake(&self) {
        let _state = self.lock();
        self.wake.notify_all();
    }

    /// Takes a report of the system.
    pub(crate) fn hear(&self, report: notify::Result<Event>) {
        let mut state = self.lock();
        let paths = match report {
            Ok(event) if event.need_rescan() => state.all(),
            // Our own reads are reported, too.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
            Ok(event) => state.concerned(&event.paths),
            // What was lost is not known.
            Err(_) => state.all(),
        };
        let was_idle = state.debouncer.due().is_none();
        state.note(paths, SystemClock.monotonic());
        if was_idle && state.debouncer.due().is_some() {
            self.wake.notify_all();
        }
    }
}

impl State {
    pub(crate) fn all(&self) -> BTreeSet<PathBuf> {
        self.roots.iter().map(|it| it.path.clone()).collect()
    }

    fn concerned(&self, places: &[PathBuf]) -> BTreeSet<PathBuf> {
        let mut res = BTreeSet::new();
        for place in places {
            res.extend(self.routes.lead(place));
        }
        res.retain(|path| {
            let mut roots = self.roots.iter();
            roots.any(|it| it.levels_below(path).is_some())
        });
        res
    }

    fn note(&mut self, paths: BTreeSet<PathBuf>, now: Duration) {
        for path in paths {
            self.debouncer.note(path, now);
        }
        if self.debouncer.n_paths() > MOST_PATHS {
            let all = self.all();
            self.debouncer.replace_paths(all);
        }
    }
}
