//! Placeholder.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::Problem;

use crate::answer;
use crate::config::{self, Entries, Limits, Shape, Wrapper};
use crate::dialect::{Config, Dialect, DialectId, Environment, Neutral, Telling, Unsayable};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind};
use crate::rules::*;
use crate::words::{Vocabulary, vocabulary};

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload,
    environment,
    read_answer: answer::read,
    say,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::NemocodeObserver);

static RULES: Rules = Rules {
    dialect: DialectId::NemocodeObserver,
    order: Order::Sequential,
    later_sees: LaterSees::Rewritten,
    files: Files::Joined,
    duplicates: Duplicates::RunEach,
    matcher: MatcherGrammar::WholePattern,
    bad_matcher: BadMatcher::Literal,
    timeout: TimeoutRules {
        field: Some("timeout"),
        unit: Unit::Seconds,
        default: Duration::from_secs(60),
        ceiling: Some(Duration::from_secs(600)),
        bad: BadTimeout::UseDefault,
    },
    json_at: JsonAt::EveryExit,
    stdout: StdoutRule::ObjectOrText,
    exit_two_reason: ReasonFrom::Stderr,
    reasons: Reasons::First,
    stdin_end: StdinEnd::Bare,
    rewrite_at: Where::Specific,
    context_at: Where::Specific,
    event_name_in_answer: EventNameInAnswer::Ignored,
    context_limit: 10_000,
    text_limit: 10_000,
    context_separator: "\n\n",
    contexts_at_block: ContextsAtBlock::Kept,
    decisions: &[("block", Word::Block)],
    permissions: &[("deny", Word::Block)],
    other_exit: OtherExit::Warned,
    stop_ceiling: Some(8),
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    kinds: &[HandlerKind::Command],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

static EVENTS: [EventRules; 1] = [EventRules::plain(EventName::PreToolUse, "PreToolUse")
    .block(BlockEffect::Refuses)
    .json_blocks()
    .on(Subject::Tool)
    .skips_rest()
    .fails_closed()];

static SHAPE: Shape = Shape {
    wrapper: Wrapper::Required,
    entries: Entries::Both,
    untyped: Some(HandlerKind::Command),
    fields: &[],
    shape_hint: "",
    limits,
};

fn limits(rules: &Rules, _kind: HandlerKind, _event: &EventRules) -> Limits {
    Limits {
        default: rules.timeout.default,
        ceiling: rules.timeout.ceiling,
    }
}

fn read_config(rules: &Rules, document: &Document) -> Config {
    config::read(rules, &SHAPE, document)
}

fn write_config(_rules: &Rules, _handlers: &[Handler]) -> (Value, Vec<Problem>) {
    (Value::Null, Vec::new())
}

fn payload(_telling: &Telling<'_>) -> Map<String, Value> {
    Map::new()
}

fn environment(telling: &Telling<'_>) -> Environment {
    Environment {
        base: telling.rules.environment,
        set: Vec::new(),
    }
}

fn say(_rules: &Rules, _event: &EventRules, _says: &Neutral) -> Result<String, Unsayable> {
    Err(Unsayable { what: "anything" })
}
