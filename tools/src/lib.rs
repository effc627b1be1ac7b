//! Lets the built-in agent work on files, search, and run commands.

mod content;
mod diff;
mod edits;
mod fetch;
mod files;
mod guard;
mod html;
mod input;
mod ports;
pub mod sandbox;
mod set;
mod shell;

pub use guard::{FIXED_FOLDERS, Guard, GuardOptions, PROTECTED_NAMES, Purpose, Refusal};
pub use ports::{Fetch, Fetched};
pub use set::{ToolOptions, all, read_only};
pub use shell::{Confinement, Launcher, ShellOptions};
