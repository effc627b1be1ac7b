//! Claude Code's contract, as its reference of 2026 and a running 2.1.197 have it.
//!
//! On purpose different: nothing that a race decides (of two rewrites and two reasons the first in
//! declared order counts), one bad entry costs that entry alone, comments and trailing commas are
//! read. A hook is not told that it runs inside Claude Code, since it does not.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;
use stdx::Problem;

use crate::dialect::{Config, Dialect, DialectId, say, write};
use crate::document::Document;
use crate::handler::Handler;
use crate::rules::*;
use crate::words::{Vocabulary, vocabulary};

mod answer;
mod config;
mod environment;
pub(super) mod events;
mod keys;
mod payload;
#[cfg(test)]
pub(super) mod tests;

pub(super) use answer::read_answer;
pub(super) use config::{limits, never_tested, set_aside, sort};
pub(super) use environment::{environment, plugin_variables};
pub(super) use payload::payload;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload,
    environment,
    read_answer,
    say: say::claude_shaped,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::ClaudeCode);

pub(super) static RULES: Rules = Rules {
    dialect: DialectId::ClaudeCode,
    order: Order::Parallel,
    later_sees: LaterSees::Original,
    files: Files::Joined,
    duplicates: Duplicates::RunOnce,
    matcher: MatcherGrammar::ListOrPattern,
    bad_matcher: BadMatcher::MatchesNothing,
    timeout: TimeoutRules {
        field: Some("timeout"),
        unit: Unit::Seconds,
        default: Duration::from_secs(600),
        ceiling: None,
        // Observed: neither `0` nor `"5"` runs.
        bad: BadTimeout::SkipEntry,
    },
    json_at: JsonAt::EveryExit,
    stdout: StdoutRule::Classified,
    exit_two_reason: ReasonFrom::Json,
    reasons: Reasons::First,
    stdin_end: StdinEnd::Newline,
    rewrite_at: Where::Specific,
    context_at: Where::Specific,
    event_name_in_answer: EventNameInAnswer::Required,
    context_limit: 10_000,
    text_limit: 10_000,
    contexts_at_block: ContextsAtBlock::Kept,
    decisions: DECISIONS,
    permissions: PERMISSIONS,
    other_exit: OtherExit::Warned,
    stop_ceiling: Some(8),
    queued_prompt: Honoured::Yes,
    start_after_compaction: Honoured::Yes,
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    runs_in: RunsIn::WorkingFolder,
    kinds: events::ALL_KINDS,
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

/// Top-level words. `approve` is the old word for `allow`.
pub(super) const DECISIONS: &[(&str, Word)] = &[("block", Word::Block), ("approve", Word::Allow)];

/// `defer` ends the process and takes the call up later, which only the host itself can do.
pub(super) const PERMISSIONS: &[(&str, Word)] = &[
    ("deny", Word::Block),
    ("ask", Word::Ask),
    ("allow", Word::Allow),
    ("defer", Word::Nothing),
];

static EVENTS: [EventRules; 33] = events::claude_events!(as_is);

const fn as_is(rules: EventRules) -> EventRules {
    rules
}

fn read_config(rules: &Rules, document: &Document) -> Config {
    config::read(rules, document)
}

fn write_config(rules: &Rules, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let target = write::Target {
        rules,
        shape: &config::SETTINGS,
        layout: write::Layout::Groups,
        takes: |handler, event| events::kinds(event.word).contains(&handler.action.kind()),
    };
    write::write(&target, handlers)
}
