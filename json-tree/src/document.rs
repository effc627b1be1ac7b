//! A parsed file.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use stdx::{Place, Problem};

use crate::fault::{Fault, FaultKind};
use crate::node::{Node, NodeKind};
use crate::reader;

/// A parsed file.
#[derive(Clone, Debug)]
pub struct Document {
    path: PathBuf,
    text: String,
    root: Node,
    /// Whether every character is one byte.
    is_ascii: bool,
    /// Only made when a place is asked for.
    index: OnceLock<Index>,
}

impl Document {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// A fault at the place where the text stops being JSON, or the bytes stop being text.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Document, Fault> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = str::from_utf8(bytes).map_err(|it| not_utf8(path, bytes, it))?;
        let root = reader::read(path, text)?;
        Ok(Document {
            path: path.to_owned(),
            is_ascii: text.is_ascii(),
            text: text.to_owned(),
            root,
            index: OnceLock::new(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text, without a byte-order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the document under a key of the root, places unchanged.
    pub fn section(&self, key: &str) -> Option<Document> {
        let root = self.root.get(key)?.clone();
        Some(Document {
            root,
            ..self.clone()
        })
    }

    /// The same without some members of the root.
    #[must_use]
    pub fn without(&self, keys: &[&str]) -> Document {
        let mut res = self.clone();
        if let NodeKind::Object(members) = &mut res.root.kind {
            let kept = members.iter().filter(|it| !keys.contains(&it.key.as_str()));
            *members = kept.cloned().collect();
        }
        res
    }

    /// The outermost value.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The line and column of a byte.
    pub fn place(&self, start: usize) -> Place {
        let index = self.index.get_or_init(|| Index::of(&self.text));
        let lines = &index.lines;
        let n_before = lines.partition_point(|it| *it <= start);
        let begin = n_before.checked_sub(1).map_or(0, |it| lines[it]);
        // Where every character is one byte nothing need be counted.
        let column = if self.is_ascii {
            start.saturating_sub(begin)
        } else {
            let before = |at| index.chars_before(&self.text, at);
            before(start).saturating_sub(before(begin))
        };
        let capped = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Place {
            line: capped(n_before),
            column: capped(column + 1),
        }
    }

    /// The line of a byte, 1-based.
    pub fn line(&self, start: usize) -> u32 {
        self.place(start).line
    }

    /// Where a member or value stands, for a problem.
    pub fn problem_at(&self, problem: Problem, start: usize) -> Problem {
        problem.in_file(&self.path).at(self.place(start))
    }
}

/// Where lines begin, and how many characters stand before some bytes.
#[derive(Clone, Debug)]
struct Index {
    /// The byte at which each line begins.
    lines: Vec<usize>,
    /// The characters before each block of [`BLOCK`] bytes: a long line is not counted anew for
    /// every place in it.
    chars: Vec<usize>,
}

/// Bytes between two counts.
const BLOCK: usize = 1024;

impl Index {
    fn of(text: &str) -> Index {
        let blocks = text.as_bytes().chunks(BLOCK);
        let counts = blocks.scan(0, |n_chars, block| {
            let before = *n_chars;
            *n_chars += n_started(block);
            Some(before)
        });
        Index {
            lines: line_starts(text),
            chars: counts.collect(),
        }
    }

    fn chars_before(&self, text: &str, at: usize) -> usize {
        let at = at.min(text.len());
        let block = (at / BLOCK).min(self.chars.len().saturating_sub(1));
        let counted = self.chars.get(block).copied().unwrap_or_default();
        counted + n_started(&text.as_bytes()[block * BLOCK..at])
    }
}

/// How many characters begin in these bytes of UTF-8.
fn n_started(bytes: &[u8]) -> usize {
    bytes.iter().filter(|it| **it & 0xC0 != 0x80).count()
}

fn line_starts(text: &str) -> Vec<usize> {
    let after_breaks = text
        .bytes()
        .enumerate()
        .filter(|(_, it)| *it == b'\n')
        .map(|(at, _)| at + 1);
    std::iter::once(0).chain(after_breaks).collect()
}

fn not_utf8(path: &Path, bytes: &[u8], error: std::str::Utf8Error) -> Fault {
    let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    Fault {
        kind: FaultKind::NotUtf8,
        file: path.to_owned(),
        place: Place::of_offset(&good, good.len()),
    }
}
