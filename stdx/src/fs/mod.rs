//! Files that may be anything, and writes that a crash cannot tear.

mod error;
mod files;
mod read;
mod write;

pub use error::{FileError, NotAFile, Operation, cause};
pub use files::Files;
pub use read::{Limit, read};
pub use write::{Access, append_line, write_atomic};
