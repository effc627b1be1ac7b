//! Our own contract: every event, every kind, one after another, and guards that may fail closed.
//!
//! Payload, answers and exit codes are Claude Code's, with our words for tools and their fields, so
//! that a script written for it works here.

use std::borrow::Cow;
use std::ffi::OsString;
use std::time::Duration;

use serde_json::Value;
use stdx::Problem;

use crate::config::{self, Entries, Field, Limits, Shape, Wrapper};
use crate::dialect::{Config, Dialect, DialectId, Environment, Telling, claude_code, say, write};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind, OnFailure};
use crate::rules::*;
use crate::words::{Vocabulary, shown, vocabulary};

#[cfg(test)]
mod tests;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload: claude_code::payload,
    environment,
    read_answer: claude_code::read_answer,
    say: say::claude_shaped,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::Tackle);

static RULES: Rules = Rules {
    dialect: DialectId::Tackle,
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
        HandlerKind::Http,
        HandlerKind::Prompt,
        HandlerKind::Agent,
        HandlerKind::Skill,
    ],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

static EVENTS: [EventRules; 39] = claude_code::events::claude_and_workflow_events!(natively);

/// A block skips the rest, and plain text is context on two events only.
const fn natively(rules: EventRules) -> EventRules {
    let mut rules = rules.skips_rest();
    let text_counts = matches!(
        rules.event,
        EventName::SessionStart | EventName::UserPromptSubmit
    );
    if !text_counts {
        rules.plain_text = PlainText::Ignored;
    }
    rules
}

/// Claude Code's shape and the flat one are read; an entry without `type` is a command.
static SHAPE: Shape = Shape {
    wrapper: Wrapper::Optional,
    entries: Entries::Both,
    untyped: Some(HandlerKind::Command),
    fields: &[
        Field::If,
        Field::Async,
        Field::Args,
        Field::Shell,
        Field::StatusMessage,
        Field::Once,
        Field::OnFailure,
    ],
    shape_hint: "write `{\"matcher\": …, \"command\": …}`",
    limits,
};

fn limits(rules: &Rules, _kind: HandlerKind, _event: &EventRules) -> Limits {
    Limits {
        default: rules.timeout.default,
        ceiling: rules.timeout.ceiling,
    }
}

fn read_config(rules: &Rules, document: &Document) -> Config {
    let mut config = config::read(rules, &SHAPE, document);
    claude_code::set_aside(&mut config, document, claude_code::never_tested);
    open_where_nothing_is_guarded(document, &mut config);
    claude_code::sort(&mut config);
    config
}

/// `onFailure` means something before a tool and on a prompt; elsewhere nothing could be refused.
fn open_where_nothing_is_guarded(document: &Document, config: &mut Config) {
    let closed = config.handlers.iter_mut().filter(|it| {
        it.on_failure == OnFailure::Block
            && !matches!(
                it.event,
                EventName::PreToolUse | EventName::UserPromptSubmit
            )
    });
    for handler in closed {
        handler.on_failure = OnFailure::Proceed;
        let (pointer, event) = (&handler.pointer, &handler.event_word);
        let text = format!("`{pointer}.onFailure` has no effect on `{event}`");
        let hint = "it counts on `PreToolUse` and `UserPromptSubmit`";
        let mut problem = Problem::warning("hooks/field-without-effect", text).with_hint(hint);
        problem = problem.in_file(document.path());
        problem.place = handler.place;
        config.problems.push(problem);
    }
}

fn write_config(rules: &Rules, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let target = write::Target {
        rules,
        shape: &SHAPE,
        layout: write::Layout::Flat,
        takes: |_, _| true,
    };
    write::write(&target, handlers)
}

/// Our own variables, and the one that scripts of other products look for.
fn environment(telling: &Telling<'_>) -> Environment {
    let session = &telling.event.session;
    let mut set: Vec<(String, OsString)> = Vec::new();
    let mut put = |name: &str, value: OsString| set.push((name.to_owned(), value));
    put("TACKLE_HOOK_EVENT", telling.event_rules.word.into());
    if let Some(shown) = shown(telling.vocabulary, telling.event) {
        put("TACKLE_TOOL_NAME", shown.name.as_ref().into());
        let paths = shown
            .tool
            .map(|it| telling.vocabulary.paths(it, &shown.input));
        if let Some(path) = paths.unwrap_or_default().first() {
            put("TACKLE_TOOL_PATH", path.into());
        }
    }
    put("TACKLE_PROJECT_DIR", session.project.clone().into());
    put("TACKLE_SESSION_ID", session.id.clone().into());
    put("CLAUDE_PROJECT_DIR", session.project.clone().into());
    set.extend(claude_code::plugin_variables(telling.plugin));
    Environment {
        base: telling.rules.environment,
        unset: &["TACKLE_TOOL_*", "CLAUDE_PLUGIN_*", "CLAUDE_ENV_FILE"],
        set,
    }
}
