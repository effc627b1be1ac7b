//! The commands as a person or a script sees them: arguments in, text and exit code out.

mod check;
mod convert;
mod demo;
mod edit;
mod list;
mod path;
mod plugins;
mod runs;
#[cfg(feature = "schemas")]
mod schemas;
mod trust;
mod world;
