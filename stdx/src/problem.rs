//! A mistake in something a person wrote, with its place and what to do about it.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// How much a [`Problem`] matters; the gravest sorts first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something which was written down has no effect, or not the one that was meant.
    Error,
    /// It works, and probably not as its author believes.
    Warning,
    /// Worth knowing; nothing is wrong.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A position in a text file, as editors count: both numbers start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters (Unicode scalar values), not bytes.
    pub column: u32,
}

impl Place {
    /// The place of the byte `offset` in `text`; an offset past the end means the end.
    pub fn of_offset(text: &str, offset: usize) -> Place {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Place {
            line: count(before.matches('\n').count()).saturating_add(1),
            column: count(before[line_start..].chars().count()).saturating_add(1),
        }
    }
}

/// A mistake of a user, to be printed like a compiler's.
///
/// Serializes as the flat object that the command line promises: `severity`, `code`, `message`,
/// then `file`, `line`, `column` and `hint` where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How much it matters.
    pub severity: Severity,
    /// A stable name, `area/what`, which scripts may rely on.
    pub code: Cow<'static, str>,
    /// What is wrong: a lowercase fragment without a full stop.
    pub message: String,
    /// The file in which it was found, as it was given.
    pub file: Option<PathBuf>,
    /// Where in the file.
    pub place: Option<Place>,
    /// What to do next, if that is not plain.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem of severity [`Severity::Error`], not placed yet.
    pub fn error(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem::new(Severity::Error, code.into(), message.into())
    }

    /// A problem of severity [`Severity::Warning`], not placed yet.
    pub fn warning(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem::new(Severity::Warning, code.into(), message.into())
    }

    /// A problem of severity [`Severity::Note`], not placed yet.
    pub fn note(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem::new(Severity::Note, code.into(), message.into())
    }

    fn new(severity: Severity, code: Cow<'static, str>, message: String) -> Problem {
        Problem {
            severity,
            code,
            message,
            file: None,
            place: None,
            hint: None,
        }
    }

    /// The same problem at this place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Problem {
        self.place = Some(place);
        self
    }

    /// The same problem in this file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Problem {
        self.file = Some(file.into());
        self
    }

    /// The same problem with this advice.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }
}

/// One line without place and hint, which the renderer puts below it.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("severity", &self.severity)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(file) = &self.file {
            map.serialize_entry("file", &file.to_string_lossy())?;
        }
        if let Some(place) = self.place {
            map.serialize_entry("line", &place.line)?;
            map.serialize_entry("column", &place.column)?;
        }
        if let Some(hint) = &self.hint {
            map.serialize_entry("hint", hint)?;
        }
        map.end()
    }
}
