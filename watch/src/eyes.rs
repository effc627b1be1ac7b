//! The door to the watching that the system does.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::routes::Reach;

/// Where one call watches a whole tree, and a call for each folder would be slow.
const WATCHES_TREES: bool = cfg!(any(target_os = "macos", windows));

/// What the system watches for us.
#[derive(Debug)]
pub(crate) struct Eyes {
    /// `None` where it can or shall not watch.
    watcher: Option<RecommendedWatcher>,
    trees: BTreeSet<PathBuf>,
}

/// Why a folder is not watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blindness {
    /// Nothing is watched at all; that was said, or chosen.
    Closed,
    /// The system watches no more for this user.
    Limit,
    /// Anything else, in the words of the system.
    Refused(String),
}

impl Eyes {
    /// Ones that see nothing.
    pub(crate) fn closed() -> Eyes {
        Eyes {
            watcher: None,
            trees: BTreeSet::new(),
        }
    }

    /// Ones that report to `handler`, on a thread of their own which ends with them.
    pub(crate) fn open(handler: impl notify::EventHandler) -> Result<Eyes, Blindness> {
        let watcher = notify::recommended_watcher(handler).map_err(|it| blindness(&it))?;
        Ok(Eyes {
            watcher: Some(watcher),
            trees: BTreeSet::new(),
        })
    }

    /// Watches a folder, again if need be: one that was removed and made anew is another one to
    /// the system.
    pub(crate) fn watch(&mut self, folder: &Path, reach: Reach) -> Result<(), Blindness> {
        let Some(watcher) = &mut self.watcher else {
            return Err(Blindness::Closed);
        };
        let mode = match reach {
            Reach::Below if WATCHES_TREES => RecursiveMode::Recursive,
            Reach::Below | Reach::Container | Reach::Itself => RecursiveMode::NonRecursive,
        };
        // The tree itself is watched anew, what lies below it is covered.
        let mut above = folder.ancestors().skip(1);
        if above.any(|it| self.trees.contains(it)) {
            return Ok(());
        }
        match mode {
            RecursiveMode::Recursive => {
                self.trees.insert(folder.to_owned());
            }
            RecursiveMode::NonRecursive if self.trees.contains(folder) => return Ok(()),
            RecursiveMode::NonRecursive => {}
        }
        watcher.watch(folder, mode).map_err(|it| blindness(&it))
    }

    /// Watches a folder no longer. It may be gone already, and its watch with it.
    pub(crate) fn unwatch(&mut self, folder: &Path) {
        self.trees.remove(folder);
        if let Some(watcher) = &mut self.watcher {
            let _may_be_gone = watcher.unwatch(folder);
        }
    }
}

fn blindness(error: &notify::Error) -> Blindness {
    match &error.kind {
        ErrorKind::MaxFilesWatch => Blindness::Limit,
        ErrorKind::Io(error) => Blindness::Refused(error.to_string()),
        ErrorKind::Generic(_)
        | ErrorKind::PathNotFound
        | ErrorKind::WatchNotFound
        | ErrorKind::InvalidConfig(_) => Blindness::Refused(error.to_string()),
    }
}
