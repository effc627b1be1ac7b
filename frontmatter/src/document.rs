//! A whole file: its header, its body, and what was wrong with them.

use std::borrow::Cow;
use std::path::Path;

use stdx::{Loaded, Place, Problem};

use crate::header::{Header, HeaderState};
use crate::split::{Fence, Parts, split};
use crate::{around, block, plain, rescue};

/// The longest header that is read, in bytes; the longest seen in public files has 5,845.
pub const MAX_HEADER_BYTES: usize = 128 * 1024;

/// A Markdown file with its header apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The fields of the header.
    pub header: Header,
    /// The text below the header with its line ends as they are; the whole text, without a
    /// byte-order mark, if there is no header.
    pub body: String,
    /// The line of the file on which the body begins, from 1.
    pub body_line: u32,
}

impl Document {
    /// The body without blank lines before it and white space after it.
    pub fn trimmed_body(&self) -> &str {
        let body = self.body.trim_end();
        let text = body.trim_start();
        // The first line keeps its indentation: four blanks are code.
        let indent = body[..body.len() - text.len()]
            .rfind('\n')
            .map_or(0, |it| it + 1);
        &body[indent..]
    }
}

/// Reads the bytes of a file; `file` only names it in the problems.
///
/// Never fails: what cannot be read is among the problems, and the body is always whole. Bytes that
/// are not UTF-8 become U+FFFD, and a problem says where the first one stands (sk-04).
pub fn read(file: &Path, bytes: &[u8]) -> Loaded<Document> {
    // Nearly every file is sound, which is quicker to see than what to repair.
    let text =
        std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
    let mut loaded = read_text(file, &text);
    if let Cow::Owned(text) = &text {
        loaded
            .problems
            .insert(0, not_utf8(bytes, text).in_file(file));
    }
    loaded
}

/// Reads a text, as [`read`] does.
pub fn read_text(file: &Path, text: &str) -> Loaded<Document> {
    let parts = split(text);
    let mut problems = around::check(&parts);
    let header = read_header(&parts).drain_into(&mut problems);
    problems.sort_by_key(|it| it.place);
    for problem in &mut problems {
        problem.file = Some(file.to_owned());
    }
    Loaded {
        value: Document {
            header,
            body: parts.body.to_owned(),
            body_line: parts.body_line(),
        },
        problems,
    }
}

fn read_header(parts: &Parts<'_>) -> Loaded<Header> {
    match parts.fence {
        Fence::Absent => state(HeaderState::Absent),
        Fence::Unclosed => state(HeaderState::Unclosed),
        Fence::Closed if parts.header.len() > MAX_HEADER_BYTES => {
            state(HeaderState::Unreadable).with(too_large(parts))
        }
        Fence::Closed => read_closed(parts),
    }
}

fn read_closed(parts: &Parts<'_>) -> Loaded<Header> {
    let first_line = parts.header_line();
    if is_nothing(parts.header) {
        return state(HeaderState::Empty);
    }
    if let Some(fields) = plain::read(parts.header, first_line) {
        return Loaded::from(Header {
            state: HeaderState::Read,
            fields,
        });
    }
    rescue::read(&block::text(parts), first_line)
}

/// Whether the header holds nothing but blank lines and comments.
fn is_nothing(header: &str) -> bool {
    let mut lines = header.lines().map(str::trim_start);
    lines.all(|it| it.is_empty() || it.starts_with('#'))
}

fn state(state: HeaderState) -> Loaded<Header> {
    Loaded::from(Header {
        state,
        fields: Vec::new(),
    })
}

fn too_large(parts: &Parts<'_>) -> Problem {
    let message = format!(
        "the header has {} bytes, and at most {MAX_HEADER_BYTES} are read",
        parts.header.len()
    );
    Problem::error("frontmatter/too-large", message)
        .at(Place {
            line: parts.header_line(),
            column: 1,
        })
        .with_hint("a `---` may be missing that should end the header further up")
}

fn not_utf8(bytes: &[u8], text: &str) -> Problem {
    let valid = bytes.utf8_chunks().next().map_or(0, |it| it.valid().len());
    let message = format!("the byte 0x{:02X} is not UTF-8", bytes[valid]);
    Problem::warning("frontmatter/not-utf8", message)
        .at(Place::of_offset(text, valid))
        .with_hint("save the file as UTF-8; such bytes are shown as U+FFFD")
}
