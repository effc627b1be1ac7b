//! The files below a path that are worth reading.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use stdx::Problem;
use stdx::fs::{Limit, cause};

use super::recognise::{Kind, may_be_known, recognise};

/// The largest file that is read to say what it is; a larger one is known by its place alone.
const LIMIT: Limit = Limit::mebibytes(1);

/// The deepest folder that is looked into.
const MOST_DEPTH: usize = 64;

/// The most entries that are looked at.
const MOST_ENTRIES: usize = 500_000;

/// Folders that hold nothing of the project's own.
const SKIPPED: [&str; 3] = [".git", "node_modules", "target"];

/// The files of known kinds below `path`, and what kept others from being looked at.
///
/// Links to folders are not followed: what they lead to is found where it stands, or is somebody
/// else's. A link to a file counts where its target lies below `path` and has another name.
pub(super) fn walk(path: &Path, project: &Path) -> (BTreeMap<PathBuf, Kind>, Vec<Problem>) {
    let mut walk = Walk {
        root: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        base: base(path, project),
        n_entries: 0,
        found: BTreeMap::new(),
        problems: Vec::new(),
    };
    match path.is_dir() {
        true => walk.folder(path, 0),
        false => walk.file(path),
    }
    (walk.found, walk.problems)
}

/// The project, the folder around a folder outside of it, the root for a single file outside.
fn base(path: &Path, project: &Path) -> PathBuf {
    let is_inside = path.starts_with(project) && path != project;
    let around = path.parent().filter(|_| path.is_dir() && path != project);
    match (is_inside, around) {
        (true, _) => project.to_owned(),
        (false, Some(around)) => around.to_owned(),
        (false, None) if path == project => project.to_owned(),
        (false, None) => PathBuf::new(),
    }
}

struct Walk {
    /// The path with links resolved.
    root: PathBuf,
    /// The folder from which a file is named: what lies above it says nothing about the file.
    base: PathBuf,
    n_entries: usize,
    found: BTreeMap<PathBuf, Kind>,
    problems: Vec<Problem>,
}

impl Walk {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("the folder cannot be read: {}", cause(&error));
                return self.skip(folder, message);
            }
        };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.n_entries += 1;
            if depth >= MOST_DEPTH || self.n_entries > MOST_ENTRIES {
                return self.skip_the_rest(folder);
            }
            self.entry(&entry, depth);
        }
    }

    fn entry(&mut self, entry: &fs::DirEntry, depth: usize) {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else {
            return;
        };
        let is_skipped = SKIPPED.iter().any(|it| entry.file_name() == *it);
        if kind.is_dir() && !is_skipped {
            self.folder(&path, depth + 1);
        } else if kind.is_file() || kind.is_symlink() && self.is_link_inside(&path) {
            self.file(&path);
        }
    }

    fn is_link_inside(&self, path: &Path) -> bool {
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        real.is_file() && real.starts_with(&self.root) && real.file_name() != path.file_name()
    }

    fn file(&mut self, path: &Path) {
        let shown = path.strip_prefix(&self.base).unwrap_or(path);
        if !may_be_known(shown) {
            return;
        }
        let content = stdx::fs::read(path, LIMIT).unwrap_or_default();
        if let Some(kind) = recognise(shown, &content) {
            self.found.insert(path.to_owned(), kind);
        }
    }

    fn skip(&mut self, folder: &Path, message: String) {
        let problem = Problem::warning("check/not-walked", message);
        self.problems.push(problem.in_file(folder));
    }

    /// Told once: a tree that is too large is so in many folders.
    fn skip_the_rest(&mut self, folder: &Path) {
        let message = "there is too much here, so the rest is not checked";
        if self.problems.iter().all(|it| it.message != message) {
            self.skip(folder, message.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::walk;

    #[test]
    fn each_folder_that_cannot_be_read_is_told() {
        let root = tempfile::tempdir().expect("a folder");
        let mut walk = super::Walk {
            root: root.path().to_owned(),
            base: root.path().to_owned(),
            n_entries: 0,
            found: Default::default(),
            problems: Vec::new(),
        };
        walk.folder(&root.path().join("gone"), 0);
        walk.folder(&root.path().join("lost"), 0);
        walk.skip_the_rest(Path::new("a"));
        walk.skip_the_rest(Path::new("b"));
        assert_eq!(walk.problems.len(), 3, "{:?}", walk.problems);
    }

    #[test]
    fn a_tree_that_is_too_deep_is_told_once() {
        let root = tempfile::tempdir().expect("a folder");
        for name in ["a", "b"] {
            let deep: std::path::PathBuf = (0..70).map(|_| name).collect();
            std::fs::create_dir_all(root.path().join(deep)).expect("folders");
        }
        let (found, problems) = walk(root.path(), root.path());
        assert!(found.is_empty());
        assert_eq!(problems.len(), 1, "{problems:?}");
    }
}
