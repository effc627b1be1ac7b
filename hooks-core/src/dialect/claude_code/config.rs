//! What a file of Claude Code's shape says, beyond what the common reader knows.

use std::ffi::OsStr;
use std::time::Duration;

use stdx::Problem;

use crate::config::{self, Entries, Field, Limits, Shape, Wrapper};
use crate::dialect::Config;
use crate::document::Document;
use crate::handler::{Handler, HandlerKind};
use crate::layer::Skipped;
use crate::rules::{EventRules, Rules};

use super::events;

const SHAPE_HINT: &str = "write `{\"matcher\": …, \"hooks\": [{\"type\": \"command\", …}]}`";

/// What settings files hold.
pub(super) static SETTINGS: Shape = Shape {
    wrapper: Wrapper::Required,
    entries: Entries::Groups,
    untyped: None,
    fields: FIELDS,
    shape_hint: SHAPE_HINT,
    limits,
};

/// The hooks file of a plugin. Events at its root are read, with a warning: such files exist and
/// guard something.
static PLUGIN: Shape = Shape {
    wrapper: Wrapper::Optional,
    ..SETTINGS
};

/// Hooks inside a plugin's manifest, where bare events are the usual form.
static MANIFEST: Shape = Shape {
    wrapper: Wrapper::Optional,
    ..SETTINGS
};

/// The header of a skill, where alone `once` counts.
static SKILL: Shape = Shape {
    fields: SKILL_FIELDS,
    ..SETTINGS
};

const FIELDS: &[Field] = &[
    Field::If,
    Field::Async,
    Field::Args,
    Field::Shell,
    Field::StatusMessage,
];

const SKILL_FIELDS: &[Field] = &[
    Field::If,
    Field::Async,
    Field::Args,
    Field::Shell,
    Field::StatusMessage,
    Field::Once,
];

/// The timeouts by kind and event.
///
/// At the end of a session all hooks together have 1.5 s, which a longer `timeout` raises, up to
/// 60 s. They run side by side, so we give each hook 1.5 s or its own longer time; that of another
/// hook does not stretch it.
pub(crate) fn limits(rules: &Rules, kind: HandlerKind, event: &EventRules) -> Limits {
    let seconds = Duration::from_secs;
    let default = match (kind, event.word) {
        (_, "SessionEnd") => Duration::from_millis(1500),
        (HandlerKind::Prompt, _) => seconds(30),
        (HandlerKind::Agent, _) => seconds(60),
        (_, "UserPromptSubmit" | "PreModelSwitch" | "PostModelSwitch") => seconds(30),
        (_, "MessageDisplay") => seconds(10),
        _ => rules.timeout.default,
    };
    let ceiling = match event.word {
        "SessionEnd" => Some(seconds(60)),
        _ => rules.timeout.ceiling,
    };
    Limits { default, ceiling }
}

pub(super) fn read(rules: &Rules, document: &Document) -> Config {
    let shape = shape(document);
    let mut config = config::read(rules, shape, document);
    if std::ptr::eq(shape, &PLUGIN) {
        bare_events(rules, document, &mut config);
    }
    set_aside(&mut config, document, |it| {
        wrong_kind(it).or_else(|| never_tested(it))
    });
    config
}

/// Which of the shapes a file has, by its name: `SKILL.md` is a skill's, `hooks.json` a plugin's, and
/// so is what is no settings file, since a manifest may name its hooks file as it likes.
fn shape(document: &Document) -> &'static Shape {
    let name = document.path().file_name().and_then(OsStr::to_str);
    match name {
        Some("hooks.json") => &PLUGIN,
        Some(name) if name.starts_with("plugin.json") => &MANIFEST,
        Some(name) if name.eq_ignore_ascii_case("SKILL.md") => &SKILL,
        Some(name) if !is_settings(name) => &PLUGIN,
        _ => &SETTINGS,
    }
}

fn is_settings(name: &str) -> bool {
    matches!(
        name,
        "settings.json" | "settings.local.json" | "managed-settings.json"
    )
}

fn bare_events(rules: &Rules, document: &Document, config: &mut Config) {
    let root = document.root();
    let members = root.members().unwrap_or_default();
    let first = members
        .iter()
        .find(|it| rules.event_by_word(&it.key).is_some());
    let Some(first) = first.filter(|_| root.get("hooks").is_none()) else {
        return;
    };
    let text = "the events stand at the root of this file; they are read all the same";
    let problem =
        Problem::warning("hooks/key-missing", text).with_hint("put the events under a `hooks` key");
    config
        .problems
        .push(document.problem_at(problem, first.start));
    sort(config);
}

/// A kind that the event does not take [hooks reference, table of events].
fn wrong_kind(handler: &Handler) -> Option<Problem> {
    let kind = handler.action.kind();
    if events::kinds(&handler.event_word).contains(&kind) {
        return None;
    }
    let (kind, event) = (kind.as_str(), &handler.event_word);
    let text = format!("a hook of type `{kind}` does not run on `{event}`");
    Some(Problem::warning("hooks/not-run-here", text))
}

/// A hook with an `if` on an event where no `if` is ever tested, so that it never runs.
pub(crate) fn never_tested(handler: &Handler) -> Option<Problem> {
    handler.condition.as_ref()?;
    if events::tests_conditions(&handler.event_word) {
        return None;
    }
    let (pointer, event) = (&handler.pointer, &handler.event_word);
    let text = format!("`{pointer}` has an `if`, which is never met on `{event}`: it never runs");
    let hint = "`if` is tested on tool calls only";
    Some(Problem::error("hooks/if-never-met", text).with_hint(hint))
}

/// Skips and lists the hooks for which there is a reason.
pub(crate) fn set_aside(
    config: &mut Config,
    document: &Document,
    why: impl Fn(&Handler) -> Option<Problem>,
) {
    for handler in std::mem::take(&mut config.handlers) {
        let Some(mut problem) = why(&handler) else {
            config.handlers.push(handler);
            continue;
        };
        problem = problem.in_file(document.path());
        problem.place = handler.place;
        config.skipped.push(Skipped {
            event: handler.event_word,
            reason: problem.message.clone(),
            line: handler.place.map(|it| it.line),
        });
        config.problems.push(problem);
    }
    sort(config);
}

/// Back into the order of the file.
pub(crate) fn sort(config: &mut Config) {
    config.skipped.sort_by_key(|it| it.line);
    config.problems.sort_by_key(|it| it.place);
}
