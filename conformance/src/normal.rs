//! Takes out of a transcript what differs from run to run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value, json};

use crate::case::{Case, Verb};
use crate::stage::Stage;

static DATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"));
static DIGEST: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[0-9a-f]{64}\b"));

/// The folder for the data of a plugin of a project, which is called after the plugin's path.
static DATA: LazyLock<Regex> = LazyLock::new(|| pattern(r"(plugin-data/[\w-]+)-[0-9a-f]{12}\b"));

/// How long something took, in the last column of a list for people.
static TOOK: LazyLock<Regex> = LazyLock::new(|| pattern(r"  \d+(\.\d+)? (ms|s)$"));

/// The ids that missions, sessions and helpers make up.
static MADE_UP: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[smh]-[0-9a-f]{10}\b"));

/// The folder for temporary files of a mission.
static TEMPORARY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(/[\w.-]+)+/tackle-run-\w+"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns here are constants")
}

/// Keys whose value is an id that is made up for each session.
const SESSION_KEYS: [&str; 3] = ["session_id", "sessionId", "session"];

/// Replaces what differs from run to run, the same thing by the same name all through a case.
#[derive(Debug)]
pub(crate) struct Normaliser {
    /// Texts and what stands for them, the longest first.
    texts: Vec<(String, &'static str)>,
    /// Session ids in the order in which they were seen.
    sessions: BTreeMap<String, String>,
    /// Ids of missions and helpers, in their order.
    others: BTreeMap<String, String>,
    /// Ids that the case itself gives.
    given: Vec<String>,
    dates: Dates,
}

/// Whether dates stand in the transcript as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dates {
    Kept,
    Replaced,
}

impl Normaliser {
    /// For one run of a case.
    pub(crate) fn new(case: &Case, stage: &Stage) -> Normaliser {
        let root = stage.root().display().to_string();
        Normaliser {
            texts: vec![
                (stage.id().to_owned(), "[ID]"),
                (stage.server_url(), "[SERVER]"),
                (format!("{root}/etc/"), "/etc/"),
                (root, "[ROOT]"),
            ],
            sessions: BTreeMap::new(),
            others: BTreeMap::new(),
            given: given_ids(case),
            dates: if case.given.now.is_some() {
                Dates::Kept
            } else {
                Dates::Replaced
            },
        }
    }

    /// The value without what differs.
    pub(crate) fn value(&mut self, value: Value) -> Value {
        self.learn(&value);
        self.replaced(value)
    }

    /// Finds the session ids.
    fn learn(&mut self, value: &Value) {
        match value {
            Value::Object(members) => members
                .iter()
                .for_each(|(key, it)| self.learn_member(key, it)),
            Value::Array(items) => items.iter().for_each(|it| self.learn(it)),
            Value::String(text) => MADE_UP
                .find_iter(text)
                .for_each(|it| self.learn_made_up(it.as_str())),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn learn_made_up(&mut self, id: &str) {
        let (kind, known) = match id.chars().next() {
            Some('s') => ("SESSION", &mut self.sessions),
            Some('m') => ("MISSION", &mut self.others),
            _ => ("HELPER", &mut self.others),
        };
        if known.contains_key(id) {
            return;
        }
        let beginning = format!("[{kind}-");
        let n_before = known.values().filter(|it| it.starts_with(&beginning));
        let name = format!("{beginning}{}]", n_before.count() + 1);
        known.insert(id.to_owned(), name);
    }

    /// Puts ids of earlier steps in place of their names, in a word that a case gives.
    pub(crate) fn fill_in(&self, word: &mut OsString) {
        let Some(text) = word.to_str().filter(|it| it.contains('[')) else {
            return;
        };
        let ids = self.sessions.iter().chain(&self.others);
        let text = ids.fold(text.to_owned(), |text, (id, name)| text.replace(name, id));
        *word = text.into();
    }

    fn learn_member(&mut self, key: &str, value: &Value) {
        let id = value
            .as_str()
            .filter(|it| it.len() >= 8 && SESSION_KEYS.contains(&key));
        match id {
            Some(id) if !self.given.iter().any(|it| it == id) => {
                let number = self.sessions.len() + 1;
                self.sessions
                    .entry(id.to_owned())
                    .or_insert_with(|| format!("[SESSION-{number}]"));
            }
            _ => self.learn(value),
        }
    }

    fn replaced(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(items) => items.into_iter().map(|it| self.replaced(it)).collect(),
            Value::Object(members) => Value::Object(self.members(members)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value,
        }
    }

    fn members(&self, members: Map<String, Value>) -> Map<String, Value> {
        let member = |(key, value): (String, Value)| {
            let value = match (key.as_str(), &value) {
                ("duration_ms", Value::Number(_)) => json!("[TIME]"),
                _ => self.replaced(value),
            };
            (self.text(&key), value)
        };
        members.into_iter().map(member).collect()
    }

    fn text(&self, text: &str) -> String {
        let mut res = text.to_owned();
        for (from, to) in &self.texts {
            if res.contains(from) {
                res = res.replace(from, to);
            }
        }
        for (from, to) in self.sessions.iter().chain(&self.others) {
            if res.contains(from) {
                res = res.replace(from, to);
            }
        }
        if DIGEST.is_match(&res) {
            res = DIGEST.replace_all(&res, "[SHA256]").into_owned();
        }
        if TEMPORARY.is_match(&res) {
            res = TEMPORARY.replace_all(&res, "[TEMPORARY]").into_owned();
        }
        if DATA.is_match(&res) {
            res = DATA.replace_all(&res, "$1-[ID]").into_owned();
        }
        if TOOK.is_match(&res) {
            res = TOOK.replace_all(&res, "  [TIME]").into_owned();
        }
        if self.dates == Dates::Replaced && DATE.is_match(&res) {
            res = DATE.replace_all(&res, "[NOW]").into_owned();
        }
        res
    }
}

/// Session ids that a case says itself stay as they are.
fn given_ids(case: &Case) -> Vec<String> {
    let fires = case.whens.iter().filter_map(|it| match &it.verb {
        Verb::Fire(fire) => Some(&fire.fields),
        _ => None,
    });
    let values = fires.flat_map(|it| it.values());
    values
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect()
}
