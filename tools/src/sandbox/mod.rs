//! Bounds around a program that no instruction to it can move: Landlock, and a view of the files of
//! its own where the system allows one.

mod rules;

pub use rules::{RulesError, SandboxRules};
