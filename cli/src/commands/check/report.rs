//! What a check found, as JSON and for people.

use std::collections::BTreeMap;

use serde::Serialize;
use stdx::Problem;

use crate::context::Context;
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
    /// How many of each kind: `hooks`, `foreign-hooks`, `skills`, `commands`, `agents`, `plugins`,
    /// `marketplaces`, `instructions`.
    pub(super) by_kind: BTreeMap<&'static str, usize>,
}

/// Prints the problems as a compiler does, then a tally.
pub(super) fn print(context: &mut Context, report: &CheckReport) -> Result<(), CommandError> {
    let base = context.roots.repository.clone();
    let problems = &report.problems;
    render::problems_below(&mut context.world.stdout, context.paint, (&base, problems))?;
    if report.files == 0 {
        let text =
            "Nothing here is a file of hooks, skills, commands, agents, plugins or instructions.";
        writeln!(context.world.stdout, "{text}")?;
        return Ok(());
    }
    let kinds = report.by_kind.iter();
    let kinds: Vec<_> = kinds.map(|(kind, n)| format!("{kind} {n}")).collect();
    let found = render::tally(problems).unwrap_or_else(|| "no problems".to_owned());
    let files = counted(report.files, "file");
    writeln!(
        context.world.stdout,
        "{files} ({}): {found}",
        kinds.join(", ")
    )?;
    Ok(())
}
