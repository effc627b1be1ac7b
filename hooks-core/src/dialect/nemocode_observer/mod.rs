//! Hooks of a plugin that lies in a Nemocode place: they look on and have no power.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::Problem;

use crate::answer;
use crate::config::{self, Entries, Limits, Shape, Wrapper};
use crate::dialect::foreign::as_lines;
use crate::dialect::write::{Layout, Target, write};
use crate::dialect::{
    Config, Dialect, DialectId, Environment, Neutral, Telling, Unsayable, nemocode, speech,
};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind, PluginFolders};
use crate::rules::*;
use crate::words::{Vocabulary, vocabulary};

#[cfg(test)]
mod tests;

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

/// Nothing that an observer says counts, so most of the row only names the harmless reading.
static RULES: Rules = Rules {
    dialect: DialectId::NemocodeObserver,
    order: Order::Sequential,
    later_sees: LaterSees::Original,
    files: Files::Joined,
    duplicates: Duplicates::RunEach,
    matcher: MatcherGrammar::WholePattern,
    bad_matcher: BadMatcher::Literal,
    timeout: TimeoutRules {
        field: None,
        unit: Unit::Seconds,
        default: Duration::from_secs(10),
        ceiling: Some(Duration::from_secs(10)),
        bad: BadTimeout::UseDefault,
    },
    json_at: JsonAt::ExitZero,
    stdout: StdoutRule::ObjectOrText,
    exit_two_reason: ReasonFrom::Stderr,
    reasons: Reasons::First,
    stdin_end: StdinEnd::Bare,
    rewrite_at: Where::Nowhere,
    context_at: Where::Nowhere,
    event_name_in_answer: EventNameInAnswer::Ignored,
    context_limit: 0,
    text_limit: 16_384,
    contexts_at_block: ContextsAtBlock::Dropped,
    decisions: &[],
    permissions: &[],
    other_exit: OtherExit::Logged,
    stop_ceiling: None,
    queued_prompt: Honoured::Yes,
    start_after_compaction: Honoured::No,
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    runs_in: RunsIn::Project,
    kinds: &[HandlerKind::Command],
    power: Power::Observer,
    events: Cow::Borrowed(&EVENTS),
};

/// The events of a mission; nobody waits.
static EVENTS: [EventRules; 5] = [
    observed(EventName::PreToolUse, "PreToolUse").on(Subject::Tool),
    observed(EventName::PostToolUse, "PostToolUse").on(Subject::Tool),
    observed(EventName::UserPromptSubmit, "UserPromptSubmit"),
    observed(EventName::SessionStart, "SessionStart"),
    observed(EventName::Stop, "Stop"),
];

const fn observed(event: EventName, word: &'static str) -> EventRules {
    EventRules::plain(event, word).awaited(Awaited::No)
}

/// Claude Code's layout and the flat form: plugins use both.
static SHAPE: Shape = Shape {
    wrapper: Wrapper::Optional,
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

fn write_config(rules: &Rules, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let target = Target {
        rules,
        shape: &SHAPE,
        layout: Layout::Groups,
        takes: |_, _| true,
    };
    let (events, losses) = write(&target, &as_lines(handlers));
    let mut file = Map::new();
    file.insert("hooks".to_owned(), events);
    (Value::Object(file), losses)
}

/// The event and, apart from it, what Nemocode's own hooks are told [N-PLUG-14, A-30].
fn payload(telling: &Telling<'_>) -> Map<String, Value> {
    let mut res = Map::new();
    res.insert("event".to_owned(), telling.event_rules.word.into());
    res.insert("payload".to_owned(), nemocode::facts(telling).into());
    res
}

/// Only what is the plugin's own: a script finds its files through it.
fn environment(telling: &Telling<'_>) -> Environment {
    let set = telling.plugin.map(PluginFolders::variables);
    Environment {
        base: telling.rules.environment,
        unset: &["NEMOCODE_*", "CLAUDE_PLUGIN_*"],
        set: set.unwrap_or_default(),
    }
}

fn say(rules: &Rules, event: &EventRules, says: &Neutral) -> Result<String, Unsayable> {
    speech::by_rules(&["systemMessage"], rules, event, says)
}
