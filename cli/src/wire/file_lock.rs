//! One writer at a time: a lock beside a file that several processes may change.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

use stdx::fs::cause;

use crate::error::CommandError;

/// Waits until no other process changes `file`. The lock ends with the handle; its own file stays,
/// for one that is removed would be two locks.
pub(crate) fn lock(file: &Path) -> Result<File, CommandError> {
    let path = file.with_added_extension("lock");
    locked(&path).map_err(|it| {
        let why = cause(&it);
        CommandError::fault(format!("could not lock `{}`: {why}", path.display()))
    })
}

fn locked(path: &Path) -> io::Result<File> {
    make_folder(path)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    file.lock()?;
    Ok(file)
}

fn make_folder(file: &Path) -> io::Result<()> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
