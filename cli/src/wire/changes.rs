//! What changes on disk while a command goes on, over `watch`.

use std::time::Duration;

use stdx::Loaded;
use watch::{Batch, Heard, Options, Root, Watcher};

use crate::context::Context;

/// How long one wait lasts; nothing depends on it.
const WAIT: Duration = Duration::from_secs(600);

/// Changes below some folders, until somebody ends the command.
#[derive(Debug)]
pub(crate) struct Changes(Watcher);

impl Changes {
    /// Begins to watch, and ties Ctrl-C to the end. What changes while files are read must not be
    /// missed, so this comes before the reading.
    pub(crate) fn start(context: &Context, roots: Vec<Root>) -> Loaded<Changes> {
        if let Some(on_start) = context.world.on_start {
            on_start(&context.world.cancel);
        }
        Watcher::start(roots, &Options::default(), &context.world.cancel).map(Changes)
    }

    /// Waits for the next changes; `None` when somebody ended the command.
    pub(crate) fn next(&mut self) -> Option<Batch> {
        loop {
            match self.0.next(WAIT) {
                Heard::Cancelled(_) => return None,
                Heard::Nothing => {}
                Heard::Batch(batch) => return Some(batch),
            }
        }
    }
}
