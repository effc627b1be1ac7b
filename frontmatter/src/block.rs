//! The text of a header as `gray_matter` finds it.

use gray_matter::engine::Engine;
use gray_matter::{Matter, Pod};

use crate::split::Parts;

/// Hands the text of the block through: the YAML engine of `gray_matter` hangs on a few hundred
/// bytes of aliases, and knows no places.
struct Raw;

impl Engine for Raw {
    fn parse(content: &str) -> gray_matter::Result<Pod> {
        Ok(Pod::String(content.to_owned()))
    }
}

/// The header's text with line feeds as line ends.
///
/// `gray_matter` gets the fenced block alone: behind it, it would turn the line ends of the body
/// and drop blank lines. The white space which it trims around the block is put back, since lines
/// and indentation count.
pub(crate) fn text(parts: &Parts<'_>) -> String {
    let own = parts.header.replace("\r\n", "\n");
    let Some(found) = find(&[parts.opening, parts.header, parts.closing].concat()) else {
        return own;
    };
    match own.split_once(found.as_str()) {
        Some((before, after)) => [before, &found, after].concat(),
        None => own,
    }
}

/// The text of the block at the start of `text`, trimmed; `None` where there is none or an empty
/// one.
pub(crate) fn find(text: &str) -> Option<String> {
    let found = Matter::<Raw>::new().parse::<String>(text).ok()?;
    found.data
}
