//! What can go wrong beneath a mission.

use std::path::{Path, PathBuf};

/// A transcript cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The file cannot be read or written.
    #[error("the transcript `{}` cannot be used: {}", path.display(), stdx::fs::cause(source))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl TranscriptError {
    pub(crate) fn file(path: &Path, source: std::io::Error) -> TranscriptError {
        TranscriptError::File {
            path: path.to_owned(),
            source,
        }
    }
}
