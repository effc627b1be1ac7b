//! What is told about the disk.

use std::path::PathBuf;

use stdx::Problem;

/// One file is not as it was when it was last told about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The file, under the path of its root.
    pub path: PathBuf,
    /// What became of it.
    pub kind: ChangeKind,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// It was not there before.
    Appeared,
    /// It holds something else; by which way it was saved does not matter.
    Changed,
    /// It is not there any more.
    Vanished,
}

/// What happened in one window of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The changes by path, at most one of each.
    pub changes: Vec<Change>,
    /// What cannot be watched as it should, each told once.
    pub problems: Vec<Problem>,
}

impl Batch {
    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.problems.is_empty()
    }
}
