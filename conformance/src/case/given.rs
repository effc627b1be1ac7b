//! What is there before anything happens.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Entry, GivenHook, HookSource};

/// The section `given`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    /// The date, RFC 3339.
    pub(crate) now: Option<String>,
    /// The working folder, below the project.
    pub(crate) cwd: Option<String>,
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    #[serde(default, rename = "hook")]
    pub(crate) hooks: Vec<GivenHook>,
    #[serde(default)]
    pub(crate) files: BTreeMap<String, Entry>,
    pub(crate) permissions: Option<Permissions>,
    /// Decisions about files, by path.
    #[serde(default)]
    pub(crate) trust: BTreeMap<String, TrustWord>,
    /// Whether a person sits at a terminal.
    #[serde(default)]
    pub(crate) terminal: bool,
}

/// Permission rules, in the words of the dialect.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Permissions {
    #[serde(default)]
    pub(crate) allow: Vec<String>,
    #[serde(default)]
    pub(crate) ask: Vec<String>,
    #[serde(default)]
    pub(crate) deny: Vec<String>,
    #[serde(default)]
    pub(crate) source: HookSource,
}

/// What a person decided about a file of the repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrustWord {
    /// These bytes may run.
    #[default]
    Allowed,
    /// They may not.
    Denied,
    /// Nobody was asked.
    Undecided,
    /// Other bytes were allowed.
    Changed,
}
