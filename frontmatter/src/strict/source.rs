//! The text that is read, and the places in it.

use serde_saphyr::Location;
use stdx::Place;

use crate::lines::bracket_len;

/// A text which begins at the start of a line of a file.
#[derive(Debug)]
pub(super) struct Source<'a> {
    text: &'a str,
    first_line: u32,
    line_starts: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str, first_line: u32) -> Source<'a> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Source {
            text,
            first_line,
            line_starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The place of the first character.
    pub(super) fn start(&self) -> Place {
        Place {
            line: self.first_line,
            column: 1,
        }
    }

    /// The place in the file of a place in the text.
    pub(super) fn place_of(&self, location: Location) -> Place {
        location
            .span()
            .byte_offset()
            .map_or(self.start(), |it| self.place(to_usize(it)))
    }

    fn place(&self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_starts.partition_point(|it| *it <= offset) - 1;
        let before = &self.text[self.line_starts[line]..offset];
        Place {
            line: self.first_line.saturating_add(to_u32(line)),
            column: to_u32(before.chars().count()).saturating_add(1),
        }
    }

    /// What `location` spans.
    pub(super) fn slice(&self, location: Location) -> Slice<'a> {
        let span = location.span();
        let start = span.byte_offset().map_or(self.text.len(), to_usize);
        let end = start.saturating_add(span.byte_len().map_or(0, to_usize));
        Slice {
            source: self.text,
            start: self.text.floor_char_boundary(start),
            end: self.text.floor_char_boundary(end),
        }
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice<'a> {
    source: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Slice<'a> {
    /// The piece itself.
    pub(super) fn text(&self) -> &'a str {
        &self.source[self.start..self.end]
    }

    /// All that stands before it.
    pub(super) fn before(&self) -> &'a str {
        &self.source[..self.start]
    }

    /// Whether the text has an alias `*name`.
    pub(super) fn is_used(&self, name: &str) -> bool {
        self.source.contains(&format!("*{name}"))
    }

    /// What follows on the same line.
    pub(super) fn rest_of_line(&self) -> &'a str {
        let after = &self.source[self.end..];
        after.split('\n').next().unwrap_or("")
    }

    /// The source of a list or map in brackets which begins here, from bracket to bracket.
    pub(super) fn bracketed(&self) -> Option<&'a str> {
        let text = &self.source[self.start..];
        if !text.starts_with(['[', '{']) {
            return None;
        }
        Some(&text[..bracket_len(text)?])
    }
}

fn to_usize(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
