//! The rules as they apply to what exists now.

use std::path::{Path, PathBuf};

use super::super::SandboxRules;
use super::super::grants::{Entry, Kind};

/// The rules with links resolved, and without what does not exist.
pub(super) fn existing(rules: &SandboxRules) -> SandboxRules {
    let real = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let mut res: Vec<_> = paths
            .iter()
            .filter_map(|it| it.canonicalize().ok())
            .collect();
        // Parents come first, so that each is settled before what lies beneath it.
        res.sort();
        res.dedup();
        res
    };
    let writable = real(&rules.writable);
    // What cannot be written anyway needs no protection.
    let within = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let paths = real(paths).into_iter();
        paths
            .filter(|it| writable.iter().any(|at| it.starts_with(at)))
            .collect()
    };
    let hidden = real(&rules.hidden);
    // What is hidden is protected by that, but for what is writable in it.
    let is_seen = |it: &PathBuf| !hidden.iter().any(|at| it.starts_with(at));
    SandboxRules {
        protected: within(&rules.protected)
            .into_iter()
            .filter(is_seen)
            .collect(),
        fixed: within(&rules.fixed),
        writable,
        hidden: hidden.clone(),
        shown: real(&rules.shown),
        view: rules.view,
    }
}

/// What is in a folder, links left out.
pub(super) fn entries(folder: &Path) -> Vec<Entry> {
    let found = std::fs::read_dir(folder).into_iter().flatten();
    let mut res: Vec<Entry> = found
        .filter_map(Result::ok)
        .filter_map(|it| {
            let kind = match it.file_type().ok()? {
                kind if kind.is_symlink() => return None,
                kind if kind.is_dir() => Kind::Folder,
                _ => Kind::File,
            };
            Some(Entry {
                path: it.path(),
                kind,
            })
        })
        .collect();
    res.sort_by(|left, right| left.path.cmp(&right.path));
    res
}

/// A path as an entry.
pub(super) fn entry(path: &Path) -> Entry {
    Entry {
        path: path.to_owned(),
        kind: match path.is_dir() {
            true => Kind::Folder,
            false => Kind::File,
        },
    }
}
