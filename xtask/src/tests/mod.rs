//! What the chores decide, without running one.

mod bench;
mod ci;
mod codegen;
mod conformance;
mod rust;
mod tidy;
