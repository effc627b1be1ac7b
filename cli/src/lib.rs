//! Runs `tackle`: reads the arguments, wires the crates together, prints the answer.
//!
//! [`run`] takes the arguments and a [`World`]: the environment, the streams, the clock, the places of
//! the organisation's settings. `main` makes the world from the real one; whoever tests makes their
//! own, and runs the very wiring that people run. A command reports what stopped it as a
//! [`CommandError`], whose kind decides the exit code.
//!
//! Holds no rule of its own: what hooks say is decided in `hooks-core`, what is permitted in
//! `permissions`. `wire` has one adapter per port.
//!
//! # Example
//! ```
//! use cli::CommandError;
//!
//! let error = CommandError::usage("no dialect has an event `PreToolUs`").hint("did you mean `PreToolUse`?");
//! assert_eq!(error.exit_code(), 2);
//! assert_eq!(error.to_string(), "no dialect has an event `PreToolUs`");
//! ```
//!
//! # Limitations
//! - Rules of an untrusted project that grant something are held back until its folder is listed
//!   under `trusted_folders`; allowing its hooks alone does not release them.
//! - Hooks of type `prompt`, `agent`, `skill` and `mcp_tool` are listed and skipped with their reason
//!   until a model is wired in.

mod args;
mod commands;
mod context;
mod environment;
mod error;
mod exit;
mod main_loop;
#[cfg(feature = "schemas")]
mod reference;
mod render;
#[cfg(feature = "schemas")]
mod schemas;
#[cfg(test)]
mod tests;
mod wire;
mod world;

pub use commands::check::recognise::kind_of;
pub use error::{CommandError, ErrorKind};
pub use main_loop::{main, run};
#[cfg(feature = "schemas")]
pub use reference::reference;
#[cfg(feature = "schemas")]
pub use schemas::schemas;
pub use world::{Backends, Presence, Terminal, World};
