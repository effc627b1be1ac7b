//! The commands, one noun a file.

pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod hooks;
pub(crate) mod plugins;
