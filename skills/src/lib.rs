//! Finds, reads and renders skills, and keeps their registry.
//!
//! A [`SkillPlace`] is a folder in which skills stand; [`default_places`] lists those of a project.
//! [`Registry::load`] reads them to [`Skill`]s, decides which of several with one name is in force,
//! and takes up later changes file by file. [`listing`] is what a model is shown of them, and
//! [`render`] makes the prompt of one. What people wrote for other agents is read leniently;
//! [`check_specification`] is the strict mode.
//!
//! Runs nothing: commands in a skill's text go through the port [`InjectionRunner`], whose owner
//! knows about trust and permissions. Knows nothing of hooks or models: [`Skill::hooks`] is handed
//! on as it stands.
//!
//! # Example
//!
//! ```
//! use skills::{Registry, RefuseInjections, RenderRequest, render, shipped};
//!
//! let registry = Registry::load(Vec::new(), shipped());
//! let skill = registry.get("write-a-hook").expect("it is shipped");
//! let request = RenderRequest { arguments: "refuse git push", ..RenderRequest::default() };
//! let rendered = stdx::block_on(render(skill, &request, &RefuseInjections));
//! assert!(rendered.expect("it runs no commands").prompt.contains("refuse git push"));
//!
//! let unknown = registry.get("write-a-hok").expect_err("there is none");
//! assert_eq!(unknown.hint().as_deref(), Some("did you mean `write-a-hook`?"));
//! ```
//!
//! # Limitations
//!
//! Commands inside ordinary fences and code spans are shown and not run, though Claude Code was
//! seen to run them. An argument in a command is quoted for the shell that reads the command; a
//! command that hands it to another interpreter, as `bash -c '$0'`, must quote it once more.
//! Nested skill folders deeper in a repository are places only if the caller names them. Each file
//! is read again when it changes, and kept in memory whole; one over [`MAX_FILE_BYTES`] is refused.

mod advice;
mod commands;
mod discover;
mod error;
mod fields;
mod listing;
mod names;
mod place;
mod ports;
mod read;
mod registry;
mod render;
mod shipped;
mod skill;
mod specification;
mod touched;

pub use advice::advice;
pub use commands::commands;
pub use error::SkillError;
pub use listing::{Budget, Cut, ListedSkill, listing};
pub use place::{Layout, Product, Roots, SkillPlace, Source, default_places};
pub use ports::{Injection, InjectionReply, InjectionRunner, RefuseInjections};
pub use read::{SkillFile, read};
pub use registry::{Change, Listed, MAX_FILE_BYTES, Registry};
pub use render::{Grants, MAX_OUTPUT_CHARS, PluginValues, RenderRequest, Rendered, render};
pub use shipped::shipped;
pub use skill::{Invocable, Placed, Run, Shell, Skill, Waiting};
pub use specification::check_specification;
pub use touched::is_touched;

#[cfg(test)]
mod tests;
