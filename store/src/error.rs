//! What can go wrong with the file.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use stdx::PortError;

/// Why the store cannot be opened, read or written. The file is never touched by a refusal.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder cannot be made, opened or locked.
    #[error("`{path}` cannot be {operation}: {}", stdx::fs::cause(source))]
    Io {
        /// Which.
        path: PathBuf,
        /// What was tried, as a participle: `opened`.
        operation: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// There is a folder, a device or a socket where the file should be.
    #[error("`{path}` must be a file, but something else is there")]
    NotAFile {
        /// Where.
        path: PathBuf,
    },
    /// The file is no database, or that of another program.
    #[error("`{path}` is not a database of tackle")]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// A newer version of the program has written the file.
    #[error("`{path}` has version {found}, expected {known} at most: a newer tackle wrote it")]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The file is damaged.
    #[error("`{path}` is damaged: {detail}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What SQLite found.
        detail: String,
    },
    /// Another process has held the file for longer than the five seconds that we wait.
    #[error("`{path}` is held by another process for too long")]
    Busy {
        /// Which file.
        path: PathBuf,
    },
    /// SQLite refused for another reason: a full disk, a file that may not be written.
    #[error("`{path}` cannot be used: {detail}")]
    Database {
        /// Which file.
        path: PathBuf,
        /// What SQLite said.
        detail: String,
    },
    /// There is no such session.
    #[error("no session is called `{id}`")]
    NoSession {
        /// What was asked for.
        id: String,
    },
    /// The session cannot go, since a mission of it waits or runs.
    #[error("mission `{mission}` of session `{id}` has not ended")]
    SessionInUse {
        /// The session.
        id: String,
        /// The mission.
        mission: String,
    },
}

impl StoreError {
    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            StoreError::Io { .. } => Some("check who owns the folder and its files".to_owned()),
            StoreError::NotAFile { path } | StoreError::Foreign { path } => Some(format!(
                "move `{}` aside, then a new one is made",
                path.display()
            )),
            StoreError::Newer { .. } => {
                Some("use the newer tackle, or another folder as `TACKLE_HOME`".to_owned())
            }
            StoreError::Damaged { path, .. } => Some(damaged_hint(path)),
            StoreError::Busy { .. } => {
                Some("try again when the other process has ended".to_owned())
            }
            StoreError::Database { .. } => {
                Some("check that the disk has room and the file may be written".to_owned())
            }
            StoreError::NoSession { .. } => Some("`tackle sessions` lists them".to_owned()),
            StoreError::SessionInUse { mission, .. } => {
                Some(format!("`tackle missions cancel {mission}` ends it"))
            }
        }
    }

    pub(crate) fn io(path: &Path, operation: &'static str) -> impl FnOnce(io::Error) -> StoreError {
        move |source| StoreError::Io {
            path: path.to_owned(),
            operation,
            source,
        }
    }

    /// Sorts what SQLite said about the file at `path`.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> StoreError {
        let (path, detail) = (path.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, detail },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            _ => StoreError::Database { path, detail },
        }
    }
}

fn damaged_hint(path: &Path) -> String {
    let path = path.display();
    format!("move `{path}`, `{path}-wal` and `{path}-shm` aside, then a new one is made")
}

impl From<StoreError> for PortError {
    fn from(error: StoreError) -> PortError {
        let is_busy = matches!(error, StoreError::Busy { .. });
        let res = PortError::new("the store of sessions and missions failed").with_source(error);
        match is_busy {
            true => res.retryable(),
            false => res,
        }
    }
}
