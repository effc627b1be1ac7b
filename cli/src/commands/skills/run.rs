//! `tackle skills run`: a mission whose prompt is what a skill says.

use clap::Args;

use super::found::named;
use super::render::arguments;
use crate::commands::run::options::HowOptions;
use crate::commands::run::order::Asked;
use crate::commands::run::run_asked;
use crate::context::Context;
use crate::error::CommandError;
use crate::wire::skills::SkillSet;

/// Which skill, and how its mission is done.
#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    /// The skill: its name as `tackle skills list` has it.
    name: String,
    /// Its arguments: one is the whole text as it stands, of several each is a word.
    args: Vec<String>,
    #[command(flatten)]
    how: HowOptions,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RunOptions) -> Result<u8, CommandError> {
    let set = SkillSet::read(context);
    let skill = named(context, &set, &options.name)?;
    if !skill.invocable.by_user() {
        let message = format!(
            "the skill `{}` is for the model to open, not for you",
            skill.name
        );
        return Err(CommandError::usage(message).hint("`user-invocable: false` in its header"));
    }
    let asked = Asked::Skill {
        name: skill.name.clone(),
        args: arguments(&options.args),
    };
    run_asked(context, (asked, &options.how))
}
