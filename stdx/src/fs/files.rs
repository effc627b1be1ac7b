//! Files as they were when somebody first looked.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{FileError, Limit, Operation, read};

/// Files as they were when they were first read.
///
/// Whoever reads through one of these sees what the others saw: a settings file of which one part
/// was read cannot be another one when its next part is, and nothing is read twice. A program that
/// lives on makes a new one when it looks again.
#[derive(Debug, Default)]
pub struct Files {
    seen: Mutex<BTreeMap<PathBuf, Seen>>,
}

#[derive(Clone, Debug)]
enum Seen {
    Bytes(Arc<[u8]>),
    Missing,
}

impl Files {
    /// The content of a file, as [`read`] gives it.
    ///
    /// # Errors
    ///
    /// Those of [`read`]. What could not be read is tried again.
    pub fn read(&self, path: &Path, limit: Limit) -> Result<Arc<[u8]>, FileError> {
        let known = self.lock().get(path).cloned();
        match known {
            Some(Seen::Bytes(bytes)) if bytes.len() as u64 <= limit.bytes => return Ok(bytes),
            Some(Seen::Missing) => return Err(missing(path)),
            Some(Seen::Bytes(_)) | None => {}
        }
        let seen = match read(path, limit) {
            Ok(bytes) => Seen::Bytes(bytes.into()),
            Err(error) if error.is_missing() => Seen::Missing,
            Err(error) => return Err(error),
        };
        self.lock().insert(path.to_owned(), seen.clone());
        match seen {
            Seen::Bytes(bytes) => Ok(bytes),
            Seen::Missing => Err(missing(path)),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<PathBuf, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn missing(path: &Path) -> FileError {
    FileError::io(path, Operation::Read, io::ErrorKind::NotFound.into())
}
