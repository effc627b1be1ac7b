//! Reading a file that may be anything.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::{FileError, NotAFile, Operation};

/// The most bytes that are read of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit {
    /// The number of bytes that are still allowed.
    pub bytes: u64,
}

impl Limit {
    /// At most `n` bytes.
    pub const fn bytes(n: u64) -> Limit {
        Limit { bytes: n }
    }

    /// At most `n` MiB.
    pub const fn mebibytes(n: u64) -> Limit {
        Limit {
            bytes: n * 1024 * 1024,
        }
    }
}

/// The whole content of the regular file at `path`.
///
/// Never waits for another process: a FIFO or a device is opened without blocking and refused.
///
/// # Errors
///
/// [`FileError::NotAFile`] for anything but a regular file or a link to one,
/// [`FileError::TooLarge`] above the limit, [`FileError::Io`] otherwise; a file that is not there
/// [is missing](FileError::is_missing).
pub fn read(path: &Path, limit: Limit) -> Result<Vec<u8>, FileError> {
    let failed = |source| FileError::io(path, Operation::Read, source);
    let file = open(path)?;
    let metadata = file.metadata().map_err(failed)?;
    refuse_special(path, &metadata)?;
    refuse_large(path, limit, metadata.len())?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // The file may grow while it is read, and those of /proc do not tell their size.
    file.take(limit.bytes.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    refuse_large(path, limit, bytes.len() as u64)?;
    Ok(bytes)
}

fn open(path: &Path) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.read(true);
    never_wait(&mut options);
    options
        .open(path)
        .map_err(|source| why_not_opened(path, Operation::Read, source))
}

/// Opening a FIFO would wait for its other end; a terminal could become ours.
#[cfg(unix)]
pub(super) fn never_wait(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;

    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
}

#[cfg(not(unix))]
pub(super) fn never_wait(_options: &mut OpenOptions) {}

/// Sockets, FIFOs without a reader and, on Windows, folders fail with an error that does not
/// name them.
pub(super) fn why_not_opened(path: &Path, operation: Operation, source: io::Error) -> FileError {
    let special = fs::metadata(path)
        .ok()
        .and_then(|it| NotAFile::of(it.file_type()));
    match special {
        Some(what) => FileError::NotAFile {
            path: path.to_owned(),
            what,
        },
        None => FileError::io(path, operation, source),
    }
}

pub(super) fn refuse_special(path: &Path, metadata: &fs::Metadata) -> Result<(), FileError> {
    match NotAFile::of(metadata.file_type()) {
        Some(what) => Err(FileError::NotAFile {
            path: path.to_owned(),
            what,
        }),
        None => Ok(()),
    }
}

fn refuse_large(path: &Path, limit: Limit, found: u64) -> Result<(), FileError> {
    match found > limit.bytes {
        true => Err(FileError::TooLarge {
            path: path.to_owned(),
            limit: limit.bytes,
            found,
        }),
        false => Ok(()),
    }
}
