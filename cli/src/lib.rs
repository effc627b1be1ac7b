//! The command line of Tacklebox.

mod args;
mod commands;
mod context;
mod error;
mod exit;
mod main_loop;
mod render;
#[cfg(test)]
mod tests;
mod wire;
mod world;

pub use error::{CommandError, ErrorKind};
pub use main_loop::{main, run};
pub use world::{Backends, Terminal, World};
