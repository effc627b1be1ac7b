//! Headers so plain that no reader of YAML is needed for them.
//!
//! What public files are made of [corpus.md 5]: values on the line of their key, lists and maps of
//! such values on lines of their own, and texts below `|` or `>`. Whatever else a line holds, if
//! only a comment or a tab, leaves the whole header to the strict reader.

mod below;
mod scalar;

use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;

use stdx::Place;

use crate::header::Field;

pub(crate) use scalar::is_plain_text;

/// The longest header that is read here, in bytes: too short to hold more values than the strict
/// reader allows.
const MAX_BYTES: usize = 8 * 1024;
/// The most fields of one map, since each is compared with those before it.
const MAX_FIELDS: usize = 64;

/// The lines of a header with their numbers.
type Lines<'a> = Peekable<Zip<std::str::Lines<'a>, RangeFrom<u32>>>;

/// The fields of a header in which nobody can misread anything; `None` if it is anything else. What
/// it returns is what the strict reader returns (a property test compares them), in a fraction of
/// the time.
pub(crate) fn read(header: &str, first_line: u32) -> Option<Vec<Field>> {
    if header.len() > MAX_BYTES {
        return None;
    }
    read_fields(&mut header.lines().zip(first_line..).peekable(), 0)
}

/// The fields whose keys have `indent` blanks before them, up to a line with fewer.
fn read_fields(lines: &mut Lines<'_>, indent: usize) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = Vec::with_capacity(4);
    loop {
        skip_empty(lines);
        let Some((line, number)) = lines.next_if(|(line, _)| indent_of(line) >= indent) else {
            return Some(fields);
        };
        let field = read_field(lines, (line, number), indent)?;
        if fields.len() == MAX_FIELDS || fields.iter().any(|it| it.key == field.key) {
            return None;
        }
        fields.push(field);
    }
}

fn skip_empty(lines: &mut Lines<'_>) {
    while lines.next_if(|(line, _)| line.is_empty()).is_some() {}
}

/// How many blanks stand before the text of a line.
fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn read_field(lines: &mut Lines<'_>, (line, number): (&str, u32), indent: usize) -> Option<Field> {
    // A line with more blanks has one before its key, which no plain key has.
    let (key, after) = line[indent..].split_once(':')?;
    if !scalar::is_plain_key(key) {
        return None;
    }
    let text = after.trim_start_matches(' ');
    let at = place(number, line.len() - text.len());
    let value = match text.trim_end_matches(' ') {
        "" => below::read_node(lines, indent)?,
        _ if !after.starts_with(' ') => return None,
        mark @ ("|" | "|-" | ">" | ">-") => below::read_text(lines, mark, indent)?,
        text => scalar::read(text, at)?,
    };
    Some(Field {
        key: key.to_owned(),
        place: place(number, indent),
        value,
    })
}

/// The place of what has `before` characters before it on its line.
fn place(line: u32, before: usize) -> Place {
    Place {
        line,
        column: u32::try_from(before + 1).unwrap_or(u32::MAX),
    }
}
