//! Where the header of a text begins and ends, to the byte.

use crate::lines::{is_fence, looks_like_field};

/// What the fences of a text look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// No line opens a header: the whole text is body.
    Absent,
    /// A line opens a header, a field follows, and no line ends it: the whole text is body.
    Unclosed,
    /// A header stands between two fences.
    Closed,
}

/// A text cut into spans that follow one another; none overlap, none are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The byte-order mark, or nothing.
    pub mark: &'a str,
    /// Blank lines and HTML comments before the header, with their line ends. They should not be
    /// there, and are the only thing that may be.
    pub before: &'a str,
    /// The opening fence with its line end.
    pub opening: &'a str,
    /// The lines between the fences with their line ends.
    pub header: &'a str,
    /// The closing fence with its line end.
    pub closing: &'a str,
    /// All that follows.
    pub body: &'a str,
    /// Whether there is a header.
    pub fence: Fence,
}

impl Parts<'_> {
    /// The text that was split, byte for byte.
    pub fn join(&self) -> String {
        [
            self.mark,
            self.before,
            self.opening,
            self.header,
            self.closing,
            self.body,
        ]
        .concat()
    }

    /// The line of the file on which the header's text begins, from 1.
    pub fn header_line(&self) -> u32 {
        1 + count_lines(self.before) + count_lines(self.opening)
    }

    /// The line of the file on which the body begins, from 1.
    pub fn body_line(&self) -> u32 {
        self.header_line() + count_lines(self.header) + count_lines(self.closing)
    }
}

/// How many line ends `text` has.
fn count_lines(text: &str) -> u32 {
    let count = text.bytes().filter(|it| *it == b'\n').count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Cuts `text` into its parts.
///
/// The header opens with the first line of the text and ends with the first line that is nothing
/// but `---`, trailing blanks aside (sk-03). One byte-order mark before it is set apart; blank lines
/// and HTML comments before it are too, provided that a field follows the fence.
pub fn split(text: &str) -> Parts<'_> {
    let (mark, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => (&text[..text.len() - rest.len()], rest),
        None => ("", text),
    };
    let (before, fenced) = rest.split_at(preamble_len(rest));
    cut(mark, before, fenced).unwrap_or(Parts {
        mark,
        before: "",
        opening: "",
        header: "",
        closing: "",
        body: rest,
        fence: if opens_header(rest) {
            Fence::Unclosed
        } else {
            Fence::Absent
        },
    })
}

fn cut<'a>(mark: &'a str, before: &'a str, fenced: &'a str) -> Option<Parts<'a>> {
    let opening = first_line(fenced);
    if !is_fence(opening) {
        return None;
    }
    let inner = &fenced[opening.len()..];
    let mut header_len = 0;
    for line in inner.split_inclusive('\n') {
        if is_fence(line) {
            let (header, rest) = inner.split_at(header_len);
            let (closing, body) = rest.split_at(line.len());
            return Some(Parts {
                mark,
                before,
                opening,
                header,
                closing,
                body,
                fence: Fence::Closed,
            });
        }
        header_len += line.len();
    }
    None
}

fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or("")
}

/// Whether a header is opened; a line `---` above other text is a rule.
fn opens_header(text: &str) -> bool {
    let line = first_line(text);
    is_fence(line) && is_followed_by_field(&text[line.len()..])
}

/// The length of the blank lines and comments before a fence behind which a field stands; else 0.
fn preamble_len(text: &str) -> usize {
    if is_fence(first_line(text)) {
        return 0;
    }
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        match trimmed.strip_prefix("<!--") {
            Some(comment) => match comment.find("-->") {
                Some(end) => rest = &comment[end + 3..],
                None => return 0,
            },
            None => break,
        }
    }
    // The fence has to stand at the start of its line.
    let len = text.len() - rest.trim_start().len();
    let fenced = &text[len..];
    let at_line_start = text[..len].ends_with('\n');
    let opening = first_line(fenced);
    let is_header = is_fence(opening) && is_followed_by_field(&fenced[opening.len()..]);
    if at_line_start && is_header { len } else { 0 }
}

fn is_followed_by_field(text: &str) -> bool {
    text.lines()
        .find(|it| !it.trim().is_empty())
        .is_some_and(looks_like_field)
}
