//! One case in one dialect.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use hooks_core::DialectId;
use serde_json::Value;
use stdx::fs::{Access, write_atomic};

use super::LoadedCase;
use crate::case::{Case, Verb};
use crate::diff;
use crate::drive::{self, Driver};
use crate::error::CaseError;
use crate::normal::Normaliser;
use crate::stage::{FILE_LIMIT, Stage};
use crate::transcript::{Seen, Watch, canonical, observe};

/// What a case writes for the address of its server.
pub(super) const SERVER: &str = "[SERVER]";

/// One case in one of its dialects, ready to be run by any driver.
#[derive(Clone, Debug)]
pub struct Trial {
    pub(crate) case: Arc<LoadedCase>,
    pub(crate) dialect: Option<DialectId>,
    expectation: String,
    /// The expectation, for those who look often.
    remembered: Arc<OnceLock<Option<Value>>>,
}

/// How a trial came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What is claimed is so.
    Holds,
    /// It is not so, and that is known: why.
    Gap(String),
    /// This driver cannot run it: why.
    PassedOver(String),
    /// It is not so: the difference.
    Fails(String),
}

impl Trial {
    pub(super) fn of(case: &Arc<LoadedCase>) -> Vec<Trial> {
        let dialects = case
            .case
            .dialects()
            .expect("the dialects were read when the case was loaded");
        let runs = match dialects.is_empty() {
            true => vec![None],
            false => dialects.into_iter().map(Some).collect(),
        };
        let names = Trial::expectation_names(&case.case);
        let trial = |(dialect, expectation)| Trial {
            case: Arc::clone(case),
            dialect,
            expectation,
            remembered: Arc::default(),
        };
        runs.into_iter().zip(names).map(trial).collect()
    }

    /// Where the expectations of a case stand, one for each dialect.
    pub(super) fn expectation_names(case: &Case) -> Vec<String> {
        let dialects = case.dialects().unwrap_or_default();
        match dialects.as_slice() {
            [] | [_] => vec!["expect.json".to_owned()],
            several => several
                .iter()
                .map(|it| format!("expect/{it}.json"))
                .collect(),
        }
    }

    /// The path of the case, and the dialect if there is more than one.
    pub fn name(&self) -> String {
        match (self.dialect, self.expectation.starts_with("expect/")) {
            (Some(dialect), true) => format!("{} [{dialect}]", self.case.name),
            _ => self.case.name.clone(),
        }
    }

    /// The ids of the requirements that it proves.
    pub fn requirements(&self) -> &[String] {
        &self.case.case.req
    }

    /// Whether it runs in this dialect.
    pub fn is_in(&self, dialect: DialectId) -> bool {
        self.dialect == Some(dialect)
    }

    /// Runs it and compares.
    pub fn run(&self, driver: &Driver) -> Verdict {
        if let Some(why) = driver.passes_over(&self.case.case) {
            return Verdict::PassedOver(why);
        }
        match self.seen(driver, Watch::ToTheEnd) {
            Ok(seen) => self.judge(&seen),
            Err(error) => Verdict::Fails(format!("{}\n", error.chain())),
        }
    }

    /// Writes down what it does now as what it should do. Says no to what no expectation can make
    /// right.
    ///
    /// # Errors
    /// The case cannot be run, has a fault, or cannot be written.
    pub fn bless(&self, driver: &Driver) -> Result<(), CaseError> {
        let seen = self.seen(driver, Watch::ToTheEnd)?;
        if !seen.faults.is_empty() {
            return Err(CaseError::nonsense(seen.faults.join("\n")));
        }
        if self.case.case.gap(self.dialect).is_some() {
            return Err(CaseError::nonsense(
                "the expectation of a gap is written by hand: it says what should be",
            ));
        }
        let text = canonical(&seen.transcript);
        Ok(write_atomic(
            &self.expectation(),
            text.as_bytes(),
            Access::Keep,
        )?)
    }

    fn expectation(&self) -> PathBuf {
        self.case.folder.join(&self.expectation)
    }

    /// Runs it on a fresh stage.
    fn seen(&self, driver: &Driver, watch: Watch<'_>) -> Result<Seen, CaseError> {
        let mut stage = Stage::new(&self.case.folder, self.dialect)?;
        if self.case.has_server && driver.has_processes(&self.case.case) {
            stage = stage.with_server()?;
        }
        let table = Places::of(&stage).table(self.case.table.clone());
        let case =
            Case::of(table.clone()).map_err(|error| CaseError::nonsense(error.to_string()))?;
        if let Driver::Program(program) = driver {
            let request = drive::Request {
                name: &self.case.name,
                folder: &self.case.folder,
                case: &table,
            };
            let transcript = drive::ask(program, &request, &stage)?;
            return Ok(Seen {
                transcript: Normaliser::new(&case, &stage).value(transcript),
                faults: Vec::new(),
            });
        }
        stage.fill(&case)?;
        drive::decide(&stage)?;
        observe(&case, &stage, (driver, watch))
    }

    fn judge(&self, seen: &Seen) -> Verdict {
        let gap = self.case.case.gap(self.dialect);
        match (self.difference(seen), gap) {
            (None, None) => Verdict::Holds,
            (None, Some(why)) => {
                Verdict::Fails(format!("it holds now, so the gap must go: {why}\n"))
            }
            (Some(difference), None) => Verdict::Fails(difference),
            (Some(_), Some(why)) => Verdict::Gap(why.to_owned()),
        }
    }

    fn difference(&self, seen: &Seen) -> Option<String> {
        let faults: String = seen.faults.iter().map(|it| format!("{it}\n")).collect();
        let found = canonical(&seen.transcript);
        let path = self.expectation();
        let expected = match stdx::fs::read(&path, FILE_LIMIT) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.is_missing() => {
                let bless = format!("cargo xtask conformance {} --bless", self.case.name);
                return Some(format!(
                    "{faults}there is no `{}`; `{bless}` writes it\n{found}",
                    self.expectation
                ));
            }
            Err(error) => return Some(error.to_string()),
        };
        let is_same = expected == found;
        match (is_same, faults.is_empty()) {
            (true, true) => None,
            (true, false) => Some(faults),
            (false, _) => Some(faults + &diff::lines(&expected, &found)),
        }
    }

    /// Whether it fails by this driver, found out as fast as can be.
    pub(crate) fn notices(&self, driver: &Driver) -> bool {
        let Some(expected) = self.expected() else {
            return false;
        };
        match self.seen(driver, Watch::Until(expected)) {
            Ok(seen) => !seen.faults.is_empty() || seen.transcript != *expected,
            Err(_) => true,
        }
    }

    /// The expectation as it was when it was first asked for.
    fn expected(&self) -> Option<&Value> {
        let read = || {
            let bytes = stdx::fs::read(&self.expectation(), FILE_LIMIT).ok()?;
            serde_json::from_slice(&bytes).ok()
        };
        self.remembered.get_or_init(read).as_ref()
    }

    /// Whether it fires the event of this word.
    pub(crate) fn fires(&self, word: &str) -> bool {
        let mut whens = self.case.case.whens.iter();
        whens.any(|it| matches!(&it.verb, Verb::Fire(fire) if fire.event == word))
    }

    /// Whether it runs without processes, so that it can be run very often.
    pub(crate) fn is_quick(&self) -> bool {
        !self.case.case.real && self.case.case.gap(self.dialect).is_none()
    }
}

/// What stands for `[ROOT]` and `[SERVER]`, in keys and in texts.
struct Places {
    root: String,
    server: String,
}

impl Places {
    fn of(stage: &Stage) -> Places {
        Places {
            root: stage.root().display().to_string(),
            server: stage.server_url(),
        }
    }

    fn table(&self, table: toml::Table) -> toml::Table {
        let member = |(key, value): (String, toml::Value)| (self.text(key), self.value(value));
        table.into_iter().map(member).collect()
    }

    fn value(&self, value: toml::Value) -> toml::Value {
        match value {
            toml::Value::String(text) => toml::Value::String(self.text(text)),
            toml::Value::Array(items) => {
                toml::Value::Array(items.into_iter().map(|it| self.value(it)).collect())
            }
            toml::Value::Table(table) => toml::Value::Table(self.table(table)),
            other => other,
        }
    }

    fn text(&self, text: String) -> String {
        match text.contains('[') {
            true => text
                .replace("[ROOT]", &self.root)
                .replace(SERVER, &self.server),
            false => text,
        }
    }
}
