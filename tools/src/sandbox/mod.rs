//! Bounds around a program that no instruction to it can move: Landlock, and a view of the files of
//! its own where the system allows one.
//!
//! A host never restricts itself. It starts a launcher, which is itself with a word of its own, and
//! that one reads the rules from its arguments ([`SandboxRules::from_args`]), calls [`enter`], then
//! becomes the shell by [`exec`].
//!
//! With a view of its own, protected files are read-only mounts, their folders cannot be moved, and a
//! hidden folder is an empty one. Without it, Landlock alone grants what lies around them: then
//! nothing new can be made beside a protected file that exists, what git keeps in `.git` is not
//! guarded, and the names in a hidden folder show.

mod error;
#[cfg(any(target_os = "linux", test))]
pub(crate) mod grants;
#[cfg(target_os = "linux")]
mod linux;
mod rules;
mod standard;

pub use error::SandboxError;
#[cfg(target_os = "linux")]
pub use linux::{available, enter, exec};
pub use rules::{RulesError, SandboxRules, WantedView};
pub use standard::SandboxPlaces;

/// Whether this system has sandboxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It has Landlock.
    Landlock {
        /// The version of its interface, from 1.
        abi: u32,
    },
    /// It has none.
    Missing {
        /// Why, for a person.
        why: String,
    },
}

/// What holds from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Entered {
    /// Which files the program sees.
    pub view: View,
}

/// Which files a confined program sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Its own mounts: protected files cannot even be moved, hidden ones are not there.
    Own,
    /// Those of everybody, guarded by Landlock alone.
    Shared {
        /// Why the system gave no view of its own.
        why: String,
    },
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::ffi::OsString;

    use super::{Availability, Entered, SandboxError, SandboxRules};

    const WHY: &str = "this system has no Landlock";

    /// Whether this system has sandboxes.
    pub fn available() -> Availability {
        Availability::Missing {
            why: WHY.to_owned(),
        }
    }

    /// Fails: there is no sandbox here.
    ///
    /// # Errors
    ///
    /// Always [`SandboxError::Missing`].
    pub fn enter(_rules: &SandboxRules) -> Result<Entered, SandboxError> {
        Err(SandboxError::Missing {
            why: WHY.to_owned(),
        })
    }

    /// Fails: what is not confined is not started.
    pub fn exec(_command: &[OsString]) -> SandboxError {
        SandboxError::Missing {
            why: WHY.to_owned(),
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{available, enter, exec};
