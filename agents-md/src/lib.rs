//! Reads custom agents from Markdown files, and the instructions of AGENTS.md.
//!
//! An [`AgentPlace`] is a folder with agent files; [`default_places`] lists those of a project, the
//! winning one first. [`AgentRegistry::load`] reads them to [`CustomAgent`]s and tells which one
//! answers to a name. [`helper_tools`] says what an agent may use when it is handed a question, and
//! [`save`] writes a [`NewAgent`] so that it reads back the same. Apart from all that,
//! [`read_instructions`] folds AGENTS.md and its siblings, with what they import, to one list.
//!
//! Runs no agent, knows no model and reads no hooks: `hooks` and `mcpServers` are handed on as
//! they stand. What came with a repository is marked as such; whether it is trusted is decided by
//! the caller.
//!
//! # Example
//!
//! ```
//! use agents_md::{AgentPlace, Tool, helper_tools, read_agent};
//!
//! let place = AgentPlace::of_plugin("lab", "/lab".as_ref(), "/lab/agents".as_ref());
//! let file = b"---\nname: scout\ndescription: Finds things\ntools: Grep, Bash\n---\nLook around.\n";
//! let loaded = read_agent("/lab/agents/scout.md".as_ref(), &place, file);
//!
//! let scout = loaded.value.expect("it has a description");
//! assert_eq!(scout.id, "lab:scout");
//! assert_eq!(scout.instructions, "Look around.");
//! // `Bash` is named and gives nothing: a helper only reads.
//! assert_eq!(helper_tools(&scout).into_iter().collect::<Vec<_>>(), [Tool::Search]);
//! ```
//!
//! # Limitations
//!
//! - A pattern behind a tool, such as `Read(src/**)`, is kept and not looked at: the whole tool is
//!   meant.
//! - [`save`] looks for links before it writes; somebody who swaps a folder for a link in between
//!   is not noticed.
//! - Rules that hold for some paths only (`.claude/rules`) are not read.

mod agent;
mod discover;
mod error;
mod instructions;
mod place;
mod read;
mod registry;
mod save;
#[cfg(test)]
mod tests;
mod tools;

pub use agent::{
    AgentSettings, CustomAgent, Isolation, Memory, Model, ModelMeaning, NameFrom, PermissionMode,
    Placed, Role, Switch,
};
pub use error::AgentError;
pub use instructions::{
    InstructionPiece, InstructionRoots, InstructionSource, MOST_IMPORT_HOPS, read_instructions,
};
pub use place::{AgentPlace, AgentSource, Bounds, Editing, Product, Roots, default_places};
pub use read::{NameFault, read_agent};
pub use registry::{AgentEntry, AgentRegistry, Standing, read_place};
pub use save::{Existing, NewAgent, save};
pub use tools::{HELPER_TOOLS, Tool, ToolEntry, ToolLimit, helper_tools};
