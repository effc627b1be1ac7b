//! Places of commands: `<name>.md`, in folders which become `folder:name`.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use stdx::Problem;

use super::{
    Found, MAX_ENTRIES, Scope, Sighting, Target, Way, list, refused_name, too_many, typed,
    unreadable,
};

/// Folders in folders that are looked into.
const MAX_DEPTH: usize = 8;

/// A walk through a place of commands.
struct Walk<'s, 'p> {
    scope: &'s Scope<'p>,
    /// Folders that were visited, links resolved: each counts once.
    visited: BTreeSet<PathBuf>,
    n_entries: usize,
    sightings: Vec<Sighting>,
    problems: Vec<Problem>,
}

impl Scope<'_> {
    pub(super) fn all_commands(&self) -> (Vec<Sighting>, Vec<Problem>) {
        let mut walk = Walk {
            scope: self,
            visited: BTreeSet::new(),
            n_entries: 0,
            sightings: Vec::new(),
            problems: Vec::new(),
        };
        walk.folder(Path::new(""), &self.real, 0);
        if walk.n_entries > MAX_ENTRIES {
            walk.problems.push(too_many(&self.place.dir));
        }
        (walk.sightings, walk.problems)
    }

    /// What an entry is as a command; `None` if it is none. A link that leads nowhere is one.
    pub(super) fn command(&self, key: &Path, target: Result<Target, Problem>) -> Option<Sighting> {
        if key.extension().is_none_or(|it| it != "md") {
            return None;
        }
        let file = self.place.dir.join(key);
        let found = match target {
            Ok(Target::File(real, way)) => name(key)
                .map(|name| (name, real, way))
                .map_err(|fault| refused_name(&file, fault)),
            Ok(Target::Folder(..) | Target::Other) => return None,
            Err(problem) => Err(problem),
        };
        let key = key.to_owned();
        Some(match found {
            Ok((name, real, way)) => Sighting {
                key,
                found: Some(Found {
                    name,
                    file,
                    real,
                    way,
                }),
                problems: Vec::new(),
            },
            Err(problem) => Sighting {
                key,
                found: None,
                problems: vec![problem],
            },
        })
    }
}

impl Walk<'_, '_> {
    fn folder(&mut self, key: &Path, real: &Path, depth: usize) {
        if depth > MAX_DEPTH || !self.visited.insert(real.to_owned()) {
            return;
        }
        let entries = match list(real) {
            Ok(entries) => entries,
            Err(error) => {
                let path = self.scope.place.dir.join(key);
                return self.problems.push(unreadable(&path, &error));
            }
        };
        let mut folders: Vec<(PathBuf, PathBuf, Way)> = Vec::new();
        for (name, file_type) in entries {
            self.n_entries += 1;
            if self.n_entries > MAX_ENTRIES {
                return;
            }
            let real = real.join(&name);
            self.entry((key.join(&name), real, file_type), &mut folders);
        }
        // The direct way to a folder before a link to it.
        folders.sort_by_key(|it| it.2);
        for (key, real, _) in folders {
            self.folder(&key, &real, depth + 1);
        }
    }

    fn entry(
        &mut self,
        (key, real, file_type): (PathBuf, PathBuf, FileType),
        folders: &mut Vec<(PathBuf, PathBuf, Way)>,
    ) {
        let path = self.scope.place.dir.join(&key);
        match self.scope.follow(&path, (real, file_type)) {
            Ok(Target::Folder(real, way)) => folders.push((key, real, way)),
            Err(problem) if key.extension().is_none() => self.problems.push(problem),
            target => self.sightings.extend(self.scope.command(&key, target)),
        }
    }
}

/// `sub/name.md` is `sub:name` [claude-code.md 2.1].
fn name(key: &Path) -> Result<String, &'static str> {
    let stem = key.with_extension("");
    let parts: Result<Vec<&str>, _> = stem.iter().map(typed).collect();
    Ok(parts?.join(":"))
}
