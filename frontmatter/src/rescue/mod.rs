//! Headers which are not YAML, read as they were meant [corpus.md 3].
//!
//! The header is cut into entries at the lines that begin a field. Each entry is read strictly on
//! its own, so one slip costs one field at most; then with its bare values quoted; then as text.

mod as_text;
mod entries;
mod fault;
mod mend;

use stdx::{Loaded, Place, Problem};

use crate::header::{Field, Header, HeaderState, unique};
use crate::plain;
use crate::strict::{self, Reading, Reason, Refusal};
use entries::Entry;

/// How many events aliases may repeat in a header that is in order.
const MAX_REPLAYED: usize = 10_000;

/// Reads the text of a header whose first line is `first_line` of the file.
pub(crate) fn read(text: &str, first_line: u32) -> Loaded<Header> {
    match strict::read(text, first_line, MAX_REPLAYED) {
        Ok(reading) => in_order(reading),
        Err(refusal) if refusal.reason == Reason::TooComplex => too_complex(&refusal),
        Err(refusal) => rescue(text, first_line, &refusal),
    }
}

fn in_order(reading: Reading) -> Loaded<Header> {
    let state = if reading.fields.is_empty() {
        HeaderState::Empty
    } else {
        HeaderState::Read
    };
    Loaded {
        value: Header {
            state,
            fields: reading.fields,
        },
        problems: reading.problems,
    }
}

fn unreadable(problem: Problem) -> Loaded<Header> {
    Loaded::from(Header {
        state: HeaderState::Unreadable,
        fields: Vec::new(),
    })
    .with(problem)
}

fn too_complex(refusal: &Refusal) -> Loaded<Header> {
    let message = "the header holds too many values or is nested too deep";
    let hint = "at most 10,000 values, repeated ones included, in at most 32 levels are read";
    unreadable(
        Problem::error("frontmatter/too-complex", message)
            .at(refusal.place)
            .with_hint(hint),
    )
}

fn rescue(text: &str, first_line: u32, refusal: &Refusal) -> Loaded<Header> {
    let mut problems = Vec::new();
    let entries = entries::cut(text, first_line, &mut problems);
    if entries.is_empty() {
        return unreadable(nothing_found(refusal));
    }
    let mut fields = Vec::new();
    for entry in &entries {
        match read_entry(entry, &mut problems) {
            Ok(read) => fields.extend(read),
            Err(refusal) => return too_complex(&refusal),
        }
    }
    let fields = unique(fields, &mut problems);
    Loaded {
        value: Header {
            state: HeaderState::Rescued,
            fields,
        },
        problems,
    }
}

fn nothing_found(refusal: &Refusal) -> Problem {
    let code = match refusal.reason {
        Reason::NotAMap => "frontmatter/not-a-map",
        Reason::NotYaml | Reason::TooComplex => "frontmatter/not-yaml",
    };
    Problem::error(code, refusal.message.clone())
        .at(refusal.place)
        .with_hint("write `key: value` on each line between the two `---`")
}

/// The fields of one entry; the refusal of one that would take too long.
fn read_entry(entry: &Entry<'_>, problems: &mut Vec<Problem>) -> Result<Vec<Field>, Refusal> {
    let text = entry.text();
    // Most lines are plain, whatever is wrong with one of them.
    if !entry.is_overflowing
        && let Some(fields) = plain::read(&text, entry.line)
    {
        return Ok(fields);
    }
    let refusal = match strictly(entry, &text)? {
        Ok(reading) => return Ok(accept(reading, problems)),
        Err(refusal) => refusal,
    };
    let mended = mend::mend(entry);
    if let Some(mended) = mended
        && let Ok(mut reading) = strictly(entry, &mended.text)?
    {
        problems.extend(mended.problems);
        mend::unquote_shapes(&mut reading.fields, &mended.lines);
        return Ok(accept(reading, problems));
    }
    Ok(vec![as_text::read(entry, &refusal, problems)])
}

/// Reads the text of one entry strictly. Aliases have nothing to stand for in it.
fn strictly(entry: &Entry<'_>, text: &str) -> Result<Result<Reading, Refusal>, Refusal> {
    // Text at column 1 in the midst of a value could be taken for fields of its own.
    if entry.is_overflowing {
        return Ok(Err(overflow(entry)));
    }
    match strict::read(text, entry.line, 100) {
        Ok(reading) if reading.fields.len() == 1 => Ok(Ok(reading)),
        Ok(_) => Ok(Err(overflow(entry))),
        Err(refusal) if refusal.reason == Reason::TooComplex => Err(refusal),
        Err(refusal) => Ok(Err(refusal)),
    }
}

fn overflow(entry: &Entry<'_>) -> Refusal {
    Refusal {
        reason: Reason::NotYaml,
        message: "the text of a field must be indented".to_owned(),
        place: Place {
            line: entry.line,
            column: 1,
        },
    }
}

fn accept(reading: Reading, problems: &mut Vec<Problem>) -> Vec<Field> {
    problems.extend(reading.problems);
    reading.fields
}
