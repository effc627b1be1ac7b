//! The rules as they apply to what exists now.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::SandboxRules;
use super::super::grants::{Entry, Kind};

/// The rules with links resolved, and without what does not exist or is settled anyway.
pub(super) fn existing(rules: &SandboxRules) -> SandboxRules {
    let (writable, hidden) = (real(&rules.writable), real(&rules.hidden));
    let beneath = |it: &PathBuf, folders: &[PathBuf]| folders.iter().any(|at| it.starts_with(at));
    // What cannot be written needs no protection; what is hidden has it, but for what is writable in
    // it.
    let needs_it = |it: &PathBuf| beneath(it, &writable) && !beneath(it, &hidden);
    let guarded = |paths: &[PathBuf]| real(paths).into_iter().filter(needs_it).collect();
    SandboxRules {
        protected: guarded(&rules.protected),
        fixed: guarded(&rules.fixed),
        shown: real(&rules.shown),
        view: rules.view,
        writable,
        hidden,
    }
}

/// Parents come first, so that each is settled before what lies beneath it.
fn real(paths: &[PathBuf]) -> Vec<PathBuf> {
    let found = paths.iter().filter_map(|it| it.canonicalize().ok());
    let res: BTreeSet<PathBuf> = found.collect();
    res.into_iter().collect()
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
