//! The usual bounds of a project's commands.

use std::path::{Path, PathBuf};

use super::{SandboxRules, WantedView};
use crate::guard::{FIXED_FOLDERS, Guard, same_or_beneath};

/// What the usual bounds need besides a [`Guard`]. All paths are absolute.
#[derive(Clone, Debug, Default)]
pub struct SandboxPlaces {
    /// The folder for temporary files of this mission; `TMPDIR` should name it.
    pub temporary: Option<PathBuf>,
    /// What is neither read nor written: our home.
    pub hidden: Vec<PathBuf>,
}

/// What programs expect to write to.
const DEVICES: [&str; 9] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
    "/dev/shm",
];

/// Folders for temporary files that everybody shares.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Files in a project that are read-only besides the [`FIXED_FOLDERS`].
const PROTECTED: [&str; 4] = [
    ".mcp.json",
    ".git/config",
    ".git/config.worktree",
    ".git/hooks",
];

impl SandboxRules {
    /// The bounds that fit a guard: what its tools may change, commands may change too, and devices
    /// and temporary folders; not what it protects, nor the files of hooks and settings in the
    /// project [N-HOOK-16].
    pub fn standard(guard: &Guard, places: &SandboxPlaces) -> SandboxRules {
        let apart: Vec<&PathBuf> = places.hidden.iter().chain(guard.protected()).collect();
        let is_free = |it: &&str| !apart.iter().any(|at| same_or_beneath(at, Path::new(it)));
        let shared = TEMPORARY.iter().copied().filter(is_free);
        let roots = guard.writable();
        let join = |root: &PathBuf, names: &[&str]| -> Vec<PathBuf> {
            names.iter().map(|it| root.join(it)).collect()
        };
        let in_roots = |names: &'static [&str]| roots.iter().flat_map(move |it| join(it, names));
        SandboxRules {
            writable: roots
                .iter()
                .cloned()
                .chain(places.temporary.clone())
                .chain(shared.chain(DEVICES).map(PathBuf::from))
                .collect(),
            protected: guard
                .protected()
                .iter()
                .cloned()
                .chain(in_roots(&PROTECTED))
                .collect(),
            fixed: in_roots(FIXED_FOLDERS).collect(),
            hidden: places.hidden.clone(),
            shown: guard.readable().to_vec(),
            view: WantedView::OwnIfPossible,
        }
    }
}
