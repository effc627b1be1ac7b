//! The list for people.

use skills::{Invocable, Listed, Skill, Source};
use stdx::{Problem, Severity};

use super::super::found::file_of;
use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, Style, Table};
use crate::wire::skills::SkillSet;

/// Prints the list.
pub(super) fn print(
    context: &mut Context,
    skills: &SkillSet,
    listed: &[Listed<'_>],
) -> Result<(), CommandError> {
    let mut table = Table::default().within(context.world.terminal.width);
    for listed in listed {
        table.row(row(context, *listed));
    }
    table.print(&mut context.world.stdout, context.paint)?;
    let is_own = |it: Listed<'_>| it.skill.source != Source::Shipped;
    if !skills.registry.all().any(is_own) {
        none_of_your_own(context)?;
    }
    let problems = worth_telling(context, skills.problems());
    Ok(render::problems_on_stderr(context, &problems)?)
}

fn row(context: &Context, listed: Listed<'_>) -> [(Style, String); 3] {
    let skill = listed.skill;
    let source = (Style::Faint, skill.source.word().to_owned());
    match listed.shadowed_by {
        Some(winner) => {
            let file = file_of(winner).unwrap_or_default();
            let text = format!("shadowed by {}", render::shown_path(context, &file));
            [
                (Style::Faint, skill.name.clone()),
                source,
                (Style::Faint, text),
            ]
        }
        None => [
            (Style::Strong, skill.name.clone()),
            source,
            (Style::Plain, described(skill)),
        ],
    }
}

/// The description, after who may invoke it if that is not everybody.
fn described(skill: &Skill) -> String {
    let description = &skill.description;
    match skill.invocable {
        Invocable::ByAnyone => description.clone(),
        Invocable::ByUser => format!("(by you alone) {description}"),
        Invocable::ByModel => format!("(by the model alone) {description}"),
        Invocable::ByNobody => format!("(by hooks alone) {description}"),
    }
}

/// Notes repeat what the list shows, or can wait.
fn worth_telling(context: &Context, problems: Vec<Problem>) -> Vec<Problem> {
    let is_told =
        |it: &Problem| it.severity != Severity::Note || context.loudness == Loudness::Verbose;
    problems.into_iter().filter(is_told).collect()
}

fn none_of_your_own(context: &mut Context) -> Result<(), CommandError> {
    let personal = context.roots.home.join("skills/<name>/SKILL.md");
    let personal = render::shown_path(context, &personal);
    let project = render::flat(&context.roots.repository.to_string_lossy());
    let mut table = Table::default().indented(2);
    table.row([(Style::Plain, personal), (Style::Faint, "yours".to_owned())]);
    for folder in [".tackle", ".claude"] {
        table.row([
            (Style::Plain, format!("{folder}/skills/<name>/SKILL.md")),
            (Style::Faint, "this project's".to_owned()),
        ]);
    }
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "\nThese come with tackle; there is none of your own in {project}.\nOne can be written to:"
    )?;
    table.print(out, context.paint)?;
    writeln!(out, "\n`tackle skills show write-a-skill` shows how.")?;
    Ok(())
}
