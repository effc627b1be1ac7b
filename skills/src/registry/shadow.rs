//! Says which skills are not in force because of another.

use stdx::Problem;

use super::Registry;
use crate::place::{Layout, Product, Source};
use crate::skill::Skill;

/// A note for each skill that is shadowed or reached under a second name.
pub(crate) fn notes(registry: &Registry) -> Vec<Problem> {
    let groups = registry.index.groups().filter(|it| it.len() > 1);
    let shadowed = groups.flat_map(|group| {
        let skills: Vec<&Skill> = group
            .iter()
            .filter_map(|it| registry.skill(*it).map(AsRef::as_ref))
            .collect();
        (1..skills.len())
            .map(|it| shadowed(&skills, it))
            .collect::<Vec<_>>()
    });
    let twice = registry.index.twice().iter().filter_map(|(second, first)| {
        let (second, first) = (registry.skill(*second)?, registry.skill(*first)?);
        // Under the same name nobody can tell the difference.
        (second.name != first.name).then(|| linked_twice(second, first))
    });
    shadowed.chain(twice).collect()
}

fn shadowed(skills: &[&Skill], loser: usize) -> Problem {
    let (winner, loser, before) = (skills[0], skills[loser], &skills[..loser]);
    let message = format!(
        "skill `{}` is not in force: the {} one in `{}` comes first",
        loser.name,
        winner.source.word(),
        winner.file.display()
    );
    let note = Problem::note("skills/shadowed", message).in_file(&loser.file);
    match is_chosen_by_claude_code(loser, before) {
        true => note.with_hint("Claude Code takes this one: there, personal comes before project"),
        false => note,
    }
}

/// Whether Claude Code, which sees its own folders alone and prefers the personal one, takes this
/// skill where we take one of those before it.
fn is_chosen_by_claude_code(loser: &Skill, before: &[&Skill]) -> bool {
    let is = |skill: &Skill, source: Source| {
        let is_folder = skill.layout == Layout::Folders;
        skill.product == Product::ClaudeCode && is_folder && skill.source == source
    };
    is(loser, Source::Personal) && before.iter().any(|it| is(it, Source::Project))
}

fn linked_twice(second: &Skill, first: &Skill) -> Problem {
    let message = format!(
        "`{}` leads to the skill `{}`, which is loaded once, under that name",
        second.file.display(),
        first.name
    );
    Problem::note("skills/linked-twice", message).in_file(&second.file)
}
