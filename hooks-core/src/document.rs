//! A hook file as a tree with places.

use std::path::Path;

use json_tree::Fault;
use stdx::Problem;

pub use json_tree::{Document, Member, Node, NodeKind};

/// Parses the bytes of a hook file.
///
/// # Errors
/// `hooks/not-json` or `hooks/not-utf8` at the place where the text stops being JSON.
pub fn parse_document(path: &Path, bytes: &[u8]) -> Result<Document, Problem> {
    Document::parse(path, bytes).map_err(as_problem)
}

fn as_problem(fault: Fault) -> Problem {
    let hint = if fault.is_not_text() {
        "no hook of this file runs until it is saved as UTF-8"
    } else {
        "no hook of this file runs until it is mended"
    };
    fault.into_problem("hooks").with_hint(hint)
}
