//! What a check has to say.

use std::fmt;

/// Whether a remark stops the chore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    Warning,
    Error,
}

/// One thing that is not tidy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) severity: Severity,
    /// Below the root, and with a line behind a colon where there is one.
    pub(crate) place: String,
    pub(crate) message: String,
}

impl Remark {
    pub(crate) fn error(place: impl Into<String>, message: impl Into<String>) -> Remark {
        Remark {
            severity: Severity::Error,
            place: place.into(),
            message: message.into(),
        }
    }

    pub(crate) fn warning(place: impl Into<String>, message: impl Into<String>) -> Remark {
        Remark {
            severity: Severity::Warning,
            ..Remark::error(place, message)
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{word}: {}: {}", self.place, self.message)
    }
}
