//! Lets the built-in agent work on files, search, and run commands.
//!
//! [`all`] makes the tools of an agent out of [`ToolOptions`], [`read_only`] those of a helper that is
//! handed a question. A [`Guard`] says which paths they may look at and change; a [`Confinement`] says
//! the same for what a command does by itself, in a [`sandbox`] where the system has one. What goes
//! wrong is a text that a model can use, never an error.
//!
//! Does not ask a person, fire hooks or apply rules: whoever calls [`Tool::run`](missions::Tool::run)
//! has done so. Reads no variable of the environment and reaches no network of its own accord: pages
//! come through the port [`Fetch`].
//!
//! # Example
//!
//! ```
//! # #[cfg(unix)] {
//! use std::path::Path;
//! use tools::{Guard, GuardOptions, Purpose};
//!
//! let guard = Guard::new(&GuardOptions {
//!     project: "/srv/shop".into(),
//!     protected: vec!["/root/.tackle".into()],
//!     ..GuardOptions::default()
//! });
//! let check = |path| guard.check(path, Path::new("/srv/shop/src"), Purpose::Write);
//! assert_eq!(check("../README.md"), Ok("/srv/shop/README.md".into()));
//! assert_eq!(
//!     check("../../../etc/passwd").unwrap_err().to_string(),
//!     "`../../../etc/passwd` lies outside the project `/srv/shop`; only files inside it are within reach",
//! );
//! assert!(check("../.claude/settings.json").is_err());
//!
//! let names: Vec<String> = tools::read_only(&guard)
//!     .iter()
//!     .map(|it| it.spec().name.clone())
//!     .collect();
//! assert_eq!(names, ["read_file", "find_files", "search_code"]);
//! # }
//! ```
//!
//! # Limitations
//!
//! - Tools on files work in the poll that calls them; a search looks at its cancellation between files.
//! - Between the guard's last look at a path and the write, somebody else may put a link in the way of
//!   a folder. Commands of the agent itself cannot gain by that where there is a sandbox.
//! - Files are edited as UTF-8 up to 16 MiB.
//! - The sandbox is Linux alone. It keeps files and, from Linux 6.12 on, signals in bounds; it does not
//!   bound the network, and modes, owners and times of files outside can be changed by whoever owns
//!   them.
//! - What does not exist when a command begins is protected only if its folder does: a command can make
//!   `.claude` with settings in it where there is none or a link, or a repository with its `.git`. Hooks made that
//!   way wait for a person's trust like any others of a repository.
//! - Without mounts of its own, a sandbox leaves sockets in a hidden folder within reach; see
//!   [`sandbox`].

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

#[cfg(test)]
mod tests;
