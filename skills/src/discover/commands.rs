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

    /// The command in the file at `key`.
    pub(super) fn command(&self, key: &Path, file_type: FileType) -> Option<Sighting> {
        if key.extension().is_none_or(|it| it != "md") {
            return None;
        }
        let path = self.place.dir.join(key);
        let mut res = Sighting {
            key: key.to_owned(),
            ..Sighting::default()
        };
        match self.follow(&path, (self.real.join(key), file_type)) {
            Ok(Target::File(real, way)) => match name(key) {
                Ok(name) => {
                    res.found = Some(Found {
                        name,
                        file: path,
                        real,
                        way,
                    });
                }
                Err(fault) => res.problems.push(refused_name(&path, fault)),
            },
            Ok(Target::Folder(..) | Target::Other) => return None,
            Err(problem) => res.problems.push(problem),
        }
        Some(res)
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
            let key = key.join(&name);
            let path = self.scope.place.dir.join(&key);
            match self.scope.follow(&path, (real.join(&name), file_type)) {
                Ok(Target::Folder(real, way)) => folders.push((key, real, way)),
                Ok(Target::File(..)) => self.sightings.extend(self.scope.command(&key, file_type)),
                Ok(Target::Other) => {}
                Err(problem) => self.problems.push(problem),
            }
        }
        // The direct way to a folder before a link to it.
        folders.sort_by_key(|it| it.2);
        for (key, real, _) in folders {
            self.folder(&key, &real, depth + 1);
        }
    }
}

/// `sub/name.md` is `sub:name` [claude-code.md 2.1].
fn name(key: &Path) -> Result<String, &'static str> {
    let stem = key.with_extension("");
    let parts: Result<Vec<&str>, _> = stem.iter().map(typed).collect();
    Ok(parts?.join(":"))
}
