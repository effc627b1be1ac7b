//! Nemocode's own hooks file: flat entries, five events, and only a guard before a tool refuses.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::config::{Entries, Limits, Shape, Wrapper};
use crate::dialect::foreign::read_without;
use crate::dialect::speech;
use crate::dialect::{Dialect, DialectId, Environment, Neutral, Telling, Unsayable};
use crate::event::EventName;
use crate::handler::HandlerKind;
use crate::reply::Answer;
use crate::rules::*;
use crate::words::{Shown, Vocabulary, absolute_path, shown, vocabulary};

mod file;
#[cfg(test)]
mod tests;

pub(super) const DIALECT: Dialect = Dialect {
    rules: &RULES,
    vocabulary: &VOCABULARY,
    read_config: file::read_config,
    write_config: file::write_config,
    payload,
    environment,
    read_answer,
    say,
};

static VOCABULARY: Vocabulary = vocabulary(DialectId::Nemocode);

/// What Claude Code's hooks may say and this contract has not.
const FOREIGN: &[&str] = &["continue", "stopReason"];

/// Characters of a tool's output, or of the summary, that a hook sees [N-HOOK-27].
const OUTPUT_LIMIT: usize = 20_000;

static RULES: Rules = Rules {
    dialect: DialectId::Nemocode,
    order: Order::Sequential,
    later_sees: LaterSees::Rewritten,
    files: Files::FirstFound,
    duplicates: Duplicates::RunEach,
    matcher: MatcherGrammar::WholePattern,
    bad_matcher: BadMatcher::Literal,
    timeout: TimeoutRules {
        field: None,
        unit: Unit::Seconds,
        default: Duration::from_secs(30),
        ceiling: Some(Duration::from_secs(30)),
        bad: BadTimeout::UseDefault,
    },
    json_at: JsonAt::EveryExit,
    stdout: StdoutRule::ObjectOnly,
    exit_two_reason: ReasonFrom::Stderr,
    reasons: Reasons::First,
    stdin_end: StdinEnd::Bare,
    rewrite_at: Where::Specific,
    context_at: Where::TopThenSpecific,
    event_name_in_answer: EventNameInAnswer::Ignored,
    context_limit: 4_000,
    text_limit: 16_384,
    contexts_at_block: ContextsAtBlock::Kept,
    decisions: &[("block", Word::Block), ("approve", Word::Nothing)],
    permissions: &[("deny", Word::Block), ("allow", Word::Nothing)],
    other_exit: OtherExit::Logged,
    stop_ceiling: None,
    queued_prompt: Honoured::Yes,
    start_after_compaction: Honoured::No,
    phase: Phase::BeforeApproval,
    environment: EnvironmentRule::Inherited,
    runs_in: RunsIn::Project,
    kinds: &[HandlerKind::Command],
    power: Power::Full,
    events: Cow::Borrowed(&EVENTS),
};

/// A block from any event but the first is ignored [N-HOOK-42].
static EVENTS: [EventRules; 5] = [
    EventRules::plain(EventName::PreToolUse, "PreToolUse")
        .block(BlockEffect::Refuses)
        .json_blocks()
        .on(Subject::Tool)
        .skips_rest(),
    EventRules::plain(EventName::PostToolUse, "PostToolUse")
        .on(Subject::Tool)
        .takes_context(),
    EventRules::plain(EventName::UserPromptSubmit, "UserPromptSubmit").takes_context(),
    EventRules::plain(EventName::SessionStart, "SessionStart").takes_context(),
    EventRules::plain(EventName::Stop, "Stop").awaited(Awaited::No),
];

/// Claude Code's shape is not read: its author is told so.
static SHAPE: Shape = Shape {
    wrapper: Wrapper::Absent,
    entries: Entries::Flat,
    untyped: Some(HandlerKind::Command),
    fields: &[],
    shape_hint: SHAPE_HINT,
    limits,
};

const SHAPE_HINT: &str = "the shape here is `{\"PreToolUse\": [{\"matcher\": \"run_command\", \"command\": \"./guard.sh\"}]}`; `tackle hooks convert --from claude-code --to nemocode` writes it";

fn limits(rules: &Rules, _kind: HandlerKind, _event: &EventRules) -> Limits {
    Limits {
        default: rules.timeout.default,
        ceiling: rules.timeout.ceiling,
    }
}

/// The six keys of the contract in its order; those that do not apply are left out [N-HOOK-26, A-17].
fn payload(telling: &Telling<'_>) -> Map<String, Value> {
    let mut res = Map::new();
    res.insert(
        "hook_event_name".to_owned(),
        telling.event_rules.word.into(),
    );
    res.extend(facts(telling));
    res
}

/// Everything but the event's name. `cwd` is the folder that hooks run in, the project's [N-HOOK-24].
pub(super) fn facts(telling: &Telling<'_>) -> Map<String, Value> {
    let event = telling.event;
    let mut res = Map::new();
    let project = event.session.project.to_string_lossy();
    res.insert("cwd".to_owned(), project.as_ref().into());
    if let Some(call) = call(telling) {
        res.insert("tool_name".to_owned(), call.name.as_ref().into());
        res.insert("tool_input".to_owned(), call.input.into());
    }
    if let Some(output) = output(telling) {
        let (start, _) = stdx::text::cut_chars(&output, OUTPUT_LIMIT);
        res.insert("tool_output".to_owned(), start.into());
    }
    let prompt = event.prompt.as_deref();
    if let Some(prompt) = prompt.filter(|_| event.name == EventName::UserPromptSubmit) {
        res.insert("prompt".to_owned(), prompt.into());
    }
    res
}

/// The tool call, on tool events.
fn call<'t>(telling: &Telling<'t>) -> Option<Shown<'t>> {
    let is_tool_event = telling.event_rules.subject == Subject::Tool;
    is_tool_event.then(|| shown(telling.vocabulary, telling.event))?
}

/// What the tool returned, or the summary of the mission [N-HOOK-10].
fn output<'t>(telling: &Telling<'t>) -> Option<Cow<'t, str>> {
    let event = telling.event;
    match telling.event_rules.event {
        EventName::PostToolUse => {
            let output = event.tool.as_ref().and_then(|it| it.output.as_ref())?;
            Some(Cow::Owned(output.text()))
        }
        EventName::Stop => {
            let summary = event.text_field("summary");
            let text = summary.or_else(|| event.text_field("last_message"))?;
            Some(Cow::Borrowed(text))
        }
        _ => None,
    }
}

/// The same facts as in the payload; a variable that does not apply is not set [N-HOOK-29..32].
fn environment(telling: &Telling<'_>) -> Environment {
    let session = &telling.event.session;
    let mut set = vec![(
        "NEMOCODE_HOOK_EVENT".to_owned(),
        telling.event_rules.word.into(),
    )];
    if let Some(call) = call(telling) {
        set.push(("NEMOCODE_TOOL_NAME".to_owned(), call.name.as_ref().into()));
        if let Some(path) = path(telling, &call) {
            set.push(("NEMOCODE_TOOL_PATH".to_owned(), path.into()));
        }
    }
    let project = session.project.clone().into_os_string();
    set.push(("NEMOCODE_PROJECT_DIR".to_owned(), project));
    Environment {
        base: telling.rules.environment,
        unset: &["NEMOCODE_*"],
        set,
    }
}

/// The first path that the tool works on, absolute.
fn path(telling: &Telling<'_>, call: &Shown<'_>) -> Option<String> {
    let paths = telling.vocabulary.paths(call.tool?, &call.input);
    let first = paths.first()?;
    Some(absolute_path(first, &telling.event.session.cwd))
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
