//! The files of the repository, read once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Hidden folders at the root which are ours; all others belong to tools.
const OURS: &[&str] = &[".cargo", ".ci", ".github"];

/// Every file by its path below the root, with `/` between the parts.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The text, or nothing where a file is not text.
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// Reads the repository below `root`.
    pub(crate) fn read(root: &Path) -> Result<Tree, Failure> {
        let mut files = BTreeMap::new();
        for path in paths(root)? {
            let full = root.join(&path);
            let bytes = fs::read(&full).map_err(|error| Failure::io(&full, &error))?;
            files.insert(path, String::from_utf8(bytes).ok());
        }
        Ok(Tree { files })
    }

    /// A tree for tests.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| (path.to_string(), Some(text.to_string()));
        Tree {
            files: files.iter().map(file).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }
}

/// The regular files below a folder; links are not followed, and what is built is left out.
pub(crate) fn paths(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut res = Vec::new();
    walk(folder, "", &mut res)?;
    res.sort();
    Ok(res)
}

fn walk(folder: &Path, prefix: &str, res: &mut Vec<String>) -> Result<(), Failure> {
    let broken = |error: std::io::Error| Failure::io(folder, &error);
    for entry in fs::read_dir(folder).map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().map_err(broken)?;
        if kind.is_file() {
            res.push(path);
        } else if kind.is_dir() && !is_foreign(&path) {
            walk(&entry.path(), &format!("{path}/"), res)?;
        }
    }
    Ok(())
}

fn is_foreign(path: &str) -> bool {
    let is_hidden = path.starts_with('.') && !path.contains('/') && !OURS.contains(&path);
    path == "target" || is_hidden
}
