//! Puts files, folders, links and pipes into a scratch folder.

use std::fs;
use std::path::Path;

use crate::case::{Entry, What};
use crate::error::CaseError;

/// Puts an entry at a path, folders on the way included.
pub(crate) fn put(
    path: &Path,
    entry: &Entry,
    read: impl Fn(&str) -> Result<Vec<u8>, CaseError>,
) -> Result<(), CaseError> {
    match &entry.what {
        What::File(content) => put_file(path, &content.bytes(read)?, entry.mode),
        What::Folder => make_folder(path).and_then(|()| set_mode(path, entry.mode)),
        What::Link(target) => make_parent(path).and_then(|()| link(Path::new(target), path)),
        What::Fifo => make_parent(path).and_then(|()| fifo(path)),
    }
}

/// Writes a file. Nobody minds when a crash tears it: the folder is gone with us.
#[expect(
    clippy::disallowed_methods,
    reason = "a scratch folder, and syncing each file costs ten times the case"
)]
pub(crate) fn put_file(path: &Path, bytes: &[u8], mode: Option<u32>) -> Result<(), CaseError> {
    make_parent(path)?;
    fs::write(path, bytes).map_err(CaseError::io(path))?;
    set_mode(path, mode)
}

pub(crate) fn make_folder(path: &Path) -> Result<(), CaseError> {
    fs::create_dir_all(path).map_err(CaseError::io(path))
}

fn make_parent(path: &Path) -> Result<(), CaseError> {
    make_folder(path.parent().unwrap_or(path))
}

/// Removes a file, a link or a whole folder.
pub(crate) fn remove(path: &Path) -> Result<(), CaseError> {
    let metadata = fs::symlink_metadata(path).map_err(CaseError::io(path))?;
    match metadata.is_dir() {
        true => fs::remove_dir_all(path).map_err(CaseError::io(path)),
        false => fs::remove_file(path).map_err(CaseError::io(path)),
    }
}

/// Copies a folder with its links and modes.
pub(crate) fn copy_tree(from: &Path, to: &Path) -> Result<(), CaseError> {
    make_folder(to)?;
    for entry in fs::read_dir(from).map_err(CaseError::io(from))? {
        let entry = entry.map_err(CaseError::io(from))?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(CaseError::io(&from))?;
        if kind.is_dir() {
            copy_tree(&from, &to)?;
        } else if kind.is_symlink() {
            link(&fs::read_link(&from).map_err(CaseError::io(&from))?, &to)?;
        } else {
            fs::copy(&from, &to).map_err(CaseError::io(&from))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
pub(crate) fn link(target: &Path, path: &Path) -> Result<(), CaseError> {
    std::os::unix::fs::symlink(target, path).map_err(CaseError::io(path))
}

#[cfg(not(unix))]
pub(crate) fn link(target: &Path, path: &Path) -> Result<(), CaseError> {
    let source = path.parent().unwrap_or(path).join(target);
    fs::copy(source, path)
        .map(drop)
        .map_err(CaseError::io(path))
}

#[cfg(unix)]
fn fifo(path: &Path) -> Result<(), CaseError> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    let made = mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0);
    made.map_err(|error| CaseError::io(path)(error.into()))
}

#[cfg(not(unix))]
fn fifo(path: &Path) -> Result<(), CaseError> {
    Err(CaseError::nonsense(format!(
        "`{}`: there are no pipes with a name here",
        path.display()
    )))
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: Option<u32>) -> Result<(), CaseError> {
    use std::os::unix::fs::PermissionsExt;

    match mode {
        Some(mode) => {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(CaseError::io(path))
        }
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: Option<u32>) -> Result<(), CaseError> {
    Ok(())
}
