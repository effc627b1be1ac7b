//! Why a program is not confined.

use std::io;
use std::path::PathBuf;

/// Why a program is not confined; it must then not be started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The system has no sandbox.
    #[error("there is no sandbox: {why}")]
    Missing {
        /// Why.
        why: String,
    },
    /// A part of the view could not be made.
    #[error("could not {what} `{}` for the sandbox", path.display())]
    View {
        /// What was tried.
        what: &'static str,
        /// With which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Landlock refused.
    #[error("could not enter the sandbox: {message}")]
    Landlock {
        /// What it said.
        message: String,
    },
    /// The command could not be started.
    #[error("could not start `{program}`")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        source: io::Error,
    },
}
