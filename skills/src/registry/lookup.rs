//! Finds the skill that somebody means.

use std::sync::Arc;

use stdx::text::nearest;

use super::Registry;
use crate::error::SkillError;
use crate::skill::Skill;

impl Registry {
    /// The skill in force under a name: the whole name; else the `name` in a skill's header; else
    /// a plugin's skill without the plugin, where only one has it [claude-code.md 2.1].
    ///
    /// # Errors
    /// [`SkillError::Unknown`] or [`SkillError::Ambiguous`].
    pub fn get(&self, name: &str) -> Result<&Arc<Skill>, SkillError> {
        if let Some(skill) = self.index.winner(name).and_then(|it| self.skill(it)) {
            return Ok(skill);
        }
        let labelled = self.skills().filter(|it| {
            let is_of_plugin = it.source.plugin().is_some();
            let label = it.label.as_ref().map(|it| it.value.as_str());
            !is_of_plugin && label == Some(name)
        });
        if let Some(skill) = only(name, labelled)? {
            return Ok(skill);
        }
        let bare = self.skills().filter(|it| {
            let rest = it
                .source
                .plugin()
                .and_then(|plugin| it.name.strip_prefix(plugin));
            rest.and_then(|it| it.strip_prefix(':')) == Some(name)
        });
        only(name, bare)?.ok_or_else(|| self.unknown(name))
    }

    /// The skill that a plugin means: its own first, then as everybody.
    ///
    /// # Errors
    /// As [`get`](Registry::get).
    pub fn get_for_plugin(&self, plugin: &str, name: &str) -> Result<&Arc<Skill>, SkillError> {
        let own = self.index.winner(&format!("{plugin}:{name}"));
        match own.and_then(|it| self.skill(it)) {
            Some(skill) => Ok(skill),
            None => self.get(name),
        }
    }

    fn unknown(&self, name: &str) -> SkillError {
        let known = self.names();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        SkillError::Unknown {
            name: name.to_owned(),
            known,
            nearest,
        }
    }
}

fn only<'r>(
    name: &str,
    candidates: impl Iterator<Item = &'r Arc<Skill>>,
) -> Result<Option<&'r Arc<Skill>>, SkillError> {
    let candidates: Vec<&Arc<Skill>> = candidates.collect();
    match candidates.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        several => Err(SkillError::Ambiguous {
            name: name.to_owned(),
            candidates: several.iter().map(|it| it.name.clone()).collect(),
        }),
    }
}
