//! The commands, one noun a file.

pub(crate) mod agents;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod hooks;
pub(crate) mod plugins;
pub(crate) mod run;
pub(crate) mod skills;
