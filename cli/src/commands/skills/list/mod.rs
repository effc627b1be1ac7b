//! `tackle skills list`: every skill there is [N-SKILL-01, N-SKILL-02, N-SKILL-04].

use clap::{Args, ValueEnum};
use serde::Serialize;
use skills::{Listed, Skill, Source};
use stdx::Problem;

use super::found::file_of;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::skills::SkillSet;

mod follow;
mod human;

/// Which skills are listed.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Only those that came from there.
    #[arg(long, value_name = "SOURCE")]
    source: Option<Origin>,
    /// Prints the list again whenever a skill changes; ends with Ctrl-C.
    #[arg(long)]
    watch: bool,
}

/// Who brought a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Tacklebox itself.
    Shipped,
    /// You, for every project.
    Personal,
    /// The project.
    Project,
    /// A plugin.
    Plugin,
}

impl ListOptions {
    fn includes(&self, listed: &Listed<'_>) -> bool {
        self.source.is_none_or(|it| it == origin_of(listed.skill))
    }
}

fn origin_of(skill: &Skill) -> Origin {
    match skill.source {
        Source::Shipped => Origin::Shipped,
        Source::Personal => Origin::Personal,
        Source::Project => Origin::Project,
        Source::Plugin { .. } => Origin::Plugin,
    }
}

/// Every skill, by name; of several with one name the one in force first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ListReport<'a> {
    /// The skills, those that are shadowed included.
    skills: Vec<SkillLine<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// One skill.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SkillLine<'a> {
    /// The name by which it is invoked; of a plugin's skill `plugin:skill`.
    name: &'a str,
    /// What it is for.
    description: &'a str,
    /// Who brought it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::SkillSource"))]
    source: &'static str,
    /// Its file; `null` if it is shipped, for then it is part of the program.
    file: Option<String>,
    /// The file of the skill of the same name that is in force instead.
    shadowed_by: Option<String>,
    /// Whether the model may invoke it.
    model_invocable: bool,
    /// Whether the user may invoke it by name.
    user_invocable: bool,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ListOptions) -> Result<u8, CommandError> {
    if options.watch {
        return follow::follow(context, options);
    }
    let skills = SkillSet::read(context);
    print(context, options, (&skills, &[]))?;
    Ok(exit::DONE)
}

/// Prints the list, with what else is wrong.
fn print(
    context: &mut Context,
    options: &ListOptions,
    (skills, problems): (&SkillSet, &[Problem]),
) -> Result<(), CommandError> {
    let listed: Vec<_> = skills
        .registry
        .all()
        .filter(|it| options.includes(it))
        .collect();
    match context.format {
        Format::Json => {
            let report = ListReport {
                skills: listed.into_iter().map(SkillLine::of).collect(),
                problems: [skills.problems().as_slice(), problems].concat(),
            };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => {
            human::print(context, skills, &listed)?;
            render::problems_on_stderr(context, problems)?;
        }
    }
    Ok(())
}

impl<'a> SkillLine<'a> {
    fn of(listed: Listed<'a>) -> SkillLine<'a> {
        let skill = listed.skill;
        SkillLine {
            name: &skill.name,
            description: &skill.description,
            source: skill.source.word(),
            file: file_text(skill),
            shadowed_by: listed.shadowed_by.and_then(|it| file_text(it)),
            model_invocable: skill.invocable.by_model(),
            user_invocable: skill.invocable.by_user(),
        }
    }
}

fn file_text(skill: &Skill) -> Option<String> {
    file_of(skill).map(|it| render::path_text(&it))
}
