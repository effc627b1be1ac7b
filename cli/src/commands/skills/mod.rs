//! `tackle skills`: list, show, check, render, run.

use clap::Subcommand;
use hooks_core::{DialectId, Layer, TrustState};
use skills::Skill;

use crate::context::Context;
use crate::error::CommandError;
use crate::wire::header_hooks::{HeaderPlace, layer_of_header};

pub(crate) mod check;
mod found;
pub(crate) mod list;
pub(crate) mod render;
pub(crate) mod run;
pub(crate) mod show;

/// What can be done with skills.
#[derive(Debug, Subcommand)]
pub(crate) enum SkillsCommand {
    /// Shows every skill there is, where it comes from, and which of two with one name counts.
    List(list::ListOptions),
    /// Shows one skill: what its header says, what it would run, and how its text begins.
    Show(show::ShowOptions),
    /// Finds mistakes in skills, and in the hooks that they carry.
    Check(check::CheckOptions),
    /// Makes the prompt of a skill: arguments filled in, commands run where they are allowed.
    Render(render::RenderOptions),
    /// Does a piece of work that a skill describes, with an agent, inside your hooks and rules.
    Run(run::RunOptions),
}

/// Runs a command about skills.
pub(crate) fn dispatch(context: &mut Context, command: SkillsCommand) -> Result<u8, CommandError> {
    match command {
        SkillsCommand::List(options) => list::run(context, &options),
        SkillsCommand::Show(options) => show::run(context, &options),
        SkillsCommand::Check(options) => check::run(context, &options),
        SkillsCommand::Render(options) => render::run(context, &options),
        SkillsCommand::Run(options) => run::run(context, &options),
    }
}

/// The hooks that a skill carries.
fn hooks_of(context: &Context, skill: &Skill, trust: TrustState) -> Option<Layer> {
    let dialect = &context.world.dialects.get(DialectId::ClaudeCode);
    let place = HeaderPlace {
        file: &skill.file,
        source: hooks_core::Source::Skill,
        trust,
    };
    Some(layer_of_header(&skill.hooks()?.value, place, dialect))
}
