//! One object a line: the contract that scripts rely on.

use std::io::{self, Write};
use std::path::Path;

use serde::{Serialize, Serializer};

/// Prints `value` as one line of JSON.
pub(crate) fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)
}

/// A path as JSON has it: text, where it is not Unicode with marks in its place.
pub(crate) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The same for a field that is derived.
pub(crate) fn serialize_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}
