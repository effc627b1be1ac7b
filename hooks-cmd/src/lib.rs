//! Runs hooks that are commands.
//!
//! A [`CommandBackend`] turns a command hook into a program with its arguments, an environment and a
//! standard input, and has `procs` run it: in a session of its own, in time, and with its whole
//! family ended when the time is up. What came out is handed on as facts.
//!
//! It decides nothing: what an exit code means is the dialect's affair, see `hooks-core`.
//!
//! # Example
//! ```
//! use hooks_cmd::{BaseEnvironment, CommandBackend};
//! use hooks_core::{HandlerKind, HookBackend};
//!
//! let base = BaseEnvironment::new([("PATH".into(), "/usr/bin:/bin".into())]);
//! let backend = CommandBackend::new(base);
//! assert_eq!(backend.kind(), HandlerKind::Command);
//! ```
//!
//! # Limitations
//! - What a hook leaves running with its output closed or redirected lives on when the hook ended by
//!   itself; on a timeout it is ended with the rest.
//! - The list of harmless variables is fixed but for the names that the base environment adds.
//! - The Windows way (`cmd.exe`) is written and was never built.

mod backend;
mod environment;
mod program;
mod reply;
#[cfg(test)]
mod tests;

pub use backend::CommandBackend;
pub use environment::BaseEnvironment;
