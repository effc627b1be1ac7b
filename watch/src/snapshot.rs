//! What was last seen of each file, and what is different now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::change::{Change, ChangeKind};

/// By what a file is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    /// What the file system says about it.
    pub(crate) stat: Stat,
    /// What it holds.
    pub(crate) content: Content,
    /// Whether the stat alone shows the next change.
    pub(crate) trust: StatTrust,
}

/// What the file system says about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// The length in bytes.
    pub(crate) length: u64,
    /// When it was last written, where the system knows it.
    pub(crate) modified: Option<SystemTime>,
    /// The number of the file on its disk, 0 where there is none.
    pub(crate) number: u64,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A hash of its bytes; it means something within one [`Snapshot`] alone.
    Hash(u64),
    /// Too much to be read each time; the stat decides.
    Large,
    /// It may not be read.
    Unreadable,
}

/// Whether an equal stat means an equal content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatTrust {
    /// The file had been left alone for a while when it was read.
    Settled,
    /// It was just written when it was read: a second write of the same length could bear the same
    /// time.
    Fresh,
}

impl Fingerprint {
    /// Whether both stand for the same content.
    fn holds_the_same(&self, other: &Fingerprint) -> bool {
        match (self.content, other.content) {
            (Content::Large, Content::Large) => self.stat == other.stat,
            (ours, theirs) => ours == theirs,
        }
    }
}

/// The files that were last seen.
///
/// Events only say where to look: what changed is found by comparing, so nothing is told that did
/// not happen, and a lost event loses nothing that the next look finds.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    files: BTreeMap<PathBuf, Fingerprint>,
}

impl Snapshot {
    /// What was last seen of this file.
    pub(crate) fn get(&self, path: &Path) -> Option<&Fingerprint> {
        self.files.get(path)
    }

    /// Takes `found` as all there is now at and below `scope`, and tells what is different.
    ///
    /// Files of `found` outside `scope` are taken as well.
    pub(crate) fn settle(
        &mut self,
        scope: &Path,
        found: BTreeMap<PathBuf, Fingerprint>,
    ) -> Vec<Change> {
        let gone: Vec<PathBuf> = (self.below(scope))
            .filter(|path| !found.contains_key(*path))
            .cloned()
            .collect();
        let vanished = gone.into_iter().inspect(|path| {
            self.files.remove(path);
        });
        let mut changes: Vec<Change> = vanished
            .map(|path| Change {
                path,
                kind: ChangeKind::Vanished,
            })
            .collect();
        for (path, fingerprint) in found {
            changes.extend(self.see(path, fingerprint));
        }
        changes.sort_unstable();
        changes
    }

    /// Paths sort by their parts, so all that lies below a folder stands together.
    fn below(&self, scope: &Path) -> impl Iterator<Item = &PathBuf> {
        let from_scope = self.files.range(scope.to_owned()..).map(|(path, _)| path);
        from_scope.take_while(move |path| path.starts_with(scope))
    }

    fn see(&mut self, path: PathBuf, fingerprint: Fingerprint) -> Option<Change> {
        let kind = match self.files.insert(path.clone(), fingerprint) {
            None => ChangeKind::Appeared,
            Some(before) if before.holds_the_same(&fingerprint) => return None,
            Some(_) => ChangeKind::Changed,
        };
        Some(Change { path, kind })
    }
}
