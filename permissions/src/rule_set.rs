//! The rules that hold for a call, from all their sources.

use std::path::{Path, PathBuf};

use crate::call::Subject;
use crate::rule::Rule;
use crate::shell::{Direction, Part, Role, Target};
use crate::tool::ToolKind;
use crate::wildcard::Reach;

/// Which list of a settings file a rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Calls that run without a question.
    Allow,
    /// Calls that are asked about.
    Ask,
    /// Calls that are refused.
    Deny,
}

/// Rules from several sources, in the order of the sources and then of the files.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    allow: Vec<Rule>,
    ask: Vec<Rule>,
    deny: Vec<Rule>,
    directories: Vec<PathBuf>,
}

impl RuleSet {
    /// Adds a rule behind those of its source.
    pub fn add(&mut self, list: List, rule: Rule) {
        let rules = match list {
            List::Allow => &mut self.allow,
            List::Ask => &mut self.ask,
            List::Deny => &mut self.deny,
        };
        let source = rule.origin().source;
        let at = rules.partition_point(|it| it.origin().source <= source);
        rules.insert(at, rule);
    }

    /// Adds a folder that counts as part of the project; a relative one starts from the project, `~`
    /// is the home folder.
    pub fn add_directory(&mut self, directory: PathBuf) {
        self.directories.push(directory);
    }

    /// Adds all rules of `other`.
    pub fn extend(&mut self, other: RuleSet) {
        for (list, rules) in [
            (List::Allow, other.allow),
            (List::Ask, other.ask),
            (List::Deny, other.deny),
        ] {
            rules.into_iter().for_each(|it| self.add(list, it));
        }
        self.directories.extend(other.directories);
    }

    /// The rules of one list.
    pub fn rules(&self, list: List) -> &[Rule] {
        match list {
            List::Allow => &self.allow,
            List::Ask => &self.ask,
            List::Deny => &self.deny,
        }
    }

    /// The folders that count as part of the project.
    pub fn directories(&self) -> &[PathBuf] {
        &self.directories
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.allow.is_empty() && self.ask.is_empty() && self.deny.is_empty()
    }

    /// The first rule of a narrowing list that speaks of the call, or may.
    pub(crate) fn narrowing(&self, list: List, subject: &Subject<'_>) -> Option<&Rule> {
        let mut rules = self.rules(list).iter();
        let speaks = |it: &&Rule| it.matches(subject, Reach::May) || redirects(it, subject);
        rules.find(speaks)
    }

    /// The rule that allows the call; for a command, the one that allows its first part.
    pub(crate) fn allowing(&self, subject: &Subject<'_>) -> Option<&Rule> {
        let rules = || self.allow.iter().filter(|it| it.may_allow());
        let whole = rules().find(|it| it.matches(subject, Reach::Must));
        match subject.kind {
            Some(ToolKind::Shell) => whole.or_else(|| self.allowing_parts(subject)),
            _ => whole,
        }
    }

    /// Every part of a command must be allowed, each by any rule, and so must every file that its
    /// output is sent to.
    fn allowing_parts(&self, subject: &Subject<'_>) -> Option<&Rule> {
        let rules = || {
            let allowing = self.allow.iter().filter(|it| it.may_allow());
            allowing.filter(|it| it.is_on_tool(subject, Reach::Must))
        };
        rules().find(|it| it.command_pattern().is_some())?;
        let allowing = |part: &Part| {
            let matches = |it: &&Rule| it.command_pattern().is_some_and(|it| it.must_match(part));
            rules().find(matches)
        };
        let parts = subject.split().parts().iter();
        let found: Option<Vec<&Rule>> = parts
            .filter(|it| it.role() == Role::Runs)
            .map(allowing)
            .collect();
        let first = found?.into_iter().next()?;
        let mut written = subject.split().targets(Direction::Writes);
        written
            .all(|it| self.allows_writing(it, subject))
            .then_some(first)
    }

    fn allows_writing(&self, target: &Target, subject: &Subject<'_>) -> bool {
        let Some(path) = target.path.as_deref() else {
            return false;
        };
        if is_sink(path) {
            return true;
        }
        let moves = ["cd", "pushd", "popd"]
            .iter()
            .any(|it| subject.split().may_run(it));
        if moves && !path.starts_with('/') {
            return false;
        }
        let path = subject.resolve(path);
        let mut rules = self.allow.iter().filter(|it| it.may_allow());
        rules.any(|it| it.is_on_written(&path, &subject.call))
    }
}

/// Whether a rule on files speaks of a file that a command redirects from or to.
fn redirects(rule: &Rule, subject: &Subject<'_>) -> bool {
    // The sign comes first: without one the command need not be parsed.
    if subject.kind != Some(ToolKind::Shell)
        || !rule.is_on_redirects()
        || !subject.command().contains(['<', '>'])
    {
        return false;
    }
    let speaks = |target: &Target, path: &Path| match target.direction {
        Direction::Reads => rule.is_on_read(path, &subject.call),
        Direction::Writes => rule.is_on_written(path, &subject.call),
    };
    subject
        .split()
        .all_targets()
        .iter()
        .any(|target| match target.path.as_deref() {
            Some(path) if !is_sink(path) => speaks(target, &subject.resolve(path)),
            Some(_) | None => false,
        })
}

/// Files that keep nothing, or that are open already.
fn is_sink(path: &str) -> bool {
    const SINKS: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];
    SINKS.contains(&path)
}
