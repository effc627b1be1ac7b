//! The lines of an entry with their bare values put in quotation marks.

use stdx::{Problem, Severity};

use super::entries::Entry;
use super::fault::{self, Fault};
use crate::header::Field;
use crate::lines::{key_of, quoted_len};
use crate::node::{Node, Shape, Value};
use crate::write::push_quoted;

/// An entry that may be YAML now. Every line and every column is where it was, up to the value that
/// was quoted, and nothing follows that.
pub(super) struct Mended {
    /// Its text.
    pub(super) text: String,
    /// What was mended.
    pub(super) problems: Vec<Problem>,
    /// The lines of the file in which a value was quoted.
    pub(super) lines: Vec<u32>,
}

/// The entry with each value quoted that cannot stand as it is, and tabs in front of lines turned
/// into blanks. `None` if there is nothing to mend.
pub(super) fn mend(entry: &Entry<'_>) -> Option<Mended> {
    let mut res = Mended {
        text: String::new(),
        problems: Vec::new(),
        lines: Vec::new(),
    };
    for index in 0..entry.lines.len() {
        let line = untab(entry, index, &mut res);
        quote(entry, index, &line, &mut res);
        res.text.push('\n');
    }
    (!res.problems.is_empty()).then_some(res)
}

/// The line with blanks for the tabs in front of it, one for each, so that columns stay.
fn untab(entry: &Entry<'_>, index: usize, mended: &mut Mended) -> String {
    let line = entry.lines[index];
    let text = line.trim_start_matches([' ', '\t']);
    let margin = &line[..line.len() - text.len()];
    if !margin.contains('\t') || text.is_empty() {
        return line.to_owned();
    }
    let message = format!("a line of `{}` is indented by tabs", entry.key);
    let problem = Problem::warning("frontmatter/tab", message)
        .at(entry.place_at(index, 0))
        .with_hint("indent by blanks");
    mended.problems.push(problem);
    [&margin.replace('\t', " "), text].concat()
}

/// Appends the line, with its value quoted if it has a fault.
fn quote(entry: &Entry<'_>, index: usize, line: &str, mended: &mut Mended) {
    let (at, key) = value_at(line);
    let value = line[at..].trim_end();
    let goes_on = index + 1 < entry.lines.len();
    let Some(fault) = fault::of(value).filter(|it| !may_go_on(*it, goes_on)) else {
        mended.text.push_str(line);
        return;
    };
    mended.text.push_str(&line[..at]);
    push_quoted(&meant(value, fault), &mut mended.text);
    let key = key.unwrap_or(entry.key);
    let place = entry.place_at(index, at);
    mended.lines.push(place.line);
    mended.problems.push(problem(fault, key).at(place));
}

/// The problem of a value with this fault.
pub(super) fn problem(fault: Fault, key: &str) -> Problem {
    let mut problem = Problem::warning(fault.code(), fault.message(key));
    // Nobody can tell where such a text was meant to end.
    if fault == Fault::UnclosedQuote {
        problem.severity = Severity::Error;
    }
    problem.with_hint(fault.hint())
}

/// Whether the next lines may put the fault right.
fn may_go_on(fault: Fault, has_more_lines: bool) -> bool {
    matches!(fault, Fault::UnclosedQuote | Fault::UnclosedBracket) && has_more_lines
}

/// The text that was meant.
pub(super) fn meant(value: &str, fault: Fault) -> String {
    match fault {
        Fault::UnclosedQuote => value[1..].to_owned(),
        Fault::Escape => {
            let len = quoted_len(value).unwrap_or(value.len());
            value[1..len - 1].replace("\\\"", "\"")
        }
        Fault::Colon
        | Fault::FirstCharacter(_)
        | Fault::AfterBracket
        | Fault::UnclosedBracket
        | Fault::AfterQuote
        | Fault::Placeholder => value.to_owned(),
    }
}

/// Where the value of a line begins, behind dashes and a key, and the key.
fn value_at(line: &str) -> (usize, Option<&str>) {
    let mut at = line.len() - line.trim_start().len();
    while line[at..].starts_with("- ") {
        at += 1;
        at += line[at..].len() - line[at..].trim_start().len();
    }
    match key_of(&line[at..]) {
        Some((key, rest)) => {
            let end = line.trim_end().len();
            (end - rest.trim_start().len(), Some(key))
        }
        None => (at, None),
    }
}

/// Values that were quoted here begin where they began, not behind the mark.
pub(super) fn unquote_shapes(fields: &mut [Field], lines: &[u32]) {
    fields
        .iter_mut()
        .for_each(|it| unquote(&mut it.value, lines));
}

fn unquote(node: &mut Node, lines: &[u32]) {
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|it| unquote(it, lines)),
        Value::Map(fields) => unquote_shapes(fields, lines),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
            if node.shape == Shape::Quoted && lines.binary_search(&node.place.line).is_ok() {
                node.shape = Shape::Plain;
            }
        }
    }
}
