//! Folders of skills in a throw-away place.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::{Layout, Product, Registry, SkillPlace, Source};

pub(crate) struct Tree {
    folder: tempfile::TempDir,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        let folder = tempfile::tempdir().unwrap();
        Tree { folder }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        let root = fs::canonicalize(self.folder.path()).unwrap();
        match below {
            "" => root,
            below => root.join(below),
        }
    }

    pub(crate) fn write(&self, below: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(&path)
            .unwrap()
            .write_all(text.as_ref())
            .unwrap();
        path
    }

    /// A skill in a folder, whose description is `about` it.
    pub(crate) fn skill(&self, below: &str) -> PathBuf {
        let text = format!("---\ndescription: about {below}\n---\nDo {below}.\n");
        self.write(&format!("{below}/SKILL.md"), text)
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, below: &str, target: &str) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub(crate) fn place(&self, below: &str) -> SkillPlace {
        SkillPlace {
            dir: self.path(below),
            source: Source::Project,
            product: Product::ClaudeCode,
            layout: Layout::Folders,
            boundary: None,
        }
    }

    pub(crate) fn load(&self, below: &str) -> Registry {
        Registry::load(vec![self.place(below)], Vec::new())
    }

    /// What `path` is below the tree.
    pub(crate) fn below(&self, path: &Path) -> String {
        let root = self.path("");
        path.strip_prefix(root).unwrap().display().to_string()
    }

    /// `code file` of each problem.
    pub(crate) fn problems(&self, registry: &Registry) -> Vec<String> {
        let problems = registry.problems();
        let shown = problems.iter().map(|it| {
            let file = it.file.as_ref().expect("each problem names its file");
            format!("{} {}", it.code, self.below(file))
        });
        shown.collect()
    }
}
