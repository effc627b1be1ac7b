//! What `hooks check` says of a file beyond what reading its hooks finds.

mod matcher;
mod script;

use std::path::Path;

use frontmatter::Node;
use hooks_core::{DialectId, Handler, HandlerKind, Layer};
use permissions::{Origin, Rule, SettingsFile, Source, Standing, read_settings};
use stdx::Problem;
use stdx::fs::Limit;

use crate::wire::header_hooks::{HeaderPlace, layer_of_header};

/// All remarks on the file of a layer of the project.
pub(crate) fn remarks(layer: &Layer, project: &Path) -> Vec<Problem> {
    let mut res = of_each_hook(layer, project);
    res.extend(of_permissions(layer));
    res.extend(advice(layer));
    res
}

/// All remarks on the hooks of a layer, whatever else stands in its file.
pub(crate) fn of_handlers(layer: &Layer, project: &Path) -> Vec<Problem> {
    let mut res = of_each_hook(layer, project);
    res.extend(advice(layer));
    res
}

fn of_each_hook(layer: &Layer, project: &Path) -> Vec<Problem> {
    let mut res = Vec::new();
    for handler in &layer.handlers {
        res.extend(of_condition(&layer.file, handler));
        res.extend(matcher::of_matcher(layer, handler));
        res.extend(script::of_scripts(layer, handler, project));
    }
    res
}

/// All that is wrong with the hooks in the header of a Markdown file: the value of its `hooks`.
pub(crate) fn of_header(hooks: &Node, place: HeaderPlace<'_>, project: &Path) -> Vec<Problem> {
    let layer = layer_of_header(hooks, place, DialectId::ClaudeCode.dialect());
    let remarks = of_handlers(&layer, project);
    layer.problems.into_iter().chain(remarks).collect()
}

/// An `if` that cannot be read: its hook runs for every call.
fn of_condition(file: &Path, handler: &Handler) -> Vec<Problem> {
    let Some(rule) = &handler.condition else {
        return Vec::new();
    };
    let origin = Origin {
        source: Source::Session,
        file: Some(file.to_owned()),
        place: handler.place,
    };
    Rule::parse(rule, origin).problems
}

/// The permission rules that stand beside the hooks of a settings file.
fn of_permissions(layer: &Layer) -> Vec<Problem> {
    let is_settings = matches!(
        layer.dialect,
        DialectId::ClaudeCode | DialectId::Neo | DialectId::Neuralinverse
    );
    let limit = Limit {
        bytes: hooks_core::FILE_LIMIT,
    };
    match stdx::fs::read(&layer.file, limit) {
        Ok(bytes) if is_settings && mentions_permissions(&bytes) => {
            let file = SettingsFile {
                file: &layer.file,
                bytes: &bytes,
                source: Source::User,
                standing: Standing::Trusted,
            };
            let is_told = |it: &Problem| it.code != "permissions/not-json";
            let problems = read_settings(&file).problems.into_iter();
            problems.filter(is_told).collect()
        }
        // What keeps a file from being read was found before.
        Ok(_) | Err(_) => Vec::new(),
    }
}

fn mentions_permissions(bytes: &[u8]) -> bool {
    let word = b"\"permissions\"";
    bytes.windows(word.len()).any(|it| it == word)
}

/// What authors of skill hooks are told, once for a file [NEO-55].
fn advice(layer: &Layer) -> Option<Problem> {
    let is_skill = |it: &&Handler| it.action.kind() == HandlerKind::Skill;
    let first = layer.handlers.iter().find(is_skill)?;
    let text = "a skill hook listens: it can refuse, change and add nothing, and may expect nothing of the session";
    let hint = "let it do without `args`, keep it short, since every run costs tokens, and let it end before its timeout; a `command` or an `agent` can refuse";
    let mut note = Problem::note("hooks/skill-listens", text).with_hint(hint);
    note.place = first.place;
    Some(note.in_file(&layer.file))
}
