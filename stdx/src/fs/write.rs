//! Writing so that a crash leaves the old file or the new one.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::read::{never_wait, refuse_special, why_not_opened};
use super::{FileError, Operation};

/// Who may read what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The mode of the file that is there, or what the system gives a new one.
    Keep,
    /// Its owner alone; folders made on the way too.
    OwnerOnly,
}

/// Replaces the content of `path` as a whole: after a crash it is the old or the new one.
///
/// Folders on the way are made. A symbolic link stays and its target is written, also when the
/// target does not exist yet.
///
/// # Errors
///
/// [`FileError::NotAFile`] when something else than a regular file is there, [`FileError::Io`]
/// otherwise; the old content is then untouched.
pub fn write_atomic(path: &Path, bytes: &[u8], access: Access) -> Result<(), FileError> {
    let failed = |source| FileError::io(path, Operation::Write, source);
    let target = Target::find(path, access).map_err(failed)?;
    if let Some(old) = &target.old {
        refuse_special(path, old)?;
    }
    target.replace(bytes).map_err(failed)
}

/// The file behind the links.
#[derive(Debug)]
struct Target {
    path: PathBuf,
    /// What is there now.
    old: Option<fs::Metadata>,
    access: Access,
}

impl Target {
    fn find(path: &Path, access: Access) -> io::Result<Target> {
        let path = behind_links(path)?;
        match fs::metadata(&path) {
            Ok(metadata) => Ok(Target {
                path,
                old: Some(metadata),
                access,
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Target {
                path,
                old: None,
                access,
            }),
            Err(error) => Err(error),
        }
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let folder = folder_of(&self.path);
        make_folder(folder, self.access)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(".tmp");
        set_new_mode(&mut builder, self.access);
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        if let (Some(old), Access::Keep) = (&self.old, self.access) {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|it| it.error)?;
        sync_folder(folder);
        Ok(())
    }
}

/// Follows links by hand, since the last target may not exist yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut res = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&res) {
            Ok(target) => res = folder_of(&res).join(target),
            Err(_) => return Ok(res),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn make_folder(folder: &Path, access: Access) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    #[cfg(not(unix))]
    let _ = access;
    builder.create(folder)
}

/// `tempfile` makes files for their owner alone; one that is to be kept gets what the umask
/// leaves.
fn set_new_mode(builder: &mut tempfile::Builder<'_, '_>, access: Access) {
    #[cfg(unix)]
    if access == Access::Keep {
        use std::os::unix::fs::PermissionsExt;

        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = (builder, access);
}

/// Makes the rename survive a power cut. The content is in place already, and some file systems
/// cannot sync a folder, so a failure changes nothing.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|it| it.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

/// Adds `line` and a line feed to the end of `path` in one write, so that the lines of several
/// processes do not mix. Folders on the way and the file are made.
///
/// A last line that a crash left unfinished is ended first and spoils nothing but itself.
///
/// # Errors
///
/// [`FileError::NotAFile`] when something else than a regular file is there, [`FileError::Io`]
/// otherwise, also for a line of which a full disk took only a part.
pub fn append_line(path: &Path, line: &[u8], access: Access) -> Result<(), FileError> {
    let failed = |source| FileError::io(path, Operation::Append, source);
    make_folder(folder_of(path), access).map_err(failed)?;
    let mut file = open_to_append(path, access)?;
    let metadata = file.metadata().map_err(failed)?;
    refuse_special(path, &metadata)?;
    tighten(&file, &metadata, access).map_err(failed)?;
    append(&mut file, line).map_err(failed)
}

/// Takes from others what an older hand or a wider mode gave them.
fn tighten(file: &File, metadata: &fs::Metadata, access: Access) -> io::Result<()> {
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        use std::os::unix::fs::PermissionsExt;

        if metadata.permissions().mode() & 0o077 != 0 {
            file.set_permissions(fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    let _ = (file, metadata, access);
    Ok(())
}

fn open_to_append(path: &Path, access: Access) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    never_wait(&mut options);
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    options
        .open(path)
        .map_err(|source| why_not_opened(path, Operation::Append, source))
}

fn append(file: &mut File, line: &[u8]) -> io::Result<()> {
    let mut whole = Vec::with_capacity(line.len() + 2);
    if ends_unfinished(file)? {
        whole.push(b'\n');
    }
    whole.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
    whole.push(b'\n');
    match file.write(&whole)? {
        n if n == whole.len() => Ok(()),
        n => Err(io::Error::other(format!(
            "only {n} of {} bytes were written",
            whole.len()
        ))),
    }
}

fn ends_unfinished(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
