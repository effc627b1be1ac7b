//! The text of a header as `gray_matter` finds it.

use crate::split::Parts;

/// The header's text with line feeds alone as line ends.
pub(crate) fn text(parts: &Parts<'_>) -> String {
    parts.header.replace("\r\n", "\n")
}
