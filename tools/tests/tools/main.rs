//! The tools, on real files and real programs.

#![cfg(unix)]

mod commands;
mod edit;
mod fetch;
mod guard;
mod look;
mod specs;
mod world;
