//! AGENTS.md and its siblings: what a person tells every agent that works in a folder.

mod fold;
mod found;
mod import;
mod source;

pub use fold::read_instructions;
pub use source::{InstructionPiece, InstructionRoots, InstructionSource, MOST_IMPORT_HOPS};

pub(crate) use import::mentions;
