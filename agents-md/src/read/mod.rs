//! Reads one file to an agent.

mod file;
mod keys;
mod name;
mod reader;
mod settings;
mod tools;

pub use file::read_agent;

pub use name::NameFault;

pub(crate) use name::check_file_name;
