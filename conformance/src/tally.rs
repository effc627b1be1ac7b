//! Stubs are strict: a call that nobody scripted is a fault, and so is a stub that nobody calls.

use std::collections::BTreeMap;

use crate::case::{Called, Case};
use crate::stubs::Book;

/// How often each stub was called in the whole case.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    n_calls: BTreeMap<String, usize>,
    unscripted: Vec<String>,
}

impl Tally {
    /// Counts the calls of one step.
    pub(crate) fn add(&mut self, book: &Book) {
        for (stub, calls) in &book.calls {
            *self.n_calls.entry(stub.clone()).or_default() += calls.len();
        }
        for what in &book.unscripted {
            if !self.unscripted.contains(what) {
                self.unscripted.push(what.clone());
            }
        }
    }

    /// What is wrong in the end.
    pub(crate) fn faults(&self, case: &Case) -> Vec<String> {
        let mut res: Vec<String> = self
            .unscripted
            .iter()
            .map(|it| format!("no stub answers for `{it}`"))
            .collect();
        for (name, stubs) in &case.stubs {
            let n_calls = self.n_calls.get(name).copied().unwrap_or(0);
            res.extend(judge(name, stubs.called(), n_calls));
        }
        res
    }
}

fn judge(name: &str, called: Called, n_calls: usize) -> Option<String> {
    match called {
        Called::Any => None,
        Called::AtLeastOnce if n_calls > 0 => None,
        Called::AtLeastOnce => Some(format!(
            "stub `{name}` was never called; say `times = \"any\"` if that is right"
        )),
        Called::Times(wanted) if wanted == n_calls => None,
        Called::Times(wanted) => Some(format!(
            "stub `{name}` was called {n_calls} times, expected {wanted}"
        )),
    }
}
