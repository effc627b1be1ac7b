//! What the tests of the dialects share: each function makes one text to compare.

use std::path::Path;

use serde_json::{Map, Value, json};
use stdx::Problem;

use crate::dialect::{Dialect, DialectId, Neutral, Telling};
use crate::document::parse_document;
use crate::event::{Event, EventName, Session};
use crate::handler::PluginFolders;
use crate::reply::{Answer, Decision};
use crate::rules::EventRules;
use crate::tool::{Failed, ToolOutput, ToolUse};

/// One dialect under test.
pub(super) struct Check(pub(super) DialectId);

impl Check {
    fn dialect(&self) -> &'static Dialect {
        self.0.dialect()
    }

    fn rules(&self, event: &EventName) -> &'static EventRules {
        self.dialect().rules.event(event).expect("a known event")
    }

    fn by_word(&self, word: &str) -> &'static EventRules {
        self.dialect()
            .rules
            .event_by_word(word)
            .expect("a known word")
    }

    /// The handlers, skips and problems of a file, each with its line.
    pub(super) fn file(&self, text: &str) -> String {
        let dialect = self.dialect();
        let document = match parse_document(Path::new("hooks.json"), text.as_bytes()) {
            Ok(document) => document,
            Err(problem) => return problem_line(&problem),
        };
        let config = (dialect.read_config)(dialect.rules, &document);
        let mut lines = Vec::new();
        for it in &config.handlers {
            let line = it.place.expect("a place").line;
            let matcher = it.matcher.text().unwrap_or("-");
            let (action, timeout) = (it.action.summary(), it.timeout);
            let (word, kind) = (&it.event_word, it.action.kind().as_str());
            lines.push(format!(
                "{line} {word} [{matcher}] {kind} `{action}` {timeout:?}"
            ));
        }
        for it in &config.skipped {
            let line = it.line.expect("a line");
            lines.push(format!("{line} skipped {}: {}", it.event, it.reason));
        }
        lines.extend(config.problems.iter().map(problem_line));
        lines.join("\n")
    }

    /// The file that another dialect's file becomes, and what is lost.
    pub(super) fn converted(&self, from: DialectId, text: &str) -> String {
        let document = parse_document(Path::new("hooks.json"), text.as_bytes()).expect("JSON");
        let source = from.dialect();
        let config = (source.read_config)(source.rules, &document);
        let dialect = self.dialect();
        let (value, losses) = (dialect.write_config)(dialect.rules, &config.handlers);
        let mut lines = vec![value.to_string()];
        lines.extend(losses.iter().map(problem_line));
        lines.join("\n")
    }

    pub(super) fn payload(&self, event: &Event) -> String {
        let payload = (self.dialect().payload)(&self.telling(event, None));
        serde_json::to_string(&payload).expect("JSON")
    }

    pub(super) fn environment(&self, event: &Event, plugin: Option<&PluginFolders>) -> String {
        let environment = (self.dialect().environment)(&self.telling(event, plugin));
        let set = environment.set.iter();
        let set = set.map(|(key, value)| format!("{key}={}", value.to_string_lossy()));
        let base = format!("{:?}", environment.base);
        std::iter::once(base)
            .chain(set)
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn telling<'a>(&self, event: &'a Event, plugin: Option<&'a PluginFolders>) -> Telling<'a> {
        let dialect = self.dialect();
        Telling {
            rules: dialect.rules,
            event_rules: self.rules(&event.name),
            vocabulary: dialect.vocabulary,
            event,
            plugin,
        }
    }

    /// What an answer says on an event, which is given by the dialect's own word.
    pub(super) fn answer(&self, word: &str, answer: Value) -> String {
        let Value::Object(object) = answer else {
            panic!("an object")
        };
        let dialect = self.dialect();
        match (dialect.read_answer)(dialect.rules, self.by_word(word), &object) {
            Ok(answer) => answer_line(answer),
            Err(why) => format!("void: {why}"),
        }
    }

    /// A neutral answer in the dialect's words.
    pub(super) fn says(&self, word: &str, says: Neutral) -> String {
        let dialect = self.dialect();
        match (dialect.say)(dialect.rules, self.by_word(word), &says) {
            Ok(text) => text,
            Err(it) => format!("unsayable: {}", it.what),
        }
    }
}

fn problem_line(problem: &Problem) -> String {
    let line = problem
        .place
        .map_or(String::new(), |it| format!("{} ", it.line));
    let hint = problem
        .hint
        .as_ref()
        .map_or(String::new(), |it| format!(" ({it})"));
    format!("{line}{problem}{hint}")
}

fn answer_line(answer: Answer) -> String {
    let decision = match answer.decision {
        None => "nothing".to_owned(),
        Some(Decision::Allow { reason }) => format!("allow {reason:?}"),
        Some(Decision::Ask { reason }) => format!("ask {reason:?}"),
        Some(Decision::Block { reason }) => format!("block {reason:?}"),
    };
    let mut parts = vec![decision];
    parts.extend(
        answer
            .input
            .map(|it| format!("input {}", Value::Object(it))),
    );
    parts.extend(answer.context.map(|it| format!("context {it:?}")));
    parts.extend(answer.note.map(|it| format!("note {it:?}")));
    parts.extend(answer.halt.map(|it| format!("halt {it:?}")));
    parts.extend(answer.problems.iter().map(problem_line));
    parts.join("\n")
}

/// An event of session `s1` in `/p`, the work being in `/p/src`.
pub(super) fn event(name: EventName) -> Event {
    let session = Session {
        id: "s1".to_owned(),
        cwd: "/p/src".into(),
        project: "/p".into(),
        transcript: None,
    };
    Event::new(name, session)
}

/// The same with a field.
pub(super) fn with(mut event: Event, name: &str, value: Value) -> Event {
    event.fields.insert(name.to_owned(), value);
    event
}

/// The same with a prompt.
pub(super) fn prompt(mut event: Event, text: &str) -> Event {
    event.prompt = Some(text.to_owned());
    event
}

/// The same with a tool call in our words.
pub(super) fn call(mut event: Event, tool: &str, input: Value) -> Event {
    event.tool = Some(ToolUse {
        spoken: tool.to_owned(),
        meanings: event.vocabulary().meanings(tool),
        input: input.as_object().cloned().unwrap_or_else(Map::new),
        call_id: Some("c1".to_owned()),
        output: None,
    });
    event
}

/// The same after the tool returned.
pub(super) fn returned(mut event: Event, value: Value, failed: Failed) -> Event {
    if let Some(tool) = &mut event.tool {
        tool.output = Some(ToolOutput { value, failed });
    }
    event
}

/// A call of our shell.
pub(super) fn shell(name: EventName) -> Event {
    call(event(name), "run_command", json!({"command": "ls"}))
}

/// A neutral answer that says everything.
pub(super) fn everything() -> [(&'static str, Neutral); 7] {
    let some = |text: &str| Some(text.to_owned());
    let nothing = Neutral::default;
    let input = json!({"command": "true"}).as_object().cloned();
    [
        (
            "block",
            Neutral {
                block: some("no"),
                ..nothing()
            },
        ),
        (
            "allow",
            Neutral {
                allow: some("yes"),
                ..nothing()
            },
        ),
        (
            "ask",
            Neutral {
                ask: some("sure?"),
                ..nothing()
            },
        ),
        (
            "rewrite",
            Neutral {
                rewrite: input,
                ..nothing()
            },
        ),
        (
            "context",
            Neutral {
                context: some("know"),
                ..nothing()
            },
        ),
        (
            "note",
            Neutral {
                note: some("hi"),
                ..nothing()
            },
        ),
        (
            "halt",
            Neutral {
                halt: some("stop"),
                ..nothing()
            },
        ),
    ]
}

/// How a dialect says each thing on each of its events, a line where it can.
pub(super) fn sayings(id: DialectId) -> String {
    let check = Check(id);
    let mut lines = Vec::new();
    for event in id.dialect().rules.events.iter() {
        for (what, says) in everything() {
            let text = check.says(event.word, says);
            if !text.starts_with("unsayable") {
                lines.push(format!("{} {what}: {text}", event.word));
            } else {
                assert_eq!(text, format!("unsayable: {what}"));
            }
        }
    }
    lines.join("\n")
}

/// Everything that a dialect can say it reads back as meant.
#[track_caller]
pub(super) fn reads_what_it_says(id: DialectId) {
    let check = Check(id);
    for event in id.dialect().rules.events.iter() {
        for (what, says) in everything() {
            let text = check.says(event.word, says);
            let Ok(answer) = serde_json::from_str(&text) else {
                continue;
            };
            let read = check.answer(event.word, answer);
            let expected = match what {
                "block" => "block Some(\"no\")",
                "allow" => "allow Some(\"yes\")",
                "ask" => "ask Some(\"sure?\")",
                "rewrite" => "nothing\ninput {\"command\":\"true\"}",
                "context" => "nothing\ncontext \"know\"",
                "note" => "nothing\nnote \"hi\"",
                _ => "nothing\nhalt \"stop\"",
            };
            assert_eq!(read, expected, "{} {what}", event.word);
        }
    }
}
