//! Its hooks file.

use serde_json::Value;
use stdx::{Place, Problem};

use crate::config;
use crate::dialect::Config;
use crate::dialect::foreign::as_lines;
use crate::dialect::write::{Layout, Target, write};
use crate::document::{Document, Node};
use crate::handler::Handler;
use crate::layer::Skipped;
use crate::rules::Rules;

use super::{SHAPE, SHAPE_HINT};

/// The fields by which an entry of Claude Code's is known.
const CLAUDE_FIELDS: [&str; 2] = ["type", "timeout"];

pub(super) fn read_config(rules: &Rules, document: &Document) -> Config {
    let mut config = config::read(rules, &SHAPE, document);
    for entry in entries(document) {
        if let Some(field) = CLAUDE_FIELDS.iter().find(|it| entry.get(it).is_some()) {
            refuse(&mut config, document, entry, field);
        }
    }
    config.skipped.sort_by_key(|it| it.line);
    config.problems.sort_by_key(|it| it.place);
    config
}

pub(super) fn write_config(rules: &Rules, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let target = Target {
        rules,
        shape: &SHAPE,
        layout: Layout::Flat,
        takes: |_, _| true,
    };
    write(&target, &as_lines(handlers))
}

/// The entries of all events.
fn entries(document: &Document) -> impl Iterator<Item = &Node> {
    let events = document.root().members().unwrap_or_default();
    events
        .iter()
        .flat_map(|it| it.value.items().unwrap_or_default())
}

/// Takes out an entry in Claude Code's shape. Half of it would be misread, so none of it is read
///
fn refuse(config: &mut Config, document: &Document, entry: &Node, field: &str) {
    let place = document.place(entry.start);
    let is_it = |it: &Option<Place>| *it == Some(place);
    let Some(index) = config.handlers.iter().position(|it| is_it(&it.place)) else {
        return;
    };
    let handler = config.handlers.remove(index);
    let inner = CLAUDE_FIELDS.iter().filter_map(|it| entry.get(it));
    let inner: Vec<_> = inner.map(|it| Some(document.place(it.start))).collect();
    config.problems.retain(|it| !inner.contains(&it.place));
    let text = format!(
        "`{}` has a `{field}`, as Claude Code's entries have; it is not read",
        handler.pointer
    );
    let problem = Problem::error("hooks/unexpected-field", text.clone()).with_hint(SHAPE_HINT);
    config
        .problems
        .push(document.problem_at(problem, entry.start));
    config.skipped.push(Skipped {
        event: handler.event_word,
        reason: text,
        line: Some(place.line),
    });
}
