//! What to grant so that all but a few paths are granted: rights come from above and are never taken
//! back below, so the neighbours of each exception are named instead.

use std::path::{Path, PathBuf};

/// What is left out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exceptions<'a> {
    /// Left out with all beneath.
    pub(crate) whole: &'a [PathBuf],
    /// Left out themselves, with the files in them; their folders are granted.
    pub(crate) shallow: &'a [PathBuf],
    /// Granted although they lie beneath something left out.
    pub(crate) but: &'a [PathBuf],
}

/// Something in a folder. Links are no entries: what they lead to has a place of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Folder,
    File,
}

/// The paths that together are `start` without the exceptions.
pub(crate) fn grants(
    start: &Entry,
    except: Exceptions<'_>,
    entries: &dyn Fn(&Path) -> Vec<Entry>,
) -> Vec<PathBuf> {
    let path = &start.path;
    let inside = || except.but.iter().filter(|it| it.starts_with(path)).cloned();
    if except.whole.iter().any(|it| path.starts_with(it)) {
        return inside().collect();
    }
    let is_shallow = except.shallow.contains(path);
    let mut all = except.whole.iter().chain(except.shallow);
    if start.kind == Kind::File || !all.any(|it| it.starts_with(path)) {
        return vec![path.clone()];
    }
    entries(path)
        .iter()
        .filter(|it| !is_shallow || it.kind == Kind::Folder)
        .flat_map(|it| grants(it, except, entries))
        .collect()
}
