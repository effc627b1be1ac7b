//! What the dialects of Claude Code's shape read and write, as lines that a person can compare.

use std::path::Path;

use serde_json::Value;
use stdx::Problem;

use crate::dialect::{Config, Dialect, DialectId, Telling};
use crate::document::parse_document;
use crate::event::{Event, EventName, Session};
use crate::handler::{Handler, HandlerKind, OnFailure, Times, Waiting};
use crate::reply::{Answer, Decision};
use crate::rules::EventRules;
use crate::tool::{Failed, ToolOutput, ToolUse};

mod answers;
mod fields;
mod files;
mod payloads;
mod rules;
mod sayings;
mod written;

/// A file, as the dialect reads it.
#[track_caller]
pub(crate) fn read(id: DialectId, path: &str, text: &str) -> Config {
    let document = parse_document(Path::new(path), text.as_bytes()).expect("it is JSON");
    let dialect = id.dialect();
    (dialect.read_config)(dialect.rules, &document)
}

/// All that a file says: hooks, skipped entries, problems.
pub(crate) fn listing(config: &Config) -> String {
    let handlers = config.handlers.iter().map(handler_line);
    let skipped = config.skipped.iter().map(|it| {
        let line = it.line.unwrap_or_default();
        format!("{line}: skipped {}: {}", it.event, it.reason)
    });
    let problems = config.problems.iter().map(problem_line);
    let lines: Vec<_> = handlers.chain(skipped).chain(problems).collect();
    lines.iter().map(|it| format!("{it}\n")).collect()
}

fn handler_line(handler: &Handler) -> String {
    let line = handler.place.map_or(0, |it| it.line);
    let (event, kind) = (&handler.event, handler.action.kind().as_str());
    let summary = handler.action.summary();
    let matcher = handler
        .matcher
        .text()
        .map_or(String::new(), |it| format!(" [{it}]"));
    let timeout = handler.timeout;
    let options = options(handler);
    format!("{line}: {event}{matcher} {kind} `{summary}` {timeout:?}{options}")
}

fn options(handler: &Handler) -> String {
    let condition = handler.condition.as_ref().map(|it| format!(" if={it}"));
    let status = handler
        .status_message
        .as_ref()
        .map(|it| format!(" status={it}"));
    let waiting = match handler.waiting {
        Waiting::Awaited => None,
        Waiting::Background => Some(" background".to_owned()),
        Waiting::Rewake => Some(" rewake".to_owned()),
    };
    let once = (handler.times == Times::Once).then(|| " once".to_owned());
    let closed = (handler.on_failure == OnFailure::Block).then(|| " closed".to_owned());
    let all = [condition, status, waiting, once, closed];
    all.into_iter().flatten().collect()
}

pub(crate) fn problem_line(problem: &Problem) -> String {
    let line = problem.place.map_or(0, |it| it.line);
    format!("{line}: {problem}")
}

/// The rules of an event by the dialect's word.
#[track_caller]
pub(crate) fn event_rules(dialect: &Dialect, word: &str) -> &'static EventRules {
    let rules = dialect.rules;
    rules
        .event_by_word(word)
        .expect("the dialect has this event")
}

/// A hook's answer, as the dialect reads it.
#[track_caller]
pub(crate) fn answer(id: DialectId, word: &str, json: Value) -> String {
    let dialect = id.dialect();
    let Value::Object(object) = json else {
        panic!("an answer is an object");
    };
    let event = event_rules(dialect, word);
    match (dialect.read_answer)(dialect.rules, event, &object) {
        Ok(answer) => answer_lines(&answer),
        Err(why) => format!("void: {why}\n"),
    }
}

fn answer_lines(answer: &Answer) -> String {
    let decision = answer.decision.as_ref().map(|it| match it {
        Decision::Allow { reason } => format!("allow {reason:?}"),
        Decision::Ask { reason } => format!("ask {reason:?}"),
        Decision::Block { reason } => format!("block {reason:?}"),
    });
    let input = answer
        .input
        .as_ref()
        .map(|it| format!("input {}", Value::Object(it.clone())));
    let context = answer.context.as_ref().map(|it| format!("context {it:?}"));
    let note = answer.note.as_ref().map(|it| format!("note {it:?}"));
    let halt = answer.halt.as_ref().map(|it| format!("halt {it:?}"));
    let output = answer.output.as_ref().map(|it| format!("output {it}"));
    let said = [decision, input, context, note, halt, output];
    let problems = answer.problems.iter().map(|it| match &it.hint {
        Some(hint) => format!("{it} ({hint})"),
        None => it.to_string(),
    });
    let lines = said.into_iter().flatten().chain(problems);
    lines.map(|it| format!("{it}\n")).collect()
}

/// An event in a session of known paths.
pub(crate) fn event(name: EventName) -> Event {
    let session = Session {
        id: "s1".to_owned(),
        cwd: "/p/src".into(),
        project: "/p".into(),
        transcript: Some("/t/s1.jsonl".into()),
    };
    Event::new(name, session)
}

/// A call of a tool in the words of a dialect.
pub(crate) fn call(words: DialectId, spoken: &str, input: Value) -> ToolUse {
    let Value::Object(input) = input else {
        panic!("an input is an object");
    };
    ToolUse {
        spoken: spoken.to_owned(),
        meanings: words.dialect().vocabulary.meanings(spoken),
        input,
        call_id: Some("toolu_1".to_owned()),
        output: None,
    }
}

/// The output of a tool that did what it was asked.
pub(crate) fn output(value: Value) -> Option<ToolOutput> {
    Some(ToolOutput {
        value,
        failed: Failed::No,
    })
}

/// What a hook gets on standard input, and its variables.
#[track_caller]
pub(crate) fn told(id: DialectId, event: &Event) -> (String, String) {
    let dialect = id.dialect();
    let telling = Telling {
        rules: dialect.rules,
        event_rules: event_rules(dialect, event.name.as_str()),
        vocabulary: dialect.vocabulary,
        event,
        plugin: None,
    };
    let payload = Value::Object((dialect.payload)(&telling)).to_string();
    let environment = (dialect.environment)(&telling);
    let lines = environment
        .set
        .iter()
        .map(|(key, value)| format!("{key}={}\n", value.display()));
    (payload, lines.collect())
}

/// Reads a file and writes what it says in the words of another dialect.
#[track_caller]
pub(crate) fn convert(from: DialectId, to: DialectId, text: &str) -> String {
    let config = read(from, "settings.json", text);
    let dialect = to.dialect();
    let (file, losses) = (dialect.write_config)(dialect.rules, &config.handlers);
    let losses = losses.iter().map(problem_line);
    std::iter::once(file.to_string())
        .chain(losses)
        .map(|it| it + "\n")
        .collect()
}

/// The kinds in which a word of a file is read.
pub(crate) const KINDS: [HandlerKind; 6] = [
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::McpTool,
    HandlerKind::Prompt,
    HandlerKind::Agent,
    HandlerKind::Skill,
];
