//! Finds the program that a command names.

use std::path::{Path, PathBuf};

use crate::options::ConnectOptions;

/// The path of the program: looked up in the `PATH` of the options, not in that of this process,
/// and a relative path from the folder of the options.
pub(crate) fn find(command: &str, options: &ConnectOptions) -> Option<PathBuf> {
    let path = Path::new(command);
    if path.components().count() > 1 || path.is_absolute() {
        return Some(options.cwd.join(path));
    }
    let folders = options.environment.iter().rev();
    let folders = folders.clone().find(|(name, _)| is_path(name))?;
    std::env::split_paths(&folders.1)
        .map(|it| options.cwd.join(it))
        .flat_map(|it| candidates(&it, command))
        .find(|it| is_program(it))
}

#[cfg(unix)]
fn is_path(name: &std::ffi::OsStr) -> bool {
    name == "PATH"
}

#[cfg(unix)]
fn candidates(folder: &Path, command: &str) -> Vec<PathBuf> {
    vec![folder.join(command)]
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let metadata = std::fs::metadata(path);
    metadata.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(windows)]
fn is_path(name: &std::ffi::OsStr) -> bool {
    name.eq_ignore_ascii_case("PATH")
}

#[cfg(windows)]
fn candidates(folder: &Path, command: &str) -> Vec<PathBuf> {
    let endings = ["", ".exe", ".cmd", ".bat"].iter();
    endings.map(|it| folder.join(format!("{command}{it}"))).collect()
}

#[cfg(windows)]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
