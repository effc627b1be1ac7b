//! The commands as a person or a script sees them: arguments in, text and exit code out.

mod agents;
mod agents_add;
mod check;
mod check_all;
mod convert;
mod demo;
mod edit;
mod follow;
mod kept;
mod list;
mod path;
mod plugins;
mod runs;
#[cfg(feature = "schemas")]
mod schemas;
mod skills;
mod skills_render;
mod trust;
mod world;
