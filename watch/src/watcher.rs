//! Folders to batches of changes.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use stdx::{Cancel, CancelGuard, Clock, Loaded, Problem, SystemClock};

use crate::change::{Batch, Change};
use crate::debounce::Window;
use crate::eyes::{Blindness, Eyes};
use crate::post::Post;
use crate::problems;
use crate::root::Root;
use crate::scan::{Found, Reader, Walk};
use crate::shared::Shared;
use crate::snapshot::Snapshot;

/// A wait this long may as well be woken and begun again; some systems count no further.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// How to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long events are gathered.
    pub window: Window,
    /// How changes are noticed.
    pub method: Method,
    /// How often to look where the system does not watch. Default 2 s.
    pub poll_every: Duration,
}

/// How changes are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The system reports them; where it cannot, we look every now and then.
    Events,
    /// We look every now and then: for disks of other machines, which report nothing.
    Polling,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            window: Window::default(),
            method: Method::Events,
            poll_every: Duration::from_secs(2),
        }
    }
}

/// Watches folders and files, as long as it lives.
///
/// Everything but the hearing is done on the thread that calls [`Watcher::next`]; between two
/// calls reports are gathered and nothing is lost. Dropping it ends the watching.
#[derive(Debug)]
pub struct Watcher {
    roots: Vec<Root>,
    post: Post,
    snapshot: Snapshot,
    hasher: RandomState,
    told: BTreeSet<(Cow<'static, str>, Option<PathBuf>)>,
    poll_every: Duration,
    next_poll: Duration,
    cancel: Cancel,
    _guard: CancelGuard,
}

/// What [`Watcher::next`] came back with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Something changed, or cannot be watched any more.
    Batch(Batch),
    /// Nothing did for the given time.
    Nothing,
    /// Somebody cancelled, for this reason.
    Cancelled(String),
}

enum Woken {
    Paths(BTreeSet<PathBuf>),
    TimedOut,
    Cancelled(String),
}

impl Watcher {
    /// Begins to watch. Every change after this call is told: read the files after it, not before.
    ///
    /// It always succeeds: what cannot be watched is looked at every now and then, and named in the
    /// problems.
    pub fn start(roots: Vec<Root>, options: &Options, cancel: &Cancel) -> Loaded<Watcher> {
        let (roots, refused): (Vec<_>, Vec<_>) =
            roots.into_iter().partition(|it| it.path.is_absolute());
        let shared = Arc::new(Shared::new(roots.clone(), options.window));
        let (eyes, blindness) = eyes(&shared, options.method);
        let waker = Arc::clone(&shared);
        let mut watcher = Watcher {
            roots,
            post: Post::new(shared, eyes),
            snapshot: Snapshot::default(),
            hasher: RandomState::new(),
            told: BTreeSet::new(),
            poll_every: options.poll_every,
            next_poll: SystemClock.monotonic().saturating_add(options.poll_every),
            cancel: cancel.clone(),
            _guard: cancel.on_cancel(move || waker.wake()),
        };
        let mut problems: Vec<Problem> = refused
            .iter()
            .map(|it| problems::not_absolute(&it.path))
            .collect();
        let first = watcher.roots.first();
        problems.extend(first.and_then(|it| problems::blind(&it.path, &blindness?)));
        problems.extend(watcher.look_at_all().problems);
        Loaded {
            value: watcher,
            problems,
        }
    }

    fn look_at_all(&mut self) -> Batch {
        let all = self.post.shared.lock().all();
        self.settle(all)
    }

    /// Waits for the next changes, for `timeout` at most.
    pub fn next(&mut self, timeout: Duration) -> Heard {
        let deadline = SystemClock.monotonic().saturating_add(timeout);
        loop {
            match self.wait(deadline) {
                Woken::Cancelled(reason) => return Heard::Cancelled(reason),
                Woken::TimedOut => return Heard::Nothing,
                Woken::Paths(paths) => {
                    let batch = self.settle(paths);
                    if !batch.is_empty() {
                        return Heard::Batch(batch);
                    }
                }
            }
        }
    }

    fn wait(&mut self, deadline: Duration) -> Woken {
        let shared = Arc::clone(&self.post.shared);
        let mut state = shared.lock();
        loop {
            if let Some(reason) = self.cancel.reason() {
                return Woken::Cancelled(reason);
            }
            let now = SystemClock.monotonic();
            if let Some(paths) = state.debouncer.take(now) {
                return Woken::Paths(paths);
            }
            if self.poll().is_some_and(|it| it <= now) {
                self.next_poll = now.saturating_add(self.poll_every);
                return Woken::Paths(self.post.blind.clone());
            }
            if deadline <= now {
                return Woken::TimedOut;
            }
            let wake_at = [state.debouncer.due(), self.poll()]
                .into_iter()
                .flatten()
                .fold(deadline, Duration::min);
            state = shared.wait(state, wake_at.saturating_sub(now).min(LONGEST_WAIT));
        }
    }

    fn poll(&self) -> Option<Duration> {
        (!self.post.blind.is_empty()).then_some(self.next_poll)
    }

    /// Looks at the paths and tells what is different there.
    fn settle(&mut self, named: BTreeSet<PathBuf>) -> Batch {
        let scopes = outermost(&named);
        self.post.begin(&scopes);
        let mut batch = Batch::default();
        for scope in &scopes {
            let (changes, problems) = self.look(scope, &named);
            batch.changes.extend(changes);
            batch.problems.extend(problems);
        }
        let blindness = mem::take(&mut self.post.blindness);
        let blind = blindness
            .iter()
            .filter_map(|(folder, why)| problems::blind(folder, why));
        batch.problems.extend(blind);
        batch.problems.retain(|it| {
            let key = (it.code.clone(), it.file.clone());
            self.told.insert(key)
        });
        batch
    }

    fn look(&mut self, scope: &Path, named: &BTreeSet<PathBuf>) -> (Vec<Change>, Vec<Problem>) {
        let mut found = Found::default();
        let reader = Reader {
            snapshot: &self.snapshot,
            named,
            hasher: &self.hasher,
            now: SystemClock.now(),
        };
        for root in &self.roots {
            Walk::new(root, &mut self.post, (&reader, &mut found)).scan(scope);
        }
        self.post.sweep(scope);
        (self.snapshot.settle(scope, found.files), found.problems)
    }
}

fn eyes(shared: &Arc<Shared>, method: Method) -> (Eyes, Option<Blindness>) {
    let hearer = Arc::clone(shared);
    match method {
        Method::Polling => (Eyes::closed(), None),
        Method::Events => match Eyes::open(move |report| hearer.hear(report)) {
            Ok(eyes) => (eyes, None),
            Err(why) => (Eyes::closed(), Some(why)),
        },
    }
}

/// The paths without those that lie below another: a look at a folder is one at all in it.
///
/// They sort by their parts, so what lies below a path follows it.
fn outermost(paths: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut res: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !res.last().is_some_and(|it| path.starts_with(it)) {
            res.push(path.clone());
        }
    }
    res
}
