//! Paths that must not leave a folder.

use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder and everything that may be read as part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside<'a> {
    /// The folder, canonical.
    root: &'a Path,
}

/// Why a path is not read.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It is absolute, climbs, or is or meets a link that leads out.
    Leaves(&'static str),
    /// Nothing is there.
    Missing,
    /// The system refuses.
    Unreadable(io::Error),
}

/// A path as somebody wrote it, made relative.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Relative to the folder.
    pub(crate) path: PathBuf,
    /// What was unusual about it.
    pub(crate) oddity: Option<Oddity>,
}

/// What is unusual about a path that is understood all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// It does not start with `./`.
    NoDot,
    /// It names the plugin's folder by the variable.
    Variable,
    /// It ends in `*` or `*.md`.
    Star,
}

/// What a path written in a manifest means; nothing on disk is touched.
pub(crate) fn written(text: &str) -> Result<Written, Refused> {
    let (text, variable) = match text.strip_prefix("${CLAUDE_PLUGIN_ROOT}") {
        Some(rest) => (rest.trim_start_matches('/'), Some(Oddity::Variable)),
        None => (text, None),
    };
    if text.trim().is_empty() {
        return Err(Refused::Missing);
    }
    if text.starts_with(['/', '\\', '~']) || has_drive(text) || Path::new(text).is_absolute() {
        return Err(Refused::Leaves("it is absolute"));
    }
    if text.split(['/', '\\']).any(|it| it == "..") {
        return Err(Refused::Leaves("it climbs with `..`"));
    }
    let (text, star) = match text.strip_suffix("/*").or(text.strip_suffix("/*.md")) {
        Some(folder) => (folder, Some(Oddity::Star)),
        None => (text, None),
    };
    let has_dot = text == "." || text.starts_with("./");
    let no_dot = (!has_dot && variable.is_none()).then_some(Oddity::NoDot);
    Ok(Written {
        path: Path::new(text)
            .components()
            .filter(|it| *it != Component::CurDir)
            .collect(),
        oddity: variable.or(star).or(no_dot),
    })
}

/// `C:` at the start means a disk on Windows, and nothing sensible elsewhere.
fn has_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|it| it.is_ascii_alphabetic()) && chars.next() == Some(':')
}

impl<'a> Inside<'a> {
    /// `root` is canonical.
    pub(crate) fn new(root: &'a Path) -> Inside<'a> {
        Inside { root }
    }

    pub(crate) fn root(&self) -> &'a Path {
        self.root
    }

    /// A relative path below the folder; an empty one is the folder.
    pub(crate) fn join(&self, relative: &Path) -> PathBuf {
        match relative.as_os_str().is_empty() {
            true => self.root.to_owned(),
            false => self.root.join(relative),
        }
    }

    /// Where `path` really is.
    pub(crate) fn real(&self, path: &Path) -> Result<PathBuf, Refused> {
        let real = path.canonicalize().map_err(|it| match it.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Refused::Missing,
            io::ErrorKind::InvalidInput => Refused::Missing,
            _ => Refused::Unreadable(it),
        })?;
        match real.starts_with(self.root) {
            true => Ok(real),
            false => Err(Refused::Leaves("a link leads out")),
        }
    }
}
