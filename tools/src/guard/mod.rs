//! Which paths the agent may look at and which it may change.

mod names;
mod resolve;

use std::path::{Path, PathBuf};

pub(crate) use names::same_or_beneath;
pub use names::{FIXED_FOLDERS, PROTECTED_NAMES};
use resolve::{LastLink, resolve};

/// What a [`Guard`] is made of. Every path is absolute.
#[derive(Clone, Debug, Default)]
pub struct GuardOptions {
    /// The project's root.
    pub project: PathBuf,
    /// Further folders that may be read and changed.
    pub further: Vec<PathBuf>,
    /// Folders that may be read and not changed, such as those of personal skills. They win over
    /// `protected`.
    pub readable: Vec<PathBuf>,
    /// What may be neither read nor changed, with all beneath: our home, hook files, trust and
    /// settings of any dialect [N-HOOK-16].
    pub protected: Vec<PathBuf>,
}

/// Keeps the agent's file tools inside the project, through links too, and away from what decides
/// about the agent itself [N-HOOK-16, N-HOOK-17].
///
/// Paths are compared without regard to case, since some file systems have none.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The project first. All are free of links.
    writable: Vec<PathBuf>,
    readable: Vec<PathBuf>,
    protected: Vec<PathBuf>,
}

/// What is to be done with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To look at it; links are followed.
    Look,
    /// To write it; a link in its place is refused, since the file behind it has a name of its own.
    Write,
    /// To take it away; of a link the link itself.
    Remove,
}

/// Why a path is out of reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is no path at all.
    #[error("expected a path, found `{path}`")]
    NoPath {
        /// As it was given.
        path: String,
    },
    /// It lies outside.
    #[error("`{path}` lies outside the project `{}`; only files inside it are within reach", project.display())]
    Outside {
        /// As it was given.
        path: String,
        /// The project.
        project: PathBuf,
    },
    /// It decides what the agent may do, so only a person changes it.
    #[error(
        "`{path}` is out of the agent's reach: files of hooks, trust and settings are edited by a person alone"
    )]
    Protected {
        /// As it was given.
        path: String,
    },
    /// A link stands where a file was to be written.
    #[error("`{path}` is a link to `{target}`; name the file behind it")]
    Link {
        /// As it was given.
        path: String,
        /// Where it leads, as the link says.
        target: String,
    },
    /// Links lead in a circle.
    #[error("`{path}` goes through too many links")]
    Circle {
        /// As it was given.
        path: String,
    },
}

impl Guard {
    /// A guard over these folders. Links in them are resolved once, here.
    pub fn new(options: &GuardOptions) -> Guard {
        let real = |it: &PathBuf| resolve(it, LastLink::Follow).unwrap_or_else(|_| it.clone());
        let writable = std::iter::once(&options.project).chain(&options.further);
        let protected = options.protected.iter();
        Guard {
            writable: writable.map(real).collect(),
            readable: options.readable.iter().map(real).collect(),
            // A link in a protected place is protected as well as what it leads to.
            protected: protected.flat_map(|it| [it.clone(), real(it)]).collect(),
        }
    }

    /// The project's root, free of links.
    pub fn project(&self) -> &Path {
        &self.writable[0]
    }

    /// The folders that may be changed, the project first.
    pub fn writable(&self) -> &[PathBuf] {
        &self.writable
    }

    /// The folders that may be read and not changed.
    pub(crate) fn readable(&self) -> &[PathBuf] {
        &self.readable
    }

    /// What may be neither read nor changed.
    pub(crate) fn protected(&self) -> &[PathBuf] {
        &self.protected
    }

    /// The absolute path that `path`, relative to `cwd`, leads to.
    ///
    /// The answer holds for this moment: who writes asks again right before.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that a model can act on.
    pub fn check(&self, path: &str, cwd: &Path, purpose: Purpose) -> Result<PathBuf, Refusal> {
        let given = || path.to_owned();
        if path.is_empty() || path.contains('\0') {
            return Err(Refusal::NoPath { path: given() });
        }
        let last = match purpose {
            Purpose::Look => LastLink::Follow,
            Purpose::Write | Purpose::Remove => LastLink::Keep,
        };
        let real = resolve(&cwd.join(path), last).map_err(|_| Refusal::Circle { path: given() })?;
        self.judge(&real, path, purpose)?;
        match (purpose, std::fs::read_link(&real)) {
            (Purpose::Write, Ok(target)) => Err(Refusal::Link {
                path: given(),
                target: target.display().to_string(),
            }),
            _ => Ok(real),
        }
    }

    fn judge(&self, real: &Path, path: &str, purpose: Purpose) -> Result<(), Refusal> {
        let among = |folders: &[PathBuf]| folders.iter().any(|it| same_or_beneath(real, it));
        let path = path.to_owned();
        let is_beneath = |it: &PathBuf| real.starts_with(it);
        if purpose == Purpose::Look && self.readable.iter().any(is_beneath) {
            return Ok(());
        }
        if among(&self.protected) {
            return Err(Refusal::Protected { path });
        }
        if !self.writable.iter().any(is_beneath) {
            let project = self.project().to_owned();
            return Err(Refusal::Outside { path, project });
        }
        match purpose != Purpose::Look && names::is_protected(real, &self.writable) {
            true => Err(Refusal::Protected { path }),
            false => Ok(()),
        }
    }

    /// Whether a walk may show what lies at this absolute path.
    pub(crate) fn shows(&self, real: &Path) -> bool {
        self.judge(real, "", Purpose::Look).is_ok()
    }

    /// `real` as the model should name it: relative to the project where that is possible.
    pub(crate) fn shown(&self, real: &Path) -> String {
        let relative = real.strip_prefix(self.project()).unwrap_or(real);
        match relative.as_os_str().is_empty() {
            true => ".".to_owned(),
            false => relative.display().to_string(),
        }
    }
}
