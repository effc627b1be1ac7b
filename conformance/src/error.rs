//! Why a case could not be run at all.

use std::path::{Path, PathBuf};

use stdx::fs::FileError;

/// A fault of the case or of the machine, not of what is tested.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file or folder could not be made, linked or listed.
    #[error("`{path}`")]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("`{path}` cannot be read")]
    Form {
        /// Which one.
        path: PathBuf,
        /// What is wrong, with the line.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The case says something that makes no sense.
    #[error("{0}")]
    Nonsense(String),
    /// A program that the driver needs did not start.
    #[error(transparent)]
    NotStarted(#[from] procs::StartError),
}

impl CaseError {
    /// The case says something that makes no sense.
    pub(crate) fn nonsense(message: impl Into<String>) -> CaseError {
        CaseError::Nonsense(message.into())
    }

    /// For `map_err` on an operation on `path`.
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> CaseError + '_ {
        |source| CaseError::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// The message and what it comes from, in one line each.
    pub(crate) fn chain(&self) -> String {
        let mut res = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(it) = source {
            res.push_str(": ");
            res.push_str(it.to_string().trim_end());
            source = it.source();
        }
        res
    }
}
