//! Saying "stop" to everything that was started for one purpose.

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};

use crate::timer::lock;

/// A wish to stop, shared by all clones. It is made once and never taken back.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    shared: Arc<Shared>,
}

impl Cancel {
    /// One that nobody has cancelled.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks everybody to stop and runs the callbacks on this thread, in the order of their
    /// registration. The first reason stays; later calls do nothing.
    pub fn cancel(&self, reason: impl Into<String>) {
        for callback in self.shared.cancel(reason.into()) {
            callback();
        }
    }

    /// Whether somebody has cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(*lock(&self.shared.state), State::Cancelled { .. })
    }

    /// Why, if somebody has cancelled.
    pub fn reason(&self) -> Option<String> {
        match &*lock(&self.shared.state) {
            State::Waiting { .. } => None,
            State::Cancelled { reason } => Some(reason.clone()),
        }
    }

    /// A new one which is cancelled with this one, for the same reason, and can be cancelled
    /// without it.
    #[must_use]
    pub fn child(&self) -> Cancel {
        let shared = Arc::new_cyclic(|child: &Weak<Shared>| {
            let (parent, child) = (Arc::downgrade(&self.shared), Weak::clone(child));
            let guard = self.on_cancel(move || pass_on(&parent, &child));
            Shared {
                state: Mutex::default(),
                _parent: Some(guard),
            }
        });
        let child = Cancel { shared };
        // A parent that was cancelled already called back before the child was whole.
        if let Some(reason) = self.reason() {
            child.cancel(reason);
        }
        child
    }

    /// Runs `callback` when this is cancelled, on the thread that cancels; at once, on this
    /// thread, if it is cancelled already. It must be short and must not panic.
    ///
    /// Dropping the guard takes the callback back. A callback that is just running on another
    /// thread runs on, so it must own what it touches.
    #[must_use = "dropping the guard takes the callback back"]
    pub fn on_cancel(&self, callback: impl FnOnce() + Send + 'static) -> CancelGuard {
        let (shared, id) = match self.shared.register(Box::new(callback)) {
            Ok(id) => (Arc::downgrade(&self.shared), id),
            Err(callback) => {
                callback();
                (Weak::new(), 0)
            }
        };
        CancelGuard { shared, id }
    }

    /// A future that is ready once this is cancelled.
    pub fn cancelled(&self) -> Cancelled {
        Cancelled {
            cancel: self.clone(),
            registered: None,
        }
    }
}

fn pass_on(parent: &Weak<Shared>, child: &Weak<Shared>) {
    if let (Some(parent), Some(child)) = (parent.upgrade(), child.upgrade()) {
        let reason = Cancel { shared: parent }.reason().unwrap_or_default();
        Cancel { shared: child }.cancel(reason);
    }
}

/// A callback of [`Cancel::on_cancel`], taken back when this is dropped.
#[derive(Debug)]
pub struct CancelGuard {
    shared: Weak<Shared>,
    id: u64,
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.unregister(self.id);
        }
    }
}

/// The future of [`Cancel::cancelled`].
#[derive(Debug)]
pub struct Cancelled {
    cancel: Cancel,
    registered: Option<(Waker, CancelGuard)>,
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let known = self
            .registered
            .as_ref()
            .is_some_and(|(it, _)| it.will_wake(cx.waker()));
        if !known {
            let waker = cx.waker().clone();
            let guard = self.cancel.on_cancel(move || waker.wake());
            self.registered = Some((cx.waker().clone(), guard));
        }
        match self.cancel.is_cancelled() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

type Callback = Box<dyn FnOnce() + Send>;

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Keeps a child registered with its parent as long as the child lives.
    _parent: Option<CancelGuard>,
}

enum State {
    Waiting {
        callbacks: BTreeMap<u64, Callback>,
        n_callbacks: u64,
    },
    Cancelled {
        reason: String,
    },
}

impl Default for State {
    fn default() -> State {
        State::Waiting {
            callbacks: BTreeMap::new(),
            n_callbacks: 0,
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::Waiting { callbacks, .. } => write!(f, "Waiting({})", callbacks.len()),
            State::Cancelled { reason } => write!(f, "Cancelled({reason:?})"),
        }
    }
}

impl Shared {
    /// Marks it cancelled and hands out the callbacks, to be run without the lock.
    fn cancel(&self, reason: String) -> impl Iterator<Item = Callback> + use<> {
        let mut state = lock(&self.state);
        let callbacks = match &mut *state {
            State::Waiting { callbacks, .. } => {
                let callbacks = mem::take(callbacks);
                *state = State::Cancelled { reason };
                callbacks
            }
            State::Cancelled { .. } => BTreeMap::new(),
        };
        callbacks.into_values()
    }

    /// Gives the callback back if it is too late to wait.
    fn register(&self, callback: Callback) -> Result<u64, Callback> {
        match &mut *lock(&self.state) {
            State::Waiting {
                callbacks,
                n_callbacks,
            } => {
                *n_callbacks += 1;
                callbacks.insert(*n_callbacks, callback);
                Ok(*n_callbacks)
            }
            State::Cancelled { .. } => Err(callback),
        }
    }

    fn unregister(&self, id: u64) {
        // Dropped after the lock: a callback may own anything.
        let _callback = match &mut *lock(&self.state) {
            State::Waiting { callbacks, .. } => callbacks.remove(&id),
            State::Cancelled { .. } => None,
        };
    }
}
