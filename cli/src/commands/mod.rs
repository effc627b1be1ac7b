//! The commands, one noun a file.

pub(crate) mod completions;
pub(crate) mod hooks;
