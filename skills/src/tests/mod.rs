mod bad_input;
mod commands;
mod fields;
mod injections;
mod listing;
mod paths;
mod places;
mod precedence;
mod properties;
mod quoting;
mod reloading;
mod shipped;
mod specification;
mod substitution;
mod tree;

use std::path::Path;

use stdx::Loaded;

use crate::{Layout, Product, Skill, SkillFile, Source, read};

/// Reads a text as the skill `tide` of a project.
pub(crate) fn read_text(text: &str) -> Loaded<Option<Skill>> {
    read_as((Source::Project, Layout::Folders), text)
}

pub(crate) fn read_as((source, layout): (Source, Layout), text: &str) -> Loaded<Option<Skill>> {
    let known = SkillFile {
        file: Path::new("/p/skills/tide/SKILL.md"),
        name: "tide",
        source: &source,
        product: Product::ClaudeCode,
        layout,
    };
    read(&known, text.as_bytes())
}

/// A skill with this body.
pub(crate) fn skill(body: &str) -> Skill {
    let text = format!("---\nname: tide\ndescription: Tides.\n---\n{body}");
    read_text(&text).value.expect("it is a skill")
}

/// `code line:column` of each problem.
pub(crate) fn codes(problems: &[stdx::Problem]) -> Vec<String> {
    let shown = problems.iter().map(|it| match it.place {
        Some(place) => format!("{} {}:{}", it.code, place.line, place.column),
        None => it.code.to_string(),
    });
    shown.collect()
}
