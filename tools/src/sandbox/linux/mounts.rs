//! A view of the files of its own: read-only where they are protected, empty where they are hidden.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_remount,
};

use super::super::grants::Kind;
use super::super::{SandboxError, SandboxRules, View, WantedView};
use super::idmap::unshare_mounts;
use super::pins::pins;
use super::real::{entries, entry};

/// Sets up the view, or tells why the system gives none. A view that was begun and could not be
/// finished is an error.
pub(super) fn own_view(rules: &SandboxRules) -> Result<View, SandboxError> {
    if rules.view == WantedView::Shared {
        let why = "it was not wanted".to_owned();
        return Ok(View::Shared { why });
    }
    let here =
        rustix::process::getcwd(Vec::new()).map_err(|it| failed("find", Path::new("."), it))?;
    let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    let begun = unshare_mounts().and_then(|()| Ok(mount_change("/", alone)?));
    if let Err(error) = begun {
        return Ok(View::Shared {
            why: stdx::fs::cause(&error),
        });
    }
    for pin in pins(rules) {
        bind(&pin)?;
    }
    rules.fixed.iter().try_for_each(|it| fix(it))?;
    rules.protected.iter().try_for_each(|it| freeze(it))?;
    rules.hidden.iter().try_for_each(|it| hide(it, rules))?;
    // The folder we stand in is still the one below the new mounts.
    rustix::process::chdir(&here).map_err(|it| failed("enter", Path::new("."), it))?;
    Ok(View::Own)
}

fn failed(what: &'static str, path: &Path, error: impl Into<io::Error>) -> SandboxError {
    SandboxError::View {
        what,
        path: path.to_owned(),
        source: error.into(),
    }
}

/// Makes a mount of what is there: it can then not be moved or removed.
fn bind(path: &Path) -> Result<(), SandboxError> {
    mount_bind_recursive(path, path).map_err(|it| failed("pin", path, it))
}

fn freeze(path: &Path) -> Result<(), SandboxError> {
    bind(path)?;
    make_read_only(path)
}

/// The folder is frozen, what is in its folders is not.
fn fix(folder: &Path) -> Result<(), SandboxError> {
    bind(folder)?;
    let inner = entries(folder).into_iter();
    inner
        .filter(|it| it.kind == Kind::Folder)
        .try_for_each(|it| bind(&it.path))?;
    make_read_only(folder)
}

fn make_read_only(path: &Path) -> Result<(), SandboxError> {
    let try_it = || {
        // A user namespace may not take back what a mount forbids, so all of that is said again.
        let flags = kept(statvfs(path)?.f_flag);
        mount_remount(path, MountFlags::BIND | MountFlags::RDONLY | flags, "")
    };
    try_it().map_err(|it| failed("protect", path, it))
}

fn kept(found: StatVfsMountFlags) -> MountFlags {
    [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ]
    .into_iter()
    .filter(|(it, _)| found.contains(*it))
    .fold(MountFlags::empty(), |all, (_, it)| all | it)
}

/// Puts an empty folder over `path`, in which what may be seen appears again.
fn hide(path: &Path, rules: &SandboxRules) -> Result<(), SandboxError> {
    if entry(path).kind == Kind::File {
        let cover = mount_bind_recursive("/dev/null", path);
        return cover.map_err(|it| failed("hide", path, it));
    }
    let opened = |paths: &[PathBuf]| -> Vec<(PathBuf, File)> {
        let inside = paths
            .iter()
            .filter(|it| it.starts_with(path) && *it != path);
        inside
            .filter_map(|it| Some((it.clone(), File::open(it).ok()?)))
            .collect()
    };
    let (shown, written) = (opened(&rules.shown), opened(&rules.writable));
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", path, "tmpfs", flags, c"mode=755,size=64k")
        .map_err(|it| failed("hide", path, it))?;
    for (it, file) in &shown {
        put_back(it, file)?;
        make_read_only(it)?;
    }
    written
        .iter()
        .try_for_each(|(it, file)| put_back(it, file))?;
    make_read_only(path)
}

/// The descriptor still leads to what lies below the cover.
fn put_back(path: &Path, file: &File) -> Result<(), SandboxError> {
    std::fs::create_dir_all(path).map_err(|it| failed("show", path, it))?;
    let below = format!("/proc/self/fd/{}", file.as_raw_fd());
    mount_bind_recursive(below, path).map_err(|it| failed("show", path, it))
}
