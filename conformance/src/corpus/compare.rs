//! What is listed of a file against what was read of it.

use std::collections::BTreeSet;

use frontmatter::HeaderState;

use super::End;
use super::facts::Fact;
use super::hooks::Hooks;
use super::load::{Body, Outcome, Reading};
use super::tree::Item;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disagreement {
    /// What it is about: `name`, `body`, `panic`.
    pub(super) about: &'static str,
    /// In words.
    pub(super) text: String,
}

/// A cell that long was cut when the list was written.
const CUT_AT: usize = 300;

/// Everything that is not as it should be with one file.
pub(super) fn disagreements(item: &Item, end: &End, fact: Option<&Fact>) -> Vec<Disagreement> {
    let reading = match end {
        End::Read(reading) => reading,
        End::Panicked => return vec![of("panic", "reading it panicked")],
        End::Hung => return vec![of("hang", "reading it took longer than ten seconds")],
        End::Unreadable(error) => return vec![of("file", error)],
    };
    let mut res = Vec::new();
    if reading.body == Body::Lost {
        res.push(of("body", "the text below the header is not whole"));
    }
    if reading.outcome == Outcome::Refused && reading.problems.is_empty() {
        res.push(of("refused", "it is refused and no problem says why"));
    }
    if let Some(fact) = fact {
        let comparison = Comparison {
            item,
            reading,
            fact,
        };
        res.extend(comparison.all());
    }
    res
}

fn of(about: &'static str, text: &str) -> Disagreement {
    let text = text.to_owned();
    Disagreement { about, text }
}

struct Comparison<'a> {
    item: &'a Item,
    reading: &'a Reading,
    fact: &'a Fact,
}

impl Comparison<'_> {
    fn all(&self) -> Vec<Disagreement> {
        let found = [
            self.kind(),
            self.name(),
            self.description(),
            self.keys(),
            self.strictness(),
            self.plugins(),
        ];
        let mut res: Vec<_> = found.into_iter().flatten().collect();
        if let Some(hooks) = &self.reading.hooks {
            res.extend(self.hooks(hooks));
        }
        res
    }

    /// A place that says nothing is no disagreement: then whoever named the file knew better.
    fn kind(&self) -> Option<Disagreement> {
        let listed = self.fact.text("kind")?;
        let found = self.item.recognised?;
        let is_so = match listed {
            "skill" => found == "skills",
            "command" => found == "commands",
            "hooks" | "settings" => match self.fact.text("dialect") {
                Some("cursor" | "copilot" | "gemini") => found == "foreign-hooks",
                Some(_) | None => matches!(found, "hooks" | "foreign-hooks"),
            },
            "plugin" => found == "plugins",
            "marketplace" => found == "marketplaces",
            word => !word.starts_with("agent") || found == "agents",
        };
        (!is_so).then(|| said("kind", listed, found))
    }

    fn name(&self) -> Option<Disagreement> {
        let listed = self.fact.text("name")?;
        let found = self.reading.name.as_deref().unwrap_or("nothing");
        (self.is_in_force() && listed != found.trim()).then(|| said("name", listed, found))
    }

    fn description(&self) -> Option<Disagreement> {
        let listed = self.fact.number("description_chars")?;
        let found = self.reading.description.as_deref().unwrap_or_default();
        let found = found.trim().chars().count();
        let differs = self.is_in_force() && listed != found;
        differs.then(|| said("description_chars", &listed.to_string(), &found.to_string()))
    }

    fn is_in_force(&self) -> bool {
        self.reading.outcome == Outcome::Loaded
    }

    fn keys(&self) -> Option<Disagreement> {
        let cell = self.fact.text("keys")?;
        let mut listed: Vec<&str> = cell.split(',').collect();
        if cell.chars().count() >= CUT_AT {
            listed.pop();
        }
        let found: BTreeSet<&str> = self.reading.keys.iter().map(String::as_str).collect();
        let listed: BTreeSet<&str> = listed.into_iter().collect();
        let is_so = listed == found || cell.chars().count() >= CUT_AT && listed.is_subset(&found);
        let shown = |it: &BTreeSet<&str>| it.iter().copied().collect::<Vec<_>>().join(",");
        (!is_so).then(|| said("keys", &shown(&listed), &shown(&found)))
    }

    /// A header that is plain YAML must not need a rescue. The other way round is no fault: readers
    /// of YAML differ.
    fn strictness(&self) -> Option<Disagreement> {
        let is_strict = self.fact.text("strict") == Some("yes");
        let is_rescued = self.reading.header == Some(HeaderState::Rescued);
        (is_strict && is_rescued).then(|| said("strict", "yes", "a header that was rescued"))
    }

    fn plugins(&self) -> Option<Disagreement> {
        let listed = self.fact.number("plugins")?;
        let found = self.reading.n_plugins.unwrap_or_default();
        let differs = self.is_in_force() && listed != found;
        differs.then(|| said("plugins", &listed.to_string(), &found.to_string()))
    }

    /// Counts of hooks. An entry that is left out with an error is a stated reason; one that is left
    /// out in silence is a guard that is off and nobody knows.
    fn hooks(&self, hooks: &Hooks) -> Vec<Disagreement> {
        let is_told = self.reading.problems.iter().any(|it| it.place.is_some());
        if is_told {
            return self.told_hooks(hooks);
        }
        let mut res = Vec::new();
        if let Some(listed) = self.fact.counts("hook_events") {
            let differs = listed != hooks.by_event;
            res.extend(differs.then(|| pair("hook_events", &listed, &hooks.by_event)));
        }
        if let Some(listed) = self.fact.counts("handler_types") {
            let differs = listed != hooks.by_type;
            res.extend(differs.then(|| pair("handler_types", &listed, &hooks.by_type)));
        }
        if let Some(listed) = self.fact.list("matchers") {
            let listed: BTreeSet<String> = listed.into_iter().collect();
            let differs = listed != hooks.matchers;
            res.extend(differs.then(|| pair("matchers", &listed, &hooks.matchers)));
        }
        res
    }

    /// Where problems are told, nothing may be there that is not listed.
    fn told_hooks(&self, hooks: &Hooks) -> Vec<Disagreement> {
        let listed = self.fact.number("handlers");
        let most = listed.filter(|it| *it < hooks.n_running);
        let text = |it: usize| said("handlers", &it.to_string(), &hooks.n_running.to_string());
        most.map(text).into_iter().collect()
    }
}

fn said(about: &'static str, listed: &str, found: &str) -> Disagreement {
    let text = format!("listed is `{listed}`, found is `{found}`");
    Disagreement { about, text }
}

fn pair<T: std::fmt::Debug>(about: &'static str, listed: &T, found: &T) -> Disagreement {
    said(about, &format!("{listed:?}"), &format!("{found:?}"))
}
