//! What a caller can observe of a case, step by step.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::case::{Case, Verb, When};
use crate::drive::{self, Driver, Printed, Session};
use crate::error::CaseError;
use crate::mission::{Sessions, UNCONFINED, shown, told};
use crate::normal::Normaliser;
use crate::stage::{Snapshot, Stage};
use crate::stubs::{Book, Script};
use crate::tally::Tally;

/// A case that was run: what was seen, and what was wrong with the run itself.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) transcript: Value,
    /// Calls that nobody was prepared for, stubs that nobody called, facts that do not hold.
    pub(crate) faults: Vec<String>,
}

/// How long one looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Watch<'a> {
    /// To the end.
    ToTheEnd,
    /// Until something differs from this.
    Until(&'a Value),
}

/// Runs a case on a stage that is filled.
pub(crate) fn observe(
    case: &Case,
    stage: &Stage,
    (driver, watch): (&Driver, Watch<'_>),
) -> Result<Seen, CaseError> {
    let mut play = Play {
        case,
        stage,
        session: driver.begin(case, stage)?,
        entries: Vec::new(),
        faults: Vec::new(),
        tally: Tally::default(),
        normaliser: Normaliser::new(case, stage),
        sessions: Sessions::of(stage)?,
    };
    if !stage.unsayable.is_empty() {
        play.entries
            .push(json!({ "given": { "unsayable": stage.unsayable } }));
    }
    for when in &case.whens {
        for _ in 0..when.times() {
            play.step(when)?;
            if play.differs(watch) {
                return Ok(play.finish());
            }
        }
    }
    Ok(play.finish())
}

struct Play<'a> {
    case: &'a Case,
    stage: &'a Stage,
    session: Box<dyn Session>,
    entries: Vec<Value>,
    faults: Vec<String>,
    tally: Tally,
    normaliser: Normaliser,
    sessions: Sessions,
}

impl Play<'_> {
    fn step(&mut self, when: &When) -> Result<(), CaseError> {
        if let Verb::Change(changes) = &when.verb {
            for (path, entry) in changes {
                match entry {
                    Some(entry) => self.stage.put(path, entry)?,
                    None => self.stage.remove(path)?,
                }
            }
            return Ok(());
        }
        let Some(mut call) = drive::call(when, self.stage)? else {
            return Ok(());
        };
        for word in &mut call.args {
            self.normaliser.fill_in(word);
        }
        let script = drive::script(self.case, when, self.stage)?;
        let before = Snapshot::of(self.stage.root())?;
        let printed = self.session.run(&call, &script)?;
        let book = self.session.book(&script)?;
        let after = Snapshot::of(self.stage.root())?;
        self.tally.add(&book);
        let mut entry = Entry::new(when, &printed);
        entry.calls(&book, &script, &self.stage.cwd(self.case)?);
        let written = self.sessions.written()?;
        entry.part("session", json!(written.conversation));
        if matches!(&when.verb, Verb::Mission(it) if it.apart) {
            entry.helpers_last();
        }
        let log = self.session.log().into_iter().chain(written.log);
        entry.part("log", log.collect());
        entry.part("files", Value::Object(after.changes_since(&before)));
        let entry = self.normaliser.value(Value::Object(entry.0));
        let n_steps = self.entries.len() + 1;
        let wanted = self.normaliser.value(Value::Object(when.facts.clone()));
        let facts = crate::facts::check(&wanted, &entry);
        self.faults.extend(
            facts
                .into_iter()
                .map(|it| format!("step {n_steps} ({}): {it}", when.title())),
        );
        self.entries.push(entry);
        Ok(())
    }

    /// Whether enough was seen.
    fn differs(&self, watch: Watch<'_>) -> bool {
        let last = self.entries.len().checked_sub(1);
        match (watch, last) {
            (Watch::Until(expected), Some(last)) => expected.get(last) != self.entries.get(last),
            (Watch::ToTheEnd, _) | (_, None) => false,
        }
    }

    fn finish(mut self) -> Seen {
        self.faults.extend(self.tally.faults(self.case));
        Seen {
            transcript: sorted(Value::Array(self.entries)),
            faults: self.faults,
        }
    }
}

/// One entry in the making.
struct Entry(Map<String, Value>);

impl Entry {
    fn new(when: &When, printed: &Printed) -> Entry {
        let mut entry = Entry(Map::new());
        entry.0.insert("when".to_owned(), json!(when.title()));
        entry.0.insert("exit".to_owned(), printed.exit.clone());
        match &when.verb {
            Verb::Mission(_) => entry.mission(&printed.stdout),
            _ => entry.part("out", output(&printed.stdout)),
        }
        entry.part("err", lines(&printed.stderr));
        entry
    }

    /// The result, and a line for each thing that was shown before.
    fn mission(&mut self, stdout: &[u8]) {
        match output(stdout) {
            Value::Array(mut lines) if lines.iter().all(Value::is_object) => {
                let result = lines.pop().map(told);
                self.part("shown", lines.iter().filter_map(shown).collect());
                self.part("out", result.unwrap_or_default());
            }
            other => self.part("out", told(other)),
        }
    }

    /// Lists what helpers said after the rest: they worked beside it, and who was first is chance.
    fn helpers_last(&mut self) {
        for key in ["shown", "session"] {
            if let Some(lines) = self.0.get_mut(key).and_then(Value::as_array_mut) {
                lines.sort_by_key(|it| it.as_str().is_some_and(|it| it.starts_with('[')));
            }
        }
    }

    /// Leaves out what is empty.
    fn part(&mut self, key: &str, value: Value) {
        let is_empty = match &value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty() && key != "out",
            Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
        if !is_empty {
            self.0.insert(key.to_owned(), value);
        }
    }

    fn calls(&mut self, book: &Book, script: &Script, usual_cwd: &Path) {
        self.part("calls", Value::Object(book.show(usual_cwd)));
        let called = |(stub, _): &(&String, &Vec<&'static str>)| book.calls.contains_key(*stub);
        let unsayable = script.unsayable.iter().filter(called);
        let unsayable = unsayable.map(|(stub, what)| (stub.clone(), json!(what)));
        self.part("unsayable", Value::Object(unsayable.collect()));
    }
}

/// JSON, JSON lines, or lines of text.
fn output(bytes: &[u8]) -> Value {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(value) = serde_json::from_str(&text) {
        return value;
    }
    let values: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    values.map_or_else(|_| lines(bytes), Value::Array)
}

fn lines(bytes: &[u8]) -> Value {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().filter(|it| !it.contains(UNCONFINED));
    lines.map(str::to_owned).collect::<Vec<_>>().into()
}

/// The same value with the keys of all objects sorted.
pub(crate) fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.into_iter().collect();
            members.sort_by(|left, right| left.0.cmp(&right.0));
            Value::Object(
                members
                    .into_iter()
                    .map(|(key, it)| (key, sorted(it)))
                    .collect(),
            )
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// The text of a transcript as an expectation holds it.
pub(crate) fn canonical(transcript: &Value) -> String {
    format!("{:#}\n", sorted(transcript.clone()))
}
