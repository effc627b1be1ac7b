//! What can go wrong with a file, always with its path.

use std::fmt;
use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("could not {operation} `{}`", path.display())]
    Io {
        /// The file, as it was given.
        path: PathBuf,
        /// What was tried.
        operation: Operation,
        /// What the system said.
        source: io::Error,
    },
    /// The file is larger than its reader allows.
    #[error("`{}` has at least {found} bytes, at most {limit} are read", path.display())]
    TooLarge {
        /// The file, as it was given.
        path: PathBuf,
        /// The bytes that are allowed.
        limit: u64,
        /// The bytes that were seen.
        found: u64,
    },
    /// There is something else under this path.
    #[error("expected a file at `{}`, found {what}", path.display())]
    NotAFile {
        /// The path, as it was given.
        path: PathBuf,
        /// What is there.
        what: NotAFile,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path, operation: Operation, source: io::Error) -> FileError {
        FileError::Io {
            path: path.to_owned(),
            operation,
            source,
        }
    }

    /// The path it is about.
    pub fn path(&self) -> &Path {
        match self {
            FileError::Io { path, .. }
            | FileError::TooLarge { path, .. }
            | FileError::NotAFile { path, .. } => path,
        }
    }

    /// The whole story in one line, for a problem, which has no chain of causes: what failed and
    /// what the system said, without its number.
    pub fn with_cause(&self) -> String {
        match self {
            FileError::Io { source, .. } => format!("{self}: {}", cause(source)),
            FileError::TooLarge { .. } | FileError::NotAFile { .. } => self.to_string(),
        }
    }

    /// Whether there is simply nothing under the path.
    pub fn is_missing(&self) -> bool {
        match self {
            FileError::Io { source, .. } => {
                matches!(
                    source.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                )
            }
            FileError::TooLarge { .. } | FileError::NotAFile { .. } => false,
        }
    }
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// To open and read it.
    Read,
    /// To replace its content.
    Write,
    /// To add to its end.
    Append,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Read => "read",
            Operation::Write => "write",
            Operation::Append => "append to",
        })
    }
}

/// What stands where a file was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A folder.
    Folder,
    /// A FIFO, whose reader may wait for ever.
    Pipe,
    /// A character or block device.
    Device,
    /// A socket.
    Socket,
    /// Something this platform has no word for.
    Other,
}

impl NotAFile {
    /// `None` for a regular file.
    pub(crate) fn of(kind: FileType) -> Option<NotAFile> {
        match kind {
            it if it.is_file() => None,
            it if it.is_dir() => Some(NotAFile::Folder),
            it => Some(NotAFile::special(it)),
        }
    }

    #[cfg(unix)]
    fn special(kind: FileType) -> NotAFile {
        use std::os::unix::fs::FileTypeExt;

        match kind {
            it if it.is_fifo() => NotAFile::Pipe,
            it if it.is_socket() => NotAFile::Socket,
            it if it.is_char_device() || it.is_block_device() => NotAFile::Device,
            _ => NotAFile::Other,
        }
    }

    #[cfg(not(unix))]
    fn special(_kind: FileType) -> NotAFile {
        NotAFile::Other
    }
}

impl fmt::Display for NotAFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotAFile::Folder => "a folder",
            NotAFile::Pipe => "a named pipe",
            NotAFile::Device => "a device",
            NotAFile::Socket => "a socket",
            NotAFile::Other => "something else",
        })
    }
}

/// What the system said, without its number: that differs from system to system.
pub fn cause(error: &io::Error) -> String {
    let mut words = error.to_string();
    let end = words.find(" (os error").unwrap_or(words.len());
    words.truncate(end);
    words
}
