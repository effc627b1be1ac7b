//! What is to be watched.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Folders that are never looked into: they hold what others made, in numbers which exhaust the
/// watches of a machine.
const SKIPPED: &[&str] = &["node_modules", ".git", "target"];

/// Deeper than any tree that people edit by hand, and shallow enough for a link that leads astray.
const DEFAULT_DEPTH: usize = 8;

/// A recursion goes this deep at most, whatever a root asks for.
const GREATEST_DEPTH: usize = 64;

/// A file or a folder to be watched. It need not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// An absolute path. Changes are told under it, as it is written here, also when it is a link.
    pub path: PathBuf,
    /// How many levels below it count: 0 is the path itself as a file, 1 the files of a folder.
    pub depth: usize,
    /// Which files count.
    pub keep: Keep,
}

/// Which files count, by their name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    Everything,
    /// Those with one of these names, such as `SKILL.md`.
    Named(Vec<OsString>),
    /// Those with one of these extensions, written without the dot.
    Ending(Vec<OsString>),
}

impl Root {
    /// A single file, in whatever folder it appears.
    pub fn file(path: impl Into<PathBuf>) -> Root {
        Root {
            path: path.into(),
            depth: 0,
            keep: Keep::Everything,
        }
    }

    /// All files of a folder, down to eight levels. Folders called `node_modules`, `.git` or
    /// `target` below it are left out.
    pub fn folder(path: impl Into<PathBuf>) -> Root {
        Root {
            path: path.into(),
            depth: DEFAULT_DEPTH,
            keep: Keep::Everything,
        }
    }

    /// The same down to another level, 64 at most.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Root {
        self.depth = depth.min(GREATEST_DEPTH);
        self
    }

    /// The same for these files alone.
    #[must_use]
    pub fn keeping(mut self, keep: Keep) -> Root {
        self.keep = keep;
        self
    }

    /// How many levels remain below `path`, if this root reaches it at all.
    pub(crate) fn levels_below(&self, path: &Path) -> Option<usize> {
        let rest = path.strip_prefix(&self.path).ok()?;
        let n_levels = rest.components().count();
        let mut above = rest.parent().unwrap_or(rest).iter();
        match above.any(is_skipped) {
            true => None,
            false => self.depth.min(GREATEST_DEPTH).checked_sub(n_levels),
        }
    }

    /// Whether a folder at `path` is looked into.
    pub(crate) fn enters(&self, path: &Path) -> bool {
        path == self.path || !path.file_name().is_some_and(is_skipped)
    }

    /// Whether a file at `path` counts.
    pub(crate) fn keeps(&self, path: &Path) -> bool {
        let is_among = |names: &[OsString], found: Option<&OsStr>| {
            found.is_some_and(|found| names.iter().any(|it| it == found))
        };
        match &self.keep {
            Keep::Everything => true,
            Keep::Named(names) => is_among(names, path.file_name()),
            Keep::Ending(endings) => is_among(endings, path.extension()),
        }
    }
}

fn is_skipped(name: &OsStr) -> bool {
    SKIPPED.iter().any(|it| *it == name)
}
