//! Variables that a command relies on and the other product does not set.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hooks_core::{
    Action, CommandLine, Dialect, Event, EventRules, Handler, Session, Telling, Tool, ToolUse,
};
use serde_json::Map;
use stdx::Problem;

use super::matcher::is_about_tool;
use super::{Conversion, loss};

/// One loss for each variable in the command that only the old product sets.
pub(super) fn losses(conversion: &Conversion, handler: &Handler) -> Vec<Problem> {
    let rules = |it: &Dialect| it.rules.event(&handler.event);
    let (Some(old), Some(new)) = (rules(&conversion.from), rules(&conversion.to)) else {
        return Vec::new();
    };
    let Action::Command(CommandLine::Shell { line, .. }) = &handler.action else {
        return Vec::new();
    };
    let before = variables(&conversion.from, old, handler);
    let after = variables(&conversion.to, new, handler);
    let lost = before.difference(&after).filter(|it| names(line, it));
    let dialect = conversion.to.rules.dialect;
    lost.map(|it| {
        loss(
            format!("the command reads `{it}`, which {dialect} does not set"),
            handler.place,
        )
    })
    .collect()
}

/// The names that a dialect sets for hooks of an event.
fn variables(dialect: &Dialect, event_rules: &EventRules, handler: &Handler) -> BTreeSet<String> {
    let session = Session {
        id: "s".to_owned(),
        cwd: PathBuf::from("/"),
        project: PathBuf::from("/"),
        transcript: None,
    };
    let mut event = Event::new(handler.event.clone(), session);
    if is_about_tool(&event.name) {
        let mut input = Map::new();
        input.insert("path".to_owned(), "f".into());
        event.tool = Some(ToolUse {
            spoken: "read_file".to_owned(),
            meanings: vec![Tool::Read],
            input,
            call_id: None,
            output: None,
        });
    }
    let telling = Telling {
        rules: dialect.rules,
        event_rules,
        vocabulary: dialect.vocabulary,
        event: &event,
        plugin: None,
    };
    (dialect.environment)(&telling)
        .set
        .into_iter()
        .map(|it| it.0)
        .collect()
}

/// Whether a command line reads the variable.
fn names(line: &str, variable: &str) -> bool {
    let goes_on = |it: char| it.is_ascii_alphanumeric() || it == '_';
    line.match_indices(variable).any(|(at, _)| {
        let before = &line[..at];
        let after = line[at + variable.len()..].chars().next();
        (before.ends_with('$') || before.ends_with("${") || before.ends_with('%'))
            && !after.is_some_and(goes_on)
    })
}
