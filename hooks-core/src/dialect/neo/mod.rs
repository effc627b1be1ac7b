//! Neo: Claude Code's hooks and a fifth kind that runs a skill.
//!
//! Its source tells the skill kind in full and points to Claude Code for the other four, so their
//! rules are Claude Code's, but for the unit of `timeout` and what is awaited.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;
use stdx::Problem;

use crate::config::{self, Entries, Field, Limits, Shape, Wrapper};
use crate::dialect::{Config, Dialect, DialectId, claude_code, say, write};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind};
use crate::rules::*;
use crate::words::{Vocabulary, vocabulary};

#[cfg(test)]
mod tests;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload: claude_code::payload,
    environment: claude_code::environment,
    read_answer: claude_code::read_answer,
    say: say::claude_shaped,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::Neo);

static RULES: Rules = Rules {
    dialect: DialectId::Neo,
    order: Order::Parallel,
    later_sees: LaterSees::Original,
    files: Files::Joined,
    duplicates: Duplicates::RunOnce,
    matcher: MatcherGrammar::ListOrPattern,
    bad_matcher: BadMatcher::MatchesNothing,
    timeout: TimeoutRules {
        field: Some("timeout"),
        unit: Unit::Milliseconds,
        // That of a skill [NEO-06]; the other kinds have Claude Code's.
        default: Duration::from_secs(60),
        ceiling: None,
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
    decisions: claude_code::DECISIONS,
    permissions: claude_code::PERMISSIONS,
    other_exit: OtherExit::Warned,
    stop_ceiling: Some(8),
    queued_prompt: Honoured::Yes,
    start_after_compaction: Honoured::Yes,
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    runs_in: RunsIn::WorkingFolder,
    kinds: &[
        HandlerKind::Command,
        HandlerKind::Prompt,
        HandlerKind::Http,
        HandlerKind::Agent,
        HandlerKind::Skill,
    ],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

static EVENTS: [EventRules; 39] =
    claude_code::events::claude_and_workflow_events!(awaiting_few_skills);

/// Skills listen: only where a dispatcher blocks does it wait for them.
const fn awaiting_few_skills(rules: EventRules) -> EventRules {
    let blocking = matches!(
        rules.event,
        EventName::PreToolUse
            | EventName::UserPromptSubmit
            | EventName::Stop
            | EventName::PreCompact
    );
    match (blocking, rules.awaited) {
        (false, Awaited::Yes) => rules.awaited(Awaited::AllButSkills),
        (true, _) | (false, Awaited::No | Awaited::AllButSkills) => rules,
    }
}

/// Flat entries as in the source, and Claude Code's groups; a kind is always named [NEO-02].
static SHAPE: Shape = Shape {
    wrapper: Wrapper::Optional,
    entries: Entries::Both,
    untyped: None,
    fields: &[
        Field::If,
        Field::Async,
        Field::Args,
        Field::Shell,
        Field::StatusMessage,
        Field::Once,
    ],
    shape_hint: "write `{\"type\": \"skill\", \"skill\": …}` or a group of such entries",
    limits,
};

fn limits(rules: &Rules, kind: HandlerKind, event: &EventRules) -> Limits {
    if kind == HandlerKind::Skill {
        return Limits {
            default: rules.timeout.default,
            ceiling: rules.timeout.ceiling,
        };
    }
    claude_code::limits(&claude_code::RULES, kind, event)
}

fn read_config(rules: &Rules, document: &Document) -> Config {
    let mut config = config::read(rules, &SHAPE, document);
    claude_code::set_aside(&mut config, document, claude_code::never_tested);
    config
}

fn write_config(rules: &Rules, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let target = write::Target {
        rules,
        shape: &SHAPE,
        layout: write::Layout::FlatWithoutMatcher,
        takes: |_, _| true,
    };
    write::write(&target, handlers)
}
