//! The commands, one noun a file.

pub(crate) mod hooks;
