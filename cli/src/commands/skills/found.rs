//! Finds the skill that somebody named.

use std::path::PathBuf;
use std::sync::Arc;

use skills::{Skill, SkillError, Source};

use crate::error::CommandError;
use crate::wire::skills::SkillSet;

/// Up to so many names a message lists all that are known.
const MANY: usize = 20;

/// The skill that a name means.
pub(super) fn named<'s>(skills: &'s SkillSet, name: &str) -> Result<&'s Arc<Skill>, CommandError> {
    skills.registry.get(name).map_err(|error| {
        let message = match &error {
            SkillError::Unknown { known, .. } if known.len() > MANY => {
                format!("no skill is called `{name}`; {} are known", known.len())
            }
            error => error.to_string(),
        };
        let hints = error.hint().into_iter();
        CommandError {
            hints: hints
                .chain(["`tackle skills list` shows all skills".to_owned()])
                .collect(),
            ..CommandError::usage(message)
        }
    })
}

/// The file of a skill; a shipped one is part of the program and has none.
pub(super) fn file_of(skill: &Skill) -> Option<PathBuf> {
    match skill.source {
        Source::Shipped => None,
        Source::Personal | Source::Project | Source::Plugin { .. } => Some(skill.file.clone()),
    }
}
