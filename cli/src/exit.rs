//! The exit codes of `tackle`.

/// Done.
pub const DONE: u8 = 0;
/// The command worked and the answer is no: a check found errors, a hook blocked.
pub const NO: u8 = 1;
/// Wrong usage.
pub const USAGE: u8 = 2;
/// A file, a server or the network failed.
pub const FAULT: u8 = 3;
