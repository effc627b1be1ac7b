//! Takes up what changed on disk, and nothing else.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Registry;
use super::reading::Job;
use crate::discover::Scope;
use crate::place::Layout;

/// A registry after a change.
#[derive(Clone, Debug)]
pub struct Change {
    /// The skills as they are now.
    pub registry: Registry,
    /// The files that were read for it, in order.
    pub read: Vec<PathBuf>,
}

/// What of a place has to be looked at again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Affected {
    /// Which keys there are, and what stands at or below one path.
    Tree(usize, PathBuf),
    /// What stands at one key.
    Key(usize, PathBuf),
}

impl Registry {
    /// The registry after these files or folders were written, made, renamed or removed.
    ///
    /// Only files that are new or named are read. A file that is there and cannot be understood
    /// now, because it is half-written, empty or unreadable, keeps its last good version in force,
    /// and a problem says so; one that is gone is gone.
    pub fn changed(&self, paths: &[PathBuf]) -> Change {
        let affected: BTreeSet<Affected> = paths.iter().flat_map(|it| self.affected(it)).collect();
        let mut registry = self.clone();
        let mut read = Vec::new();
        for affected in &affected {
            match affected {
                Affected::Tree(place, below) => registry.rescan((*place, below), &mut read),
                Affected::Key(place, key) => registry.reread((*place, key), &mut read),
            }
        }
        if !affected.is_empty() {
            registry.reindex();
        }
        Change { registry, read }
    }

    fn affected(&self, path: &Path) -> Vec<Affected> {
        let places = self.places.iter().enumerate();
        let mut res: Vec<Affected> = places
            .filter_map(|(at, place)| {
                let real = std::fs::canonicalize(&place.dir).ok();
                let dirs = [Some(place.dir.clone()), real];
                let mut found = dirs
                    .iter()
                    .flatten()
                    .filter_map(|it| Registry::affected_in((at, place.layout), it, path));
                found.next()
            })
            .collect();
        // What a link leads to is watched under its own path.
        let linked = self.entries.iter().filter(|it| {
            let real = it.real();
            real == Some(path) || real.and_then(Path::parent) == Some(path)
        });
        res.extend(linked.map(|it| Affected::Key(it.place, it.key.clone())));
        res
    }

    fn affected_in((place, layout): (usize, Layout), dir: &Path, path: &Path) -> Option<Affected> {
        if dir.starts_with(path) {
            return Some(Affected::Tree(place, PathBuf::new()));
        }
        let below = path.strip_prefix(dir).ok()?;
        match layout {
            Layout::Folders => {
                let mut parts = below.iter();
                let key = PathBuf::from(parts.next()?);
                let is_skill = match (parts.next(), parts.next()) {
                    (None, _) => true,
                    (Some(file), None) => file.eq_ignore_ascii_case("SKILL.md"),
                    (Some(_), Some(_)) => false,
                };
                is_skill.then_some(Affected::Key(place, key))
            }
            Layout::Commands if below.extension().is_some_and(|it| it == "md") => {
                Some(Affected::Key(place, below.to_owned()))
            }
            Layout::Commands => Some(Affected::Tree(place, below.to_owned())),
        }
    }

    fn reread(&mut self, (place, key): (usize, &Path), read: &mut Vec<PathBuf>) {
        let scope = Scope::open(&self.places[place]).ok().flatten();
        let sighting = scope.and_then(|it| it.at(key));
        let mut entries = self.entries.iter();
        let before = entries.position(|it| it.place == place && it.key == key);
        let before = before.map(|it| self.entries.remove(it));
        if let Some(sighting) = sighting {
            read.extend(sighting.found.as_ref().map(|it| it.file.clone()));
            let job = Job { sighting, before };
            self.entries.push(job.run((place, &self.places[place])));
        }
    }
}
