//! Files as the editing tools see them.

use std::io;
use std::path::Path;

use stdx::fs::{Access, FileError, Limit};

use crate::guard::{Guard, Purpose};

/// The largest file that is edited.
const LIMIT: Limit = Limit::mebibytes(16);

/// The text of a file that is to be edited.
pub(crate) fn read(path: &Path, shown: &str) -> Result<String, String> {
    let bytes = stdx::fs::read(path, LIMIT).map_err(|it| why(&it, shown))?;
    String::from_utf8(bytes)
        .map_err(|_| format!("`{shown}` is not text in UTF-8, so it cannot be edited here"))
}

/// The same where nothing counts as empty.
pub(crate) fn read_or_empty(path: &Path, shown: &str) -> Result<Option<String>, String> {
    match stdx::fs::read(path, LIMIT) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.is_missing() => Ok(None),
        Err(error @ FileError::TooLarge { .. }) => Err(why(&error, shown)),
        Err(error) => Err(why(&error, shown)),
    }
}

/// Writes a file as a whole, after asking the guard once more: a link may have been put in its way.
pub(crate) fn write(guard: &Guard, path: &Path, text: &str) -> Result<(), String> {
    let shown = guard.shown(path);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|it| failed("make the folder of", &shown, &it))?;
    }
    let name = path.to_string_lossy();
    let again = guard.check(&name, Path::new("/"), Purpose::Write);
    match again.map_err(|it| it.to_string())? {
        it if it == path => stdx::fs::write_atomic(path, text.as_bytes(), Access::Keep)
            .map_err(|it| why(&it, &shown)),
        _ => Err(format!(
            "the folders of `{shown}` changed while it was written"
        )),
    }
}

/// What went wrong, the path named as the model knows it.
pub(crate) fn why(error: &FileError, shown: &str) -> String {
    match error {
        FileError::Io { source, .. } if error.is_missing() => {
            format!("there is no file `{shown}` ({})", stdx::fs::cause(source))
        }
        FileError::Io {
            source, operation, ..
        } => {
            format!(
                "could not {operation} `{shown}`: {}",
                stdx::fs::cause(source)
            )
        }
        FileError::TooLarge { limit, found, .. } => {
            format!("`{shown}` has {found} bytes, at most {limit} can be edited here")
        }
        FileError::NotAFile { what, .. } => format!("expected a file at `{shown}`, found {what}"),
    }
}

/// The same for what the standard library says.
pub(crate) fn failed(what: &str, shown: &str, error: &io::Error) -> String {
    format!("could not {what} `{shown}`: {}", stdx::fs::cause(error))
}
