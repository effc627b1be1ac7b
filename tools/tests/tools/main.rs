//! The tools, on real files and real programs.

mod commands;
mod edit;
mod fetch;
mod guard;
mod look;
mod world;
