//! What a check found, as JSON and for people.

use std::collections::BTreeSet;

use serde::Serialize;
use stdx::{Problem, Severity};

use super::recognise::Kind;
use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, counted};

/// What was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CheckReport {
    /// What is wrong, in the order of files and places.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    pub(super) problems: Vec<Problem>,
    /// How many files of known kinds were found.
    pub(super) files: usize,
    /// How many of each kind.
    pub(super) by_kind: ByKind,
}

/// How many files of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ByKind {
    /// Hook files, and settings that may hold hooks.
    hooks: usize,
    /// Hook files of other products.
    foreign_hooks: usize,
    /// Skills.
    skills: usize,
    /// Commands, the older form of skills.
    commands: usize,
    /// Custom agents.
    agents: usize,
    /// Manifests of plugins.
    plugins: usize,
    /// Lists of plugins.
    marketplaces: usize,
    /// AGENTS.md and its siblings.
    instructions: usize,
}

impl ByKind {
    /// Counts one file more.
    pub(super) fn add(&mut self, kind: Kind) {
        *match kind {
            Kind::Hooks(_) => &mut self.hooks,
            Kind::ForeignHooks(_) => &mut self.foreign_hooks,
            Kind::Skill => &mut self.skills,
            Kind::Command => &mut self.commands,
            Kind::Agent => &mut self.agents,
            Kind::Plugin => &mut self.plugins,
            Kind::Marketplace => &mut self.marketplaces,
            Kind::Instructions => &mut self.instructions,
        } += 1;
    }

    /// `2 hook files, 1 skill`: the kinds that are there.
    fn shown(self) -> String {
        let all = [
            (self.hooks, "hook file"),
            (self.foreign_hooks, "hook file of another product"),
            (self.skills, "skill"),
            (self.commands, "command"),
            (self.agents, "agent"),
            (self.plugins, "plugin"),
            (self.marketplaces, "marketplace"),
            (self.instructions, "file of instructions"),
        ];
        let there = all.iter().filter(|it| it.0 > 0);
        let there: Vec<_> = there.map(|(n, noun)| several(*n, noun)).collect();
        there.join(", ")
    }
}

/// The plural ends the first noun.
fn several(n: usize, noun: &str) -> String {
    match noun.split_once(" of ") {
        Some((noun, rest)) => format!("{} of {rest}", counted(n, noun)),
        None => counted(n, noun),
    }
}

/// What to do with files in places that nobody knows.
const ELSEWHERE: &str =
    "`tackle skills check PATH` and `tackle agents check PATH` check files in any place.";

/// Prints the problems as a compiler does, then a tally.
pub(super) fn print(context: &mut Context, report: &CheckReport) -> Result<(), CommandError> {
    let base = context.roots.repository.clone();
    let shown = worth_showing(context.loudness, &report.problems);
    let out = &mut context.world.stdout;
    render::problems_below(out, context.paint, (&base, &shown))?;
    if report.files == 0 {
        let text =
            "Nothing here is a file of hooks, skills, commands, agents, plugins or instructions.";
        writeln!(out, "{text}\n\n{ELSEWHERE}")?;
        return Ok(());
    }
    let n_left_out = report.problems.len() - shown.len();
    if n_left_out > 0 && context.loudness == Loudness::Normal {
        let notes = counted(n_left_out, "note");
        writeln!(out, "{notes} like those above left out; `-v` shows all")?;
    }
    let found = render::tally(&report.problems);
    let files = counted(report.files, "file");
    writeln!(out, "{files} ({}): {found}", report.by_kind.shown())?;
    Ok(())
}

/// A note is said once, for a big project has the same one in hundreds of files; who wants quiet
/// sees errors alone.
fn worth_showing(loudness: Loudness, problems: &[Problem]) -> Vec<Problem> {
    let mut said = BTreeSet::new();
    let shown = problems.iter().filter(|it| match (loudness, it.severity) {
        (Loudness::Verbose, _) | (_, Severity::Error) => true,
        (Loudness::Quiet, _) => false,
        (Loudness::Normal, Severity::Warning) => true,
        (Loudness::Normal, Severity::Note) => said.insert((&it.code, &it.message)),
    });
    shown.cloned().collect()
}
