//! A scratch folder, and problems short enough to compare.

use std::fs;
use std::path::{Path, PathBuf};

use stdx::Problem;

/// Files below a folder that goes away with the test.
#[derive(Debug)]
pub(crate) struct Tree {
    folder: tempfile::TempDir,
}

impl Tree {
    pub(crate) fn new(files: &[(&str, &str)]) -> Tree {
        let folder = tempfile::tempdir().unwrap();
        let tree = Tree { folder };
        for (path, text) in files {
            tree.put(path, text);
        }
        tree
    }

    pub(crate) fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        stdx::fs::write_atomic(&path, text.as_bytes(), stdx::fs::Access::Keep).unwrap();
    }

    pub(crate) fn link(&self, path: &str, target: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn root(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap()
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let bytes = stdx::fs::read(&self.path(path), stdx::fs::Limit::mebibytes(1)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// `path` as it is below the folder.
    pub(crate) fn short(&self, path: &Path) -> String {
        let root = self.root();
        let path = path.strip_prefix(&root).unwrap_or(path);
        path.to_string_lossy().into_owned()
    }

    /// Each problem as `severity code file:line:column`.
    pub(crate) fn problems(&self, problems: &[Problem]) -> Vec<String> {
        let line = |it: &Problem| {
            let file = it.file.as_deref().map(|it| self.short(it));
            let place = it.place.map(|it| format!(":{}:{}", it.line, it.column));
            format!(
                "{} {} {}{}",
                it.severity,
                it.code,
                file.unwrap_or_default(),
                place.unwrap_or_default()
            )
        };
        problems.iter().map(line).collect()
    }
}
