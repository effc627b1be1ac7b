//! Tells which files changed on disk, in batches.
//!
//! A [`Root`] is a file or a folder, there or not yet. [`Watcher::start`] arms the system's own
//! watching for each folder of it; [`Watcher::next`] waits until a burst of reports is over and
//! returns a [`Batch`]. Reports only say where to look: what [changed](Change) is found by
//! comparing with what was there before, so a file saved by rename is one change, one written with
//! the same bytes is none, and a folder that is removed and made again goes on being watched.
//! [`LastGood`] holds on to what a file said while it is being saved.
//!
//! Does not know what is in the files and reads none for its caller. Nothing needs it: without it
//! the same files are read, at the next start.
//!
//! # Example
//!
//! ```
//! use std::time::Duration;
//! use stdx::fs::{Access, write_atomic};
//! use watch::{Change, ChangeKind, Heard, Options, Root, Watcher};
//!
//! let folder = tempfile::tempdir().expect("a folder for a moment");
//! let file = folder.path().join("skills/deploy/SKILL.md");
//! let roots = vec![Root::folder(folder.path().join("skills"))];
//! let mut watcher = Watcher::start(roots, &Options::default(), &stdx::Cancel::new()).value;
//!
//! std::fs::create_dir_all(file.parent().expect("it has one")).expect("an empty disk");
//! write_atomic(&file, b"Deploy it.", Access::Keep).expect("an empty disk");
//! let Heard::Batch(batch) = watcher.next(Duration::from_secs(60)) else {
//!     panic!("a new file is told");
//! };
//! let expected = Change { path: file, kind: ChangeKind::Appeared };
//! assert_eq!(batch.changes, [expected]);
//! ```
//!
//! # Limitations
//!
//! Disks of other machines report nothing: ask for [`Method::Polling`] there. When a folder that
//! lies two or more levels above a root is renamed, this shows at the next change only. Files above
//! 1 MiB are compared by length and time alone. What is only a change of rights or of time is no
//! change. The halves for macOS and Windows compile and were never run there.

mod change;
mod debounce;
mod eyes;
mod last_good;
mod post;
mod problems;
mod root;
mod routes;
mod scan;
mod shared;
mod snapshot;
mod trail;
mod watcher;

pub use change::{Batch, Change, ChangeKind};
pub use debounce::Window;
pub use last_good::{Effect, GRACE, LastGood, Sight};
pub use root::{Keep, Root};
pub use watcher::{Heard, Method, Options, Watcher};

#[cfg(test)]
mod tests;
