//! Decides a tool call.

use std::fmt;
use std::path::PathBuf;

use stdx::Place;

use crate::call::{Call, Subject, Targets};
use crate::mode::Mode;
use crate::paths;
use crate::rule::{Rule, Source};
use crate::rule_set::{List, RuleSet};
use crate::tool::ToolKind;

/// What is decided about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Decision {
    /// The decision.
    pub verdict: Verdict,
    /// The rule that decided; without one it was the mode, which a hook's `allow` may lift where
    /// it asks, and never a rule [NI-32, NI-33].
    pub rule: Option<RuleRef>,
    /// Why, for a person.
    pub reason: String,
}

/// The decision about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No rule speaks of it.
    None,
    /// It runs.
    Allow,
    /// A person is asked.
    Ask,
    /// It does not run.
    Deny,
}

/// A rule that decided something, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleRef {
    /// The rule as it was written.
    pub text: String,
    /// Whose it is.
    pub source: Source,
    /// The file it stands in, if it stands in one.
    pub file: Option<PathBuf>,
    /// Where in the file.
    pub place: Option<Place>,
}

/// Decides `call` by the rules, and by the mode where no rule speaks: deny over ask over allow, the
/// first rule in the order of the sources being named.
///
/// A command is denied or asked about when any of its parts is, or cannot be read; it is allowed
/// when each of its parts is, and each file that its output is sent to.
pub fn decide(rules: &RuleSet, call: &Call<'_>, mode: Mode) -> Decision {
    let subject = Subject::new(*call);
    let by_rules = by_rules(rules, &subject);
    let looks_only = subject.kind.is_some_and(ToolKind::reads_files);
    match (mode, by_rules.verdict) {
        (_, Verdict::Deny) => by_rules,
        (Mode::ReadOnly, _) if !looks_only => by_mode(Verdict::Deny, mode),
        (Mode::DontAsk, Verdict::Ask) => Decision {
            verdict: Verdict::Deny,
            ..by_rules
        },
        (_, Verdict::Allow | Verdict::Ask) => by_rules,
        (_, Verdict::None) if looks_only => by_mode(Verdict::Allow, mode),
        (Mode::Auto | Mode::ReadOnly, Verdict::None) => by_mode(Verdict::Allow, mode),
        (Mode::Ask, Verdict::None) => by_mode(Verdict::Ask, mode),
        (Mode::DontAsk, Verdict::None) => by_mode(Verdict::Deny, mode),
        (Mode::AcceptEdits, Verdict::None) => match changes_project(rules, &subject) {
            true => by_mode(Verdict::Allow, mode),
            false => by_mode(Verdict::Ask, mode),
        },
    }
}

/// Decides `call` by the rules alone; [`Verdict::None`] where none speaks of it.
pub fn decide_by_rules(rules: &RuleSet, call: &Call<'_>) -> Decision {
    by_rules(rules, &Subject::new(*call))
}

fn by_rules(rules: &RuleSet, subject: &Subject<'_>) -> Decision {
    if let Some(rule) = rules.narrowing(List::Deny, subject) {
        return by_rule(Verdict::Deny, rule);
    }
    if let Some(rule) = rules.narrowing(List::Ask, subject) {
        return by_rule(Verdict::Ask, rule);
    }
    match rules.allowing(subject) {
        Some(rule) => by_rule(Verdict::Allow, rule),
        None => Decision {
            verdict: Verdict::None,
            rule: None,
            reason: "no rule speaks of it".to_owned(),
        },
    }
}

fn by_rule(verdict: Verdict, rule: &Rule) -> Decision {
    let list = match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny | Verdict::None => "deny",
    };
    let rule = RuleRef::from(rule);
    Decision {
        verdict,
        reason: format!(
            "{list} rule `{}` of the {} settings",
            rule.text, rule.source
        ),
        rule: Some(rule),
    }
}

fn by_mode(verdict: Verdict, mode: Mode) -> Decision {
    let does = match verdict {
        Verdict::Allow => "allows it",
        Verdict::Ask => "asks",
        Verdict::Deny | Verdict::None => "refuses it",
    };
    Decision {
        verdict,
        rule: None,
        reason: format!("mode `{mode}` {does}"),
    }
}

/// Whether a call changes nothing but files of the project.
fn changes_project(rules: &RuleSet, subject: &Subject<'_>) -> bool {
    let Call { project, home, .. } = subject.call;
    let further = rules.directories().iter();
    let mut folders: Vec<PathBuf> = further
        .map(|it| paths::resolve(&it.to_string_lossy(), project, home))
        .collect();
    folders.push(project.to_path_buf());
    let is_inside = |path: &PathBuf| folders.iter().any(|it| path.starts_with(it));
    let writes = subject.kind.is_some_and(ToolKind::writes_files);
    writes
        && match subject.targets() {
            Targets::Known(paths) => paths.iter().all(is_inside),
            Targets::Unknown => false,
        }
}

impl From<&Rule> for RuleRef {
    fn from(rule: &Rule) -> RuleRef {
        let origin = rule.origin();
        RuleRef {
            text: rule.text().to_owned(),
            source: origin.source,
            file: origin.file.clone(),
            place: origin.place,
        }
    }
}

/// The word of the command line's JSON.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::None => "none",
            Verdict::Allow => "allow",
            Verdict::Ask => "ask",
            Verdict::Deny => "deny",
        })
    }
}
