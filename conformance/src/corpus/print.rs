//! What is printed of a tree.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};
use stdx::Severity;
use stdx::text::printable;

use super::load::{Outcome, Reading};
use super::{End, Format, Read};

/// What became of all files.
pub(super) struct Report {
    pub(super) read: Vec<Read>,
    pub(super) n_listed: usize,
    /// Files that are listed and not in the tree.
    pub(super) missing: Vec<String>,
}

impl Report {
    /// Whether nothing disagrees, and there was something to read.
    pub(super) fn is_well(&self) -> bool {
        let agrees = self.read.iter().all(|it| it.disagreements.is_empty());
        agrees && !self.read.is_empty() && self.missing.len() < self.n_listed.max(1)
    }

    pub(super) fn print(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => writeln!(out, "{}", self.json()),
            Format::Human => self.human(out),
        }
    }

    fn json(&self) -> Value {
        let disagreements: Vec<_> = self
            .disagreements()
            .map(|(file, about, text)| json!({ "file": file, "about": about, "text": text }))
            .collect();
        let slowest = self.slowest();
        json!({
            "files": self.read.len(),
            "listed": self.n_listed,
            "missing": self.missing,
            "loaded": self.n(Outcome::Loaded),
            "other_products": self.n(Outcome::NotOurs),
            "refused": self.refused(),
            "unrecognised": self.n_unrecognised(),
            "slowest_ms": slowest.map(|it| u64::try_from(it.took.as_millis()).unwrap_or(u64::MAX)),
            "disagreements": disagreements,
        })
    }

    fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        for missing in &self.missing {
            writeln!(out, "not there  {}", printable(missing))?;
        }
        for (file, about, text) in self.disagreements() {
            writeln!(out, "{}\n  {about}: {}", printable(file), printable(text))?;
        }
        self.summary(out)
    }

    fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let (files, listed) = (self.read.len(), self.n_listed);
        let there = listed.saturating_sub(self.missing.len());
        writeln!(
            out,
            "{files} files; {listed} are listed, {there} of them are here"
        )?;
        let (loaded, foreign) = (self.n(Outcome::Loaded), self.n(Outcome::NotOurs));
        writeln!(
            out,
            "{loaded} load, {foreign} are other products', refused are:"
        )?;
        for (code, n) in self.refused() {
            writeln!(out, "  {n:6}  {code}")?;
        }
        let unrecognised = self.n_unrecognised();
        writeln!(
            out,
            "{unrecognised} listed files stand where nothing says what they are"
        )?;
        if let Some(slowest) = self.slowest() {
            let shown = printable(&slowest.item.shown);
            writeln!(out, "slowest: {} ms, {shown}", slowest.took.as_millis())?;
        }
        writeln!(out, "{} disagreements", self.disagreements().count())
    }

    fn disagreements(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.read.iter().flat_map(|read| {
            let shown = read.item.shown.as_str();
            let each = read.disagreements.iter();
            each.map(move |it| (shown, it.about, it.text.as_str()))
        })
    }

    fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.read.iter().filter_map(|it| match &it.end {
            End::Read(reading) => Some(&**reading),
            End::Panicked | End::Hung | End::Unreadable(_) => None,
        })
    }

    fn n(&self, outcome: Outcome) -> usize {
        self.readings().filter(|it| it.outcome == outcome).count()
    }

    /// Files that are refused, by the gravest reason.
    fn refused(&self) -> BTreeMap<String, usize> {
        let mut res = BTreeMap::new();
        for reading in self.readings().filter(|it| it.outcome == Outcome::Refused) {
            let gravest = reading.problems.iter().min_by_key(|it| it.severity);
            let reason = gravest.map_or("no reason", |it| &it.code);
            let is_error = gravest.is_some_and(|it| it.severity == Severity::Error);
            let mark = if is_error { "" } else { " (no error)" };
            *res.entry(format!("{reason}{mark}")).or_default() += 1;
        }
        res
    }

    fn n_unrecognised(&self) -> usize {
        let is_it = |it: &&Read| it.item.fact.is_some() && it.item.recognised.is_none();
        self.read.iter().filter(is_it).count()
    }

    fn slowest(&self) -> Option<&Read> {
        self.read.iter().max_by_key(|it| it.took)
    }
}
