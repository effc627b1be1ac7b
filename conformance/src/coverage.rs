//! Which promises the cases of a run prove.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::requirements::{Requirements, State};
use crate::suite::{Trial, Verdict};

/// A trial and how it came out.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) trial: Trial,
    pub(crate) verdict: Verdict,
}

/// What a run proves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coverage {
    /// Folders of cases.
    pub(crate) n_cases: usize,
    /// Cases in their dialects.
    pub(crate) n_runs: usize,
    pub(crate) n_failed: usize,
    pub(crate) n_gaps: usize,
    pub(crate) n_passed_over: usize,
    /// All promises, those that are not due yet included.
    pub(crate) n_all: usize,
    /// The promises whose part is built.
    pub(crate) n_due: usize,
    /// Promises of other parts that are proved all the same.
    pub(crate) n_early: usize,
    /// The due promises that no case proves.
    pub(crate) unproved: Vec<String>,
}

impl Coverage {
    /// Counts. A promise is proved when a case that names it holds, and none that names it fails or
    /// is a gap.
    pub(crate) fn of(done: &[Done], requirements: &Requirements) -> Coverage {
        let mut by_case: BTreeMap<&str, Vec<&Verdict>> = BTreeMap::new();
        for it in done {
            by_case
                .entry(&it.trial.case.name)
                .or_default()
                .push(&it.verdict);
        }
        let count = |test: fn(&Verdict) -> bool| {
            by_case
                .values()
                .filter(|it| it.iter().any(|it| test(it)))
                .count()
        };
        let proved = proved(done);
        let due = || requirements.counted().filter(|it| it.state == State::Due);
        let later = requirements.counted().filter(|it| it.state == State::Later);
        Coverage {
            n_cases: by_case.len(),
            n_runs: done.len(),
            n_failed: count(|it| matches!(it, Verdict::Fails(_))),
            n_gaps: count(|it| matches!(it, Verdict::Gap(_))),
            n_passed_over: count(|it| matches!(it, Verdict::PassedOver(_))),
            n_all: requirements.counted().count(),
            n_due: due().count(),
            n_early: later.filter(|it| proved.contains(it.id.as_str())).count(),
            unproved: due()
                .filter(|it| !proved.contains(it.id.as_str()))
                .map(|it| it.id.clone())
                .collect(),
        }
    }

    /// The line that ends a run with `--json`.
    pub(crate) fn json(&self) -> Value {
        json!({
            "cases": self.n_cases,
            "failed": self.n_failed,
            "gaps": self.n_gaps,
            "runs": self.n_runs,
            "passed_over": self.n_passed_over,
            "requirements": {
                "total": self.n_due,
                "proved": self.n_due - self.unproved.len(),
                "unproved": self.unproved,
                "all": self.n_all,
                "proved_early": self.n_early,
            },
        })
    }

    /// The same for people.
    pub(crate) fn text(&self) -> String {
        let res = format!(
            "{} cases, {} runs: {} failed, {} gaps, {} not for this driver\n",
            self.n_cases, self.n_runs, self.n_failed, self.n_gaps, self.n_passed_over
        );
        res + &format!(
            "requirements: {} of {} due are proved; {} in all, {} of those not due yet are proved\n",
            self.n_due - self.unproved.len(),
            self.n_due,
            self.n_all,
            self.n_early
        )
    }

    /// The promises that no case proves.
    pub(crate) fn unproved_text(&self) -> String {
        match self.unproved.is_empty() {
            true => String::new(),
            false => format!("not yet: {}\n", self.unproved.join(" ")),
        }
    }
}

fn proved(done: &[Done]) -> BTreeSet<&str> {
    let mut holds = BTreeSet::new();
    let mut fails = BTreeSet::new();
    for it in done {
        let ids = it.trial.requirements().iter().map(String::as_str);
        match it.verdict {
            Verdict::Holds => holds.extend(ids),
            Verdict::Fails(_) | Verdict::Gap(_) => fails.extend(ids),
            Verdict::PassedOver(_) => {}
        }
    }
    holds.difference(&fails).copied().collect()
}
