//! The exit codes of `tackle`.

use stdx::{Problem, Severity};

/// Done.
pub(crate) const DONE: u8 = 0;
/// The command worked and the answer is no: a check found errors, a hook blocked.
pub(crate) const NO: u8 = 1;
/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// A file, a server or the network failed.
pub(crate) const FAULT: u8 = 3;

/// The code of a check that found these problems.
pub(crate) fn of_check(problems: &[Problem]) -> u8 {
    match problems.iter().any(|it| it.severity == Severity::Error) {
        true => NO,
        false => DONE,
    }
}
