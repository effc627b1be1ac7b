//! Where a program is: what `PATH` means.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::StartError;

/// Where programs are looked for when there is no `PATH`, as `execvp` does.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// The path under which to execute `program`: itself if it is a path, else the first executable
/// file of that name in the folders of `path`. Relative ones are relative to `cwd`.
pub(crate) fn find<'a>(
    program: &'a OsStr,
    path: Option<&OsStr>,
    cwd: &Path,
) -> Result<Cow<'a, Path>, StartError> {
    if program.as_bytes().contains(&b'/') {
        return Ok(Cow::Borrowed(Path::new(program)));
    }
    let mut not_executable = None;
    for folder in folders(path.unwrap_or(OsStr::new(DEFAULT_PATH))) {
        let candidate = folder.join(program);
        match fs::metadata(cwd.join(&candidate)) {
            Ok(it) if !it.is_file() => {}
            Ok(it) if may_execute(&it) => return Ok(Cow::Owned(candidate)),
            Ok(_) => not_executable = not_executable.or(Some(candidate)),
            Err(_) => {}
        }
    }
    Err(match not_executable {
        Some(path) => StartError::NotExecutable { path },
        None => StartError::NotFound {
            program: PathBuf::from(program),
        },
    })
}

/// An empty entry means the working folder.
fn folders(path: &OsStr) -> impl Iterator<Item = &Path> {
    let entries = path.as_bytes().split(|it| *it == b':');
    entries.map(|it| Path::new(OsStr::from_bytes(if it.is_empty() { b"." } else { it })))
}

/// Whether anybody may. For whom is up to the system, which is asked next.
pub(crate) fn may_execute(metadata: &fs::Metadata) -> bool {
    metadata.permissions().mode() & 0o111 != 0
}
