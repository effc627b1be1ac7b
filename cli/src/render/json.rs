//! One object a line: the contract that scripts rely on.

use std::io::{self, Write};
use std::path::Path;

use serde::{Serialize, Serializer};

/// Prints `value` as one line of JSON. Characters that a terminal would obey or hide are escaped, as
/// JSON allows: the line may end up on a screen.
pub(crate) fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let line = escaped(serde_json::to_string(value)?);
    writeln!(out, "{line}")
}

/// The same JSON, control and invisible characters written as `\\uXXXX`. Outside of texts JSON has
/// none of them.
pub(crate) fn escaped(json: String) -> String {
    if !json.contains(is_tricky) {
        return json;
    }
    let mut res = String::with_capacity(json.len() + 16);
    for it in json.chars() {
        if is_tricky(it) {
            res.push_str(&format!("\\u{:04x}", u32::from(it)));
        } else {
            res.push(it);
        }
    }
    res
}

/// Delete and the upper control characters, line separators, and what changes or hides the direction
/// and width of text.
fn is_tricky(it: char) -> bool {
    matches!(it,
        '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A path as JSON has it: text, where it is not Unicode with marks in its place.
pub(crate) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The same for a field that is derived.
pub(crate) fn serialize_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}
