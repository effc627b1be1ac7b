//! Sees what a hook is told and what it says, without a hand in it.

use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::{Ended, HandlerKind, HookBackend, HookCall, RawReply};
use stdx::Pending;

/// A backend behind which another does the work.
#[derive(Debug)]
pub(super) struct Witness {
    inner: Arc<dyn HookBackend>,
    seen: Mutex<Vec<Seen>>,
}

/// One run, seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// The hook's id.
    pub(super) id: String,
    /// What stood on its standard input.
    pub(super) stdin: String,
    /// What it printed.
    pub(super) stdout: String,
    /// What it printed as an error.
    pub(super) stderr: String,
    /// How it ended.
    pub(super) ended: Ended,
}

impl Witness {
    pub(super) fn of(inner: Arc<dyn HookBackend>) -> Witness {
        Witness {
            inner,
            seen: Mutex::default(),
        }
    }

    /// The first run of this hook that nobody has taken yet.
    pub(super) fn take(&self, id: &str) -> Option<Seen> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let at = seen.iter().position(|it| it.id == id)?;
        Some(seen.remove(at))
    }
}

impl HookBackend for Witness {
    fn kind(&self) -> HandlerKind {
        self.inner.kind()
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let (id, stdin) = (call.handler.id.clone(), Arc::clone(&call.stdin));
            let reply = self.inner.run(call).await;
            let seen = Seen {
                id,
                stdin: String::from_utf8_lossy(&stdin).into_owned(),
                stdout: reply.stdout.text().trim().to_owned(),
                stderr: reply.stderr.text().trim().to_owned(),
                ended: reply.ended.clone(),
            };
            self.seen
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(seen);
            reply
        })
    }
}
