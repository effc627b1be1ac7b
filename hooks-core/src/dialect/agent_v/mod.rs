//! Agent V: nine events in Claude Code's file format; its before-tool hooks speak after approval.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;
use stdx::Problem;

use crate::config::{self, Entries, Limits, Shape, Wrapper};
use crate::dialect::foreign::as_lines;
use crate::dialect::write::{Layout, Target, write};
use crate::dialect::{
    Config, Dialect, DialectId, Environment, Neutral, Telling, Unsayable, speech,
};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind};
use crate::rules::*;
use crate::words::{Vocabulary, vocabulary};

mod reading;
mod telling;
#[cfg(test)]
mod tests;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload: telling::payload,
    environment,
    read_answer: reading::read_answer,
    say,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::AgentV);

/// What Claude Code's hooks may say and this contract has not.
const FOREIGN: &[&str] = &["continue", "stopReason", "systemMessage"];

static RULES: Rules = Rules {
    dialect: DialectId::AgentV,
    order: Order::Sequential,
    later_sees: LaterSees::Original,
    files: Files::Joined,
    duplicates: Duplicates::RunEach,
    matcher: MatcherGrammar::WholePattern,
    bad_matcher: BadMatcher::Literal,
    timeout: TimeoutRules {
        field: Some("timeout"),
        unit: Unit::Seconds,
        default: Duration::from_secs(60),
        ceiling: Some(Duration::from_secs(600)),
        bad: BadTimeout::SkipEntry,
    },
    json_at: JsonAt::ExitZero,
    stdout: StdoutRule::ObjectOrText,
    exit_two_reason: ReasonFrom::Stderr,
    reasons: Reasons::Joined,
    stdin_end: StdinEnd::Bare,
    rewrite_at: Where::Nowhere,
    context_at: Where::Specific,
    event_name_in_answer: EventNameInAnswer::Ignored,
    context_limit: 16_384,
    text_limit: 16_384,
    contexts_at_block: ContextsAtBlock::Dropped,
    decisions: &[("block", Word::Block), ("approve", Word::Nothing)],
    permissions: &[
        ("deny", Word::Block),
        ("allow", Word::Nothing),
        ("ask", Word::Nothing),
    ],
    other_exit: OtherExit::Logged,
    stop_ceiling: Some(3),
    queued_prompt: Honoured::No,
    start_after_compaction: Honoured::No,
    phase: Phase::AfterApproval,
    environment: EnvironmentRule::Cleaned,
    runs_in: RunsIn::Project,
    kinds: &[HandlerKind::Command],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

static EVENTS: [EventRules; 9] = [
    EventRules::plain(EventName::SessionStart, "SessionStart")
        .on(Subject::Field("source"))
        .takes_context()
        .text_is_context(),
    EventRules::plain(EventName::UserPromptSubmit, "UserPromptSubmit")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .takes_context()
        .text_is_context()
        .skips_rest(),
    EventRules::plain(EventName::PreToolUse, "PreToolUse")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .on(Subject::Tool)
        .skips_rest(),
    EventRules::plain(EventName::PostToolUse, "PostToolUse")
        .block(BlockEffect::Feedback)
        .json_blocks()
        .on(Subject::Tool),
    EventRules::plain(EventName::Stop, "Stop")
        .block(BlockEffect::KeepsGoing)
        .json_blocks(),
    EventRules::plain(EventName::SubagentStop, "SubagentStop")
        .block(BlockEffect::KeepsGoing)
        .json_blocks(),
    EventRules::plain(EventName::PreCompact, "PreCompact").on(Subject::Field("trigger")),
    EventRules::plain(EventName::Notification, "Notification").awaited(Awaited::No),
    EventRules::plain(EventName::SessionEnd, "SessionEnd")
        .on(Subject::Field("reason"))
        .awaited(Awaited::No),
];

static SHAPE: Shape = Shape {
    wrapper: Wrapper::Required,
    entries: Entries::Groups,
    untyped: None,
    fields: &[],
    shape_hint: "a group has an optional `matcher` and a list `hooks` of `{\"type\": \"command\", \"command\": \"./guard.sh\"}`",
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
    write(&target, &as_lines(handlers))
}

/// Both name the workspace folder [V-76, V-77].
fn environment(telling: &Telling<'_>) -> Environment {
    let workspace = telling.event.session.project.as_os_str();
    let both = ["VYOTIQ_PROJECT_DIR", "CLAUDE_PROJECT_DIR"];
    Environment {
        base: telling.rules.environment,
        unset: &[],
        set: both.map(|it| (it.to_owned(), workspace.to_owned())).into(),
    }
}

fn say(rules: &Rules, event: &EventRules, says: &Neutral) -> Result<String, Unsayable> {
    speech::by_rules(FOREIGN, rules, event, says)
}
