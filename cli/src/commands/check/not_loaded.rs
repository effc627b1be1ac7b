//! Why something that somebody named is not there.

use std::path::Path;

use stdx::{Problem, Severity};

use crate::context::Context;
use crate::render;

/// What to say of a name whose file is there but could not be loaded; `command` tells why.
pub(crate) fn hint_if_not_loaded(
    context: &Context,
    problems: &[Problem],
    (name, command): (&str, &str),
) -> Option<String> {
    let errors = problems.iter().filter(|it| it.severity == Severity::Error);
    let mut files = errors.filter_map(|it| it.file.as_deref());
    let file = files.find(|it| is_named(it, name))?;
    let file = render::shown_path(context, file);
    Some(format!("`{file}` is not loaded: `{command}` says why"))
}

/// Whether a file would have this name, by its place: a plugin and a skill are called like their
/// folder, anything else like its file.
fn is_named(file: &Path, name: &str) -> bool {
    let name = name.rsplit(':').next().unwrap_or(name);
    let file_name = file.file_name().unwrap_or_default();
    let named_by = if file_name == "plugin.json" {
        file.ancestors().nth(2).and_then(Path::file_name)
    } else if file_name.eq_ignore_ascii_case("SKILL.md") {
        file.parent().and_then(Path::file_name)
    } else {
        file.file_stem()
    };
    named_by.is_some_and(|it| it == name)
}
