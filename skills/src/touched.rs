//! Whether a skill with `paths` is meant for a file.

use std::path::Path;

use globset::GlobBuilder;

use crate::skill::Skill;

/// Whether a file touched by the agent brings a skill up: its path below the project matches one
/// of the skill's `paths`. A skill without `paths` waits for no file, so the answer is yes.
///
/// `*` stays within a folder and `**` crosses them; a pattern without a slash is about the file's
/// name alone. A pattern that is none matches nothing.
pub fn is_touched(skill: &Skill, below_project: &Path) -> bool {
    skill.paths.is_empty()
        || skill
            .paths
            .iter()
            .any(|it| matches(&it.value, below_project))
}

fn matches(pattern: &str, path: &Path) -> bool {
    let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let Ok(glob) = glob.map(|it| it.compile_matcher()) else {
        return false;
    };
    let is_name = !pattern.contains('/');
    glob.is_match(path) || (is_name && path.file_name().is_some_and(|it| glob.is_match(it)))
}
