//! `tackle skills show`: all there is to know about one skill.

use std::sync::Arc;

use clap::Args;
use hooks_core::{Layer, TrustState};
use skills::{Skill, commands};
use stdx::Problem;

use super::found::named;
use super::hooks_of;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::skills::{SkillSet, Standing};

mod human;
pub(crate) mod report;

/// Which skill is shown.
#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// The skill: its name as `tackle skills list` has it.
    pub(crate) name: String,
}

/// A skill and what is known about it.
#[derive(Debug)]
struct Shown {
    skill: Arc<Skill>,
    standing: Standing,
    /// Those of the same name that are not in force.
    shadows: Vec<Arc<Skill>>,
    hooks: Option<Layer>,
    commands: Vec<skills::Placed<String>>,
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ShowOptions) -> Result<u8, CommandError> {
    let set = SkillSet::read(context);
    let shown = shown(
        context,
        &set,
        Arc::clone(named(context, &set, &options.name)?),
    );
    match context.format {
        Format::Json => {
            let report = report::ShowReport::of(&shown);
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => human::print(context, &shown)?,
    }
    Ok(exit::DONE)
}

fn shown(context: &Context, set: &SkillSet, skill: Arc<Skill>) -> Shown {
    let standing = set.standing(&context.roots, &skill);
    let hooks = hooks_of(context, &skill, trust_of(standing));
    let all = set.registry.all().filter(|it| it.skill.name == skill.name);
    let shadows = all.filter(|it| it.shadowed_by.is_some());
    let is_about = |it: &Problem| it.file.as_ref() == Some(&skill.file);
    let own = set.problems().into_iter().filter(is_about);
    let of_hooks = hooks.iter().flat_map(|it| it.problems.iter().cloned());
    Shown {
        standing,
        shadows: shadows.map(|it| Arc::clone(it.skill)).collect(),
        commands: commands(&skill),
        problems: own.chain(of_hooks).collect(),
        hooks,
        skill,
    }
}

fn trust_of(standing: Standing) -> TrustState {
    match standing {
        Standing::Own => TrustState::NotNeeded,
        Standing::Trusted => TrustState::Allowed,
        Standing::Untrusted => TrustState::Undecided,
    }
}
