//! Finds the skill that somebody named.

use std::path::PathBuf;
use std::sync::Arc;

use skills::{Skill, SkillError, Source};

use crate::commands::check::not_loaded::hint_if_not_loaded;
use crate::commands::plugins::switch::hint_if_off;
use crate::context::Context;
use crate::error::CommandError;
use crate::wire::skills::SkillSet;

/// Up to so many names a message lists all that are known.
const MANY: usize = 20;

/// The skill that a name means.
pub(super) fn named<'s>(
    context: &Context,
    skills: &'s SkillSet,
    name: &str,
) -> Result<&'s Arc<Skill>, CommandError> {
    skills.registry.get(name).map_err(|error| {
        let message = match &error {
            SkillError::Unknown { known, .. } if known.len() > MANY => {
                format!("no skill is called `{name}`; {} are known", known.len())
            }
            error => error.to_string(),
        };
        let why = match &error {
            SkillError::Unknown { .. } => why_not(context, skills, name),
            _ => None,
        };
        CommandError {
            hints: why
                .or_else(|| error.hint())
                .into_iter()
                .chain(["`tackle skills list` shows all skills".to_owned()])
                .collect(),
            ..CommandError::usage(message)
        }
    })
}

/// Why nothing has this name, if that can be told.
fn why_not(context: &Context, skills: &SkillSet, name: &str) -> Option<String> {
    let words = (name, "tackle skills check");
    hint_if_not_loaded(context, &skills.problems(), words)
        .or_else(|| hint_if_off(context, name))
        .or_else(|| longer_name(skills, name))
}

/// A skill in a folder or a plugin, of which only the last part was named.
fn longer_name(skills: &SkillSet, name: &str) -> Option<String> {
    let mut names = skills.registry.all().map(|it| &it.skill.name);
    let is_last = |it: &&String| it.rsplit_once(':').is_some_and(|(_, last)| last == name);
    names
        .find(is_last)
        .map(|it| format!("did you mean `{it}`?"))
}

/// The file of a skill; a shipped one is part of the program and has none.
pub(super) fn file_of(skill: &Skill) -> Option<PathBuf> {
    match skill.source {
        Source::Shipped => None,
        Source::Personal | Source::Project | Source::Plugin { .. } => Some(skill.file.clone()),
    }
}
