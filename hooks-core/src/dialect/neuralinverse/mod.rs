//! NeuralInverse CLI: dotted events in settings files, hooks side by side, decisions at the top
//! level.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::Problem;

use crate::config::{self, Entries, Limits, Shape, Wrapper};
use crate::dialect::foreign::{as_lines, read_without};
use crate::dialect::write::{Layout, Target, write};
use crate::dialect::{
    Config, Dialect, DialectId, Environment, Neutral, Telling, Unsayable, speech,
};
use crate::document::Document;
use crate::event::EventName;
use crate::handler::{Handler, HandlerKind};
use crate::reply::Answer;
use crate::rules::*;
use crate::tool::Failed;
use crate::words::{Vocabulary, shown, vocabulary};

#[cfg(test)]
mod tests;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config,
    write_config,
    payload,
    environment,
    read_answer,
    say,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::Neuralinverse);

/// What Claude Code's hooks may say and this contract has not [NI-25].
const FOREIGN: &[&str] = &[
    "hookSpecificOutput",
    "continue",
    "stopReason",
    "systemMessage",
];

static RULES: Rules = Rules {
    dialect: DialectId::Neuralinverse,
    order: Order::Parallel,
    later_sees: LaterSees::Original,
    files: Files::Joined,
    duplicates: Duplicates::RunEach,
    matcher: MatcherGrammar::Glob,
    bad_matcher: BadMatcher::Literal,
    timeout: TimeoutRules {
        field: Some("timeoutMs"),
        unit: Unit::Milliseconds,
        default: Duration::from_secs(60),
        ceiling: None,
        bad: BadTimeout::UseDefault,
    },
    json_at: JsonAt::ExitZero,
    stdout: StdoutRule::ObjectOrText,
    exit_two_reason: ReasonFrom::Stderr,
    reasons: Reasons::Joined,
    stdin_end: StdinEnd::Bare,
    rewrite_at: Where::Top,
    context_at: Where::Top,
    event_name_in_answer: EventNameInAnswer::Ignored,
    context_limit: 16_384,
    text_limit: 16_384,
    contexts_at_block: ContextsAtBlock::Kept,
    decisions: &[
        ("allow", Word::Allow),
        ("block", Word::Block),
        ("deny", Word::Block),
        ("ask", Word::Ask),
    ],
    permissions: &[],
    other_exit: OtherExit::Warned,
    stop_ceiling: Some(8),
    queued_prompt: Honoured::Yes,
    start_after_compaction: Honoured::No,
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    runs_in: RunsIn::WorkingFolder,
    kinds: &[HandlerKind::Command],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

/// What cannot be blocked warns; context counts on the five events of A-68.
static EVENTS: [EventRules; 8] = [
    EventRules::plain(EventName::SessionStart, "session.start")
        .block(BlockEffect::Warned)
        .takes_context()
        .text_is_context(),
    EventRules::plain(EventName::SessionEnd, "session.end").block(BlockEffect::Warned),
    EventRules::plain(EventName::UserPromptSubmit, "prompt.submit")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .takes_context()
        .text_is_context()
        .fails_closed(),
    EventRules::plain(EventName::PreToolUse, "tool.before")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .takes_context()
        .on(Subject::Tool)
        .fails_closed(),
    EventRules::plain(EventName::PostToolUse, "tool.after")
        .block(BlockEffect::Feedback)
        .json_blocks()
        .takes_context()
        .on(Subject::Tool),
    EventRules::plain(EventName::Stop, "agent.stop")
        .block(BlockEffect::KeepsGoing)
        .json_blocks()
        .takes_context(),
    EventRules::plain(EventName::PreCompact, "compact.before")
        .block(BlockEffect::RefusesAutomatic)
        .json_blocks(),
    EventRules::plain(EventName::Notification, "notify").block(BlockEffect::Warned),
];

static SHAPE: Shape = Shape {
    wrapper: Wrapper::Required,
    entries: Entries::Flat,
    untyped: Some(HandlerKind::Command),
    fields: &[],
    shape_hint: "each hook is an entry of its own, `{\"matcher\": \"run_shell\", \"command\": \"./guard.sh\", \"timeoutMs\": 5000}`",
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
        layout: Layout::Flat,
        takes: |_, _| true,
    };
    write(&target, &as_lines(handlers))
}

/// The common fields, then those of the event [NI-06..16].
fn payload(telling: &Telling<'_>) -> Map<String, Value> {
    let event = telling.event;
    let mut res = Map::new();
    res.insert(
        "hook_event_name".to_owned(),
        telling.event_rules.word.into(),
    );
    res.insert("session_id".to_owned(), event.session.id.as_str().into());
    let cwd = event.session.cwd.to_string_lossy();
    res.insert("cwd".to_owned(), cwd.as_ref().into());
    match telling.event_rules.event {
        EventName::PreToolUse => call(telling, &mut res),
        EventName::PostToolUse => {
            call(telling, &mut res);
            result(telling, &mut res);
        }
        EventName::UserPromptSubmit => {
            let prompt = event.prompt.as_deref();
            res.extend(prompt.map(|it| ("prompt".to_owned(), it.into())));
        }
        EventName::SessionStart => field(telling, "source", &mut res),
        EventName::Stop => field(telling, "last_message", &mut res),
        EventName::PreCompact => field(telling, "trigger", &mut res),
        _ => {}
    }
    res
}

/// A field that has the same name inside; what is not known is left out.
fn field(telling: &Telling<'_>, name: &str, res: &mut Map<String, Value>) {
    let value = telling.event.fields.get(name).cloned();
    res.extend(value.map(|it| (name.to_owned(), it)));
}

fn call(telling: &Telling<'_>, res: &mut Map<String, Value>) {
    let Some(call) = shown(telling.vocabulary, telling.event) else {
        return;
    };
    res.insert("tool_name".to_owned(), call.name.as_ref().into());
    res.insert("tool_input".to_owned(), call.input.into());
    let id = telling
        .event
        .tool
        .as_ref()
        .and_then(|it| it.call_id.as_deref());
    res.extend(id.map(|it| ("tool_call_id".to_owned(), it.into())));
}

fn result(telling: &Telling<'_>, res: &mut Map<String, Value>) {
    let tool = telling.event.tool.as_ref();
    if let Some(output) = tool.and_then(|it| it.output.as_ref()) {
        res.insert("tool_result".to_owned(), output.value.clone());
        let failed = output.failed == Failed::Yes;
        res.insert("is_error".to_owned(), failed.into());
    }
}

/// Four variables; the tool's name where there is a tool [NI-21..24].
fn environment(telling: &Telling<'_>) -> Environment {
    let session = &telling.event.session;
    let project = session.project.clone().into_os_string();
    let mut set = vec![
        (
            "NEURALINVERSE_HOOK_EVENT".to_owned(),
            telling.event_rules.word.into(),
        ),
        ("NEURALINVERSE_PROJECT_DIR".to_owned(), project),
        (
            "NEURALINVERSE_SESSION_ID".to_owned(),
            session.id.clone().into(),
        ),
    ];
    let is_tool_event = telling.event_rules.subject == Subject::Tool;
    let call = shown(telling.vocabulary, telling.event).filter(|_| is_tool_event);
    let name = call.map(|it| it.name.as_ref().into());
    set.extend(name.map(|it| ("NEURALINVERSE_TOOL_NAME".to_owned(), it)));
    Environment {
        base: telling.rules.environment,
        unset: &["NEURALINVERSE_*"],
        set,
    }
}

fn read_answer(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    read_without(FOREIGN, rules, event, object)
}

fn say(rules: &Rules, event: &EventRules, says: &Neutral) -> Result<String, Unsayable> {
    speech::by_rules(FOREIGN, rules, event, says)
}
