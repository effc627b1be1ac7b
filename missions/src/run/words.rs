//! What a model says while it says it, and how long messages are.

use std::time::Duration;

use crate::message::Message;
use crate::model::Words;
use crate::ports::Shown;

use super::Run;

/// Hands the words of a run on to whoever watches.
#[derive(Debug)]
pub(super) struct Spoken<'a> {
    run: &'a Run,
}

impl<'a> Spoken<'a> {
    pub(super) fn new(run: &'a Run) -> Spoken<'a> {
        Spoken { run }
    }
}

impl Words for Spoken<'_> {
    fn said(&self, piece: &str) {
        self.run
            .deps
            .view
            .show(Shown::Words(piece), &self.run.scene);
    }

    fn retries(&self, reason: &str, wait: Duration) {
        let shown = Shown::Retry { reason, wait };
        self.run.deps.view.show(shown, &self.run.scene);
    }
}

/// How many bytes of a request a message is.
pub(super) fn bytes_of(message: &Message) -> usize {
    match message {
        Message::User(text) => text.len(),
        Message::Result { text, .. } => text.len() + 16,
        Message::Assistant { text, calls } => {
            let calls = calls
                .iter()
                .map(|it| it.name.len() + input_bytes(&it.input));
            text.len() + calls.sum::<usize>()
        }
    }
}

/// Counts without writing the JSON out: it is asked before each step.
fn input_bytes(value: &serde_json::Value) -> usize {
    use serde_json::Value::{Array, Object, String};
    match value {
        String(text) => text.len() + 2,
        Array(items) => items.iter().map(input_bytes).sum::<usize>() + 2,
        Object(fields) => fields
            .iter()
            .map(|(key, it)| key.len() + 4 + input_bytes(it))
            .sum(),
        _ => 5,
    }
}
