//! Why a chore stopped.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// Ends a chore. Printed once, by `main`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    kind: Kind,
    message: String,
    hint: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// The words after `cargo xtask` made no sense.
    Usage,
    /// The chore ran, or tried to.
    Chore,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure {
            kind: Kind::Chore,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure {
            kind: Kind::Usage,
            ..Failure::new(message)
        }
    }

    /// A fault of the file system, with the path it is about.
    pub(crate) fn io(path: &Path, error: &std::io::Error) -> Failure {
        Failure::new(format!("`{}`: {error}", path.display()))
    }

    /// Says what to do next.
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Failure {
        Failure {
            hint: Some(hint.into()),
            ..self
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self.kind {
            Kind::Usage => ExitCode::from(2),
            Kind::Chore => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        self.hint
            .iter()
            .try_for_each(|hint| write!(f, "\nhint: {hint}"))
    }
}
