//! The commands, one noun a file.

pub(crate) mod agents;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod dashboard;
pub(crate) mod demo;
pub(crate) mod hooks;
pub(crate) mod kept;
pub(crate) mod missions;
pub(crate) mod plugins;
pub(crate) mod run;
pub(crate) mod sessions;
pub(crate) mod skills;
pub(crate) mod why;
