//! Finds the files of skills in a place. Nothing is read but folders.
//!
//! A place is one level deep, or a tree of commands with a limit; a link is followed once, never
//! out of the place's boundary and never to a folder that holds the place, so no link can start a
//! walk over the disk (sk-05).

mod commands;
mod folders;

use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use stdx::Problem;
use stdx::fs::cause;

use crate::place::{Layout, SkillPlace};

/// The most entries of one folder, and the most commands of one place.
pub(crate) const MAX_ENTRIES: usize = 20_000;

/// A place that is there.
#[derive(Debug)]
pub(crate) struct Scope<'p> {
    place: &'p SkillPlace,
    /// The folder with all links resolved.
    pub real: PathBuf,
    boundary: Option<PathBuf>,
}

/// Something that stands in a place: a file to read, or what is wrong with it, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sighting {
    /// Its path below the place: the folder of a skill, the file of a command.
    pub key: PathBuf,
    /// The file to read.
    pub found: Option<Found>,
    /// What is wrong or odd about it.
    pub problems: Vec<Problem>,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The name by its place.
    pub name: String,
    /// The file, by the way it was found.
    pub file: PathBuf,
    /// The file with all links resolved: the same file counts once.
    pub real: PathBuf,
    /// Whether a link led to it.
    pub way: Way,
}

/// How a file was reached; where two ways lead to one file, the direct one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    Direct,
    Linked,
}

/// Where an entry of a folder leads.
enum Target {
    Folder(PathBuf, Way),
    File(PathBuf, Way),
    /// Nothing that could be a skill.
    Other,
}

impl<'p> Scope<'p> {
    /// Opens a place; `None` if it is not there.
    pub(crate) fn open(place: &'p SkillPlace) -> Result<Option<Scope<'p>>, Problem> {
        let real = match fs::canonicalize(&place.dir) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(unreadable(&place.dir, &error)),
        };
        // Without its real path a boundary still holds, by the path as it was given.
        let boundary = place.boundary.as_ref();
        let boundary = boundary.map(|it| fs::canonicalize(it).unwrap_or_else(|_| it.clone()));
        let scope = Scope {
            place,
            real,
            boundary,
        };
        match scope.is_inside(&scope.real) {
            true => Ok(Some(scope)),
            false => Err(leads_outside(&place.dir, &scope.real)),
        }
    }

    /// Everything in the place, sorted, and what is wrong with the place itself.
    pub(crate) fn all(&self) -> (Vec<Sighting>, Vec<Problem>) {
        match self.place.layout {
            Layout::Folders => self.all_folders(),
            Layout::Commands => self.all_commands(),
        }
    }

    /// What stands at one key; `None` if there is nothing, or nothing that a look at the whole
    /// place would find.
    pub(crate) fn at(&self, key: &Path) -> Option<Sighting> {
        let is_hidden = |it: &OsStr| it.as_encoded_bytes().starts_with(b".");
        if key.iter().any(is_hidden) {
            return None;
        }
        let path = self.place.dir.join(key);
        let parent = fs::canonicalize(path.parent()?).ok()?;
        let leads_up = parent != self.real && self.real.starts_with(&parent);
        if leads_up || !self.is_inside(&parent) {
            return None;
        }
        let file_type = fs::symlink_metadata(&path).ok()?.file_type();
        let target = self.follow(&path, (parent.join(path.file_name()?), file_type));
        match self.place.layout {
            Layout::Folders => self.folder(key.as_os_str(), target),
            Layout::Commands => self.command(key, target),
        }
    }

    fn is_inside(&self, real: &Path) -> bool {
        self.boundary.as_ref().is_none_or(|it| real.starts_with(it))
    }

    /// Follows an entry. `path` is the way to it, `real` its folder with links resolved.
    fn follow(
        &self,
        path: &Path,
        (real, file_type): (PathBuf, FileType),
    ) -> Result<Target, Problem> {
        if file_type.is_dir() {
            return Ok(Target::Folder(real, Way::Direct));
        }
        if !file_type.is_symlink() {
            return Ok(Target::File(real, Way::Direct));
        }
        let target = fs::canonicalize(path).map_err(|error| dangling(path, &error))?;
        if !self.is_inside(&target) {
            return Err(leads_outside(path, &target));
        }
        match fs::metadata(&target).map(|it| it.is_dir()) {
            Ok(true) if self.real.starts_with(&target) => Err(leads_up(path, &target)),
            Ok(true) => Ok(Target::Folder(target, Way::Linked)),
            Ok(false) => Ok(Target::File(target, Way::Linked)),
            Err(_) => Ok(Target::Other),
        }
    }
}

/// The entries of a folder, sorted, hidden ones left out.
fn list(dir: &Path) -> io::Result<Vec<(std::ffi::OsString, FileType)>> {
    let mut res = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            res.push((name, entry.file_type()?));
        }
    }
    res.sort_by(|left, right| left.0.cmp(&right.0));
    Ok(res)
}

/// A name of the file system as a name to type.
fn typed(name: &OsStr) -> Result<&str, &'static str> {
    let name = name.to_str().ok_or("is not UTF-8")?;
    match crate::names::name_fault(name) {
        None => Ok(name),
        Some(fault) => Err(fault),
    }
}

fn refused_name(path: &Path, fault: &str) -> Problem {
    let message = format!(
        "the name of `{}` {fault}, so it is not loaded",
        path.display()
    );
    Problem::error("skills/name", message).in_file(path)
}

fn too_many(dir: &Path) -> Problem {
    let message = format!(
        "`{}` holds more than {MAX_ENTRIES} entries; the rest is not looked at",
        dir.display()
    );
    Problem::error("skills/too-many", message).in_file(dir)
}

fn unreadable(path: &Path, error: &io::Error) -> Problem {
    let message = format!("`{}` cannot be read: {}", path.display(), cause(error));
    Problem::error("skills/file-unreadable", message).in_file(path)
}

fn dangling(path: &Path, error: &io::Error) -> Problem {
    let why = cause(error);
    let message = format!("the link `{}` leads nowhere: {why}", path.display());
    Problem::error("skills/link-dangling", message).in_file(path)
}

fn leads_outside(path: &Path, target: &Path) -> Problem {
    let message = format!(
        "the link `{}` leads to `{}`, outside of what it came with",
        path.display(),
        target.display()
    );
    Problem::error("skills/link-outside", message)
        .in_file(path)
        .with_hint("put the skill itself there, or link it from a personal folder")
}

fn leads_up(path: &Path, target: &Path) -> Problem {
    let message = format!(
        "the link `{}` leads to `{}`, which it is a part of",
        path.display(),
        target.display()
    );
    Problem::warning("skills/link-loop", message).in_file(path)
}
