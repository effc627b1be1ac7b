//! Which entry a name means.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::Arc;

use super::entry::Entry;

/// The entries of each name, the one in force first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    names: BTreeMap<String, Vec<usize>>,
    /// Entries that lead to a file which another entry has already, and that entry.
    twice: Vec<(usize, usize)>,
}

impl Index {
    /// `entries` are in order.
    pub(crate) fn new(entries: &[Arc<Entry>]) -> Index {
        let mut res = Index::default();
        // Compared as bytes: paths are compared part by part, which is slow.
        let mut seen: BTreeMap<(&OsStr, Option<&str>), usize> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            let Some(skill) = &entry.skill else { continue };
            // A plugin's skill has a name of its own, also when the file is somebody else's too.
            let file = entry
                .real()
                .map(|it| (it.as_os_str(), skill.source.plugin()));
            if let Some(first) = file.and_then(|it| seen.get(&it)) {
                res.twice.push((at, *first));
                continue;
            }
            seen.extend(file.map(|it| (it, at)));
            res.names.entry(skill.name.clone()).or_default().push(at);
        }
        for group in res.names.values_mut() {
            // A folder of commands may be called like a plugin, and must not take its place.
            group.sort_by_key(|it| !is_of_plugin(&entries[*it]));
        }
        res
    }

    pub(crate) fn winner(&self, name: &str) -> Option<usize> {
        self.names.get(name)?.first().copied()
    }

    pub(crate) fn winners(&self) -> impl Iterator<Item = usize> {
        self.names.values().filter_map(|it| it.first().copied())
    }

    pub(crate) fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.names.values().map(Vec::as_slice)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    pub(crate) fn twice(&self) -> &[(usize, usize)] {
        &self.twice
    }
}

fn is_of_plugin(entry: &Entry) -> bool {
    let skill = entry.skill.as_ref();
    skill.is_some_and(|it| it.source.plugin().is_some())
}
