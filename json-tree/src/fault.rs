//! Why a text is no tree.

use std::path::PathBuf;

use stdx::{Place, Problem};

/// Why the bytes of a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) file: PathBuf,
    pub(crate) place: Place,
}

/// What was found instead of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// No value at all, only blanks and comments.
    Empty,
    /// Text that stops being JSON, and what was expected.
    NotJson(String),
}

impl Fault {
    /// The fault as a problem whose code begins with `area`: `<area>/not-json` or `<area>/not-utf8`.
    pub fn into_problem(self, area: &str) -> Problem {
        let problem = match self.kind {
            FaultKind::NotUtf8 => {
                Problem::error(format!("{area}/not-utf8"), "the file is not UTF-8 text")
            }
            FaultKind::Empty => not_json(area, "the file is empty"),
            FaultKind::NotJson(why) => not_json(area, &why),
        };
        problem.in_file(self.file).at(self.place)
    }

    /// Whether there was no value at all, only blanks and comments.
    pub fn is_empty(&self) -> bool {
        self.kind == FaultKind::Empty
    }

    /// Whether the bytes were not even text.
    pub fn is_not_text(&self) -> bool {
        self.kind == FaultKind::NotUtf8
    }
}

fn not_json(area: &str, why: &str) -> Problem {
    let message = format!("the file is not JSON: {why}");
    Problem::error(format!("{area}/not-json"), message)
}
