//! Paths as texts: absolute, without `.` and `..`, and never looked up on the disk.

use std::path::{Component, Path, PathBuf};

/// `path` as seen from `cwd`, with a leading `~` replaced by `home`.
pub(crate) fn resolve(path: &str, cwd: &Path, home: &Path) -> PathBuf {
    let joined = match path.strip_prefix('~') {
        Some("") => home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        Some(_) | None => cwd.join(path),
    };
    normal(&joined)
}

/// `path` without `.`, and with each `..` taking the name before it away.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut res = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                // Above the root is the root, as the system has it.
                res.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                res.push(component);
            }
        }
    }
    res
}
