//! What a hook file of Claude Code's form holds.

use std::collections::{BTreeMap, BTreeSet};

use hooks_core::DialectId;
use json_tree::Document;
use stdx::Problem;

/// The hooks of a file, counted.
#[derive(Debug, Default)]
pub(super) struct Hooks {
    /// Hooks that run, and entries that are listed and do not, by the event as it is written.
    pub(super) by_event: BTreeMap<String, usize>,
    /// Hooks that run, by what they are.
    pub(super) by_type: BTreeMap<String, usize>,
    /// The matchers of the hooks that run.
    pub(super) matchers: BTreeSet<String>,
    pub(super) n_running: usize,
}

/// Reads the hooks by the rules of Claude Code.
pub(super) fn read_hooks(document: &Document) -> (Hooks, Vec<Problem>) {
    let dialect = DialectId::ClaudeCode.dialect();
    let config = (dialect.read_config)(dialect.rules, document);
    let mut hooks = Hooks {
        n_running: config.handlers.len(),
        ..Hooks::default()
    };
    for handler in &config.handlers {
        let kind = handler.action.kind().as_str().to_owned();
        *hooks
            .by_event
            .entry(handler.event_word.clone())
            .or_default() += 1;
        *hooks.by_type.entry(kind).or_default() += 1;
        hooks
            .matchers
            .extend(handler.matcher.text().map(str::to_owned));
    }
    for skipped in &config.skipped {
        *hooks.by_event.entry(skipped.event.clone()).or_default() += 1;
    }
    (hooks, config.problems)
}
