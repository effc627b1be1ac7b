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
    /// The byte at which each line begins; only counted when a place is asked for.
    lines: OnceLock<Vec<usize>>,
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
            lines: OnceLock::new(),
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
        let lines = self.lines.get_or_init(|| line_starts(&self.text));
        let n_before = lines.partition_point(|it| *it <= start);
        let begin = n_before.checked_sub(1).map_or(0, |it| lines[it]);
        // Where every character is one byte nothing need be counted.
        let column = if self.is_ascii {
            start.saturating_sub(begin)
        } else {
            let line = self.text.get(begin..start);
            line.map_or(0, |it| it.chars().count())
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
