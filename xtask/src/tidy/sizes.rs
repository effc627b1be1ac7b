//! How long a file may be. A file is a page or four.

use super::Remark;

/// Lines at which we ask why.
const LONG: usize = 300;
/// Lines at which the answer no longer matters.
const TOO_LONG: usize = 800;

/// Measures one source file; what is generated may be as long as it likes.
pub(crate) fn check(path: &str, text: &str) -> Option<Remark> {
    let n_lines = text.lines().count();
    let is_generated = text.lines().take(5).any(|line| line.contains("@generated"));
    let message = format!("{n_lines} lines; aim below {LONG}, the limit is {TOO_LONG}");
    if is_generated || n_lines <= LONG {
        return None;
    }
    match n_lines > TOO_LONG {
        true => Some(Remark::error(path, message)),
        false => Some(Remark::warning(path, message)),
    }
}
