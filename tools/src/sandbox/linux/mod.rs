//! The sandbox of Linux.

mod enforce;
mod exec;
mod idmap;
mod mounts;
mod pins;
mod real;

pub use enforce::available;
pub use exec::exec;

use super::{Entered, SandboxError, SandboxRules};

/// Confines this thread and all that it starts from now on. A program with one thread is confined as
/// a whole.
///
/// # Errors
///
/// [`SandboxError`] where the bounds could not be set up; some of them may hold already, so all that
/// is left to do is to end.
pub fn enter(rules: &SandboxRules) -> Result<Entered, SandboxError> {
    let rules = real::existing(rules);
    let view = mounts::own_view(&rules)?;
    enforce::restrict(&rules, &view)?;
    Ok(Entered { view })
}
