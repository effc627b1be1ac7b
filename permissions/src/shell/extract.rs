//! Takes the texts of here-documents out of a long script, so that only its structure is parsed.
//!
//! Only plain cases are taken: a quoted delimiter, one here-document on the line, nothing behind it
//! that could go over the line. Whether the sign was one at all is for the syntax tree to say; if
//! it was not, the script is not what was parsed, and counts as unreadable.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Scripts up to this length are left as they are, in bytes.
const SHORT: usize = 2 * 1024;

/// A script whose here-documents are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extracted<'a> {
    pub(crate) script: Cow<'a, str>,
    /// The texts, by the offset of their `<<` in the script.
    pub(crate) texts: BTreeMap<usize, String>,
}

/// Takes the texts out of `source`.
pub(crate) fn extract(source: &str) -> Extracted<'_> {
    let mut texts = BTreeMap::new();
    if source.len() <= SHORT || !source.contains("<<") {
        let script = Cow::Borrowed(source);
        return Extracted { script, texts };
    }
    let mut script = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(line) = rest.split_inclusive('\n').next() {
        rest = &rest[line.len()..];
        if let Some(start) = start_of(line)
            && let Some(length) = start.text_length(rest)
        {
            texts.insert(script.len() + start.offset, rest[..length].to_owned());
            rest = &rest[length..];
        }
        script.push_str(line);
    }
    Extracted {
        script: Cow::Owned(script),
        texts,
    }
}

/// A here-document that starts on a line.
struct Start<'a> {
    /// Where its `<<` stands in the line.
    offset: usize,
    delimiter: &'a str,
    indent: Indent,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Indent {
    Kept,
    /// `<<-`: tabs before the delimiter do not matter.
    Ignored,
}

fn start_of(line: &str) -> Option<Start<'_>> {
    let (before, behind) = line.strip_suffix('\n')?.split_once("<<")?;
    let (indent, behind) = match behind.strip_prefix('-') {
        Some(behind) => (Indent::Ignored, behind),
        None => (Indent::Kept, behind),
    };
    let quoted = behind.trim_start_matches([' ', '\t']);
    let quote = quoted
        .chars()
        .next()
        .filter(|it| matches!(it, '\'' | '"'))?;
    let (delimiter, behind) = quoted[1..].split_once(quote)?;
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let is_plain = |it: char| is_name(it) || " \t./-|&;>=:,)".contains(it);
    let is_taken = !delimiter.is_empty()
        && delimiter.chars().all(is_name)
        && behind.chars().all(is_plain)
        && !before.ends_with('<');
    is_taken.then_some(Start {
        offset: before.len(),
        delimiter,
        indent,
    })
}

impl Start<'_> {
    /// The length of the lines before the one that ends the here-document.
    fn text_length(&self, rest: &str) -> Option<usize> {
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            let text = line.strip_suffix('\n').unwrap_or(line);
            let text = match self.indent {
                Indent::Kept => text,
                Indent::Ignored => text.trim_start_matches('\t'),
            };
            if text == self.delimiter {
                return Some(length);
            }
            length += line.len();
        }
        None
    }
}
