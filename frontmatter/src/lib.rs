//! Reads the YAML header of a Markdown file and the body below it, tolerant and with places.
//!
//! [`split`] cuts a text into [`Parts`] which joined again are the same bytes. [`read`] goes on: it
//! reads the header strictly, rescues line by line what a strict reader refuses, and returns a
//! [`Document`] with every problem it met. A [`Header`] is an ordered list of [`Field`]s; each
//! [`Node`] knows its line and column in the file. [`write()`] makes the text of a new file that
//! reads back the same.
//!
//! Does not know what a field means and opens no file: see `skills`, `agents-md` and `plugins`.
//!
//! # Example
//!
//! ```
//! use std::path::Path;
//!
//! let file = b"---\nname: tide\ndescription: Knows: tides\ntools: [Read, Bash(ls *)]\n---\nGo.\n";
//! let loaded = frontmatter::read(Path::new("tide.md"), file);
//! let header = &loaded.value.header;
//! assert_eq!(header.text("description"), Some("Knows: tides"));
//! let tools = header.get("tools").expect("the field stands there").value.words();
//! assert_eq!(tools[1].text, "Bash(ls *)");
//! assert_eq!(tools[1].place.line, 4);
//! assert_eq!(loaded.value.body, "Go.\n");
//! assert_eq!(loaded.problems[0].code, "frontmatter/unquoted-colon");
//! ```
//!
//! # Limitations
//!
//! A key which stands twice counts once, with its last value. A header over 128 KiB, over 10,000
//! values or over 32 levels deep is not read at all. Anchors and aliases work in a header that is
//! in order, not in one that has to be rescued. The place of a word inside a folded text (`>`) is
//! the place of the text.

mod around;
mod block;
mod document;
mod header;
mod lines;
mod node;
mod plain;
mod rescue;
mod split;
mod strict;
mod words;
mod write;

pub use document::{Document, MAX_HEADER_BYTES, read, read_text};
pub use header::{Field, Header, HeaderState};
pub use node::{Node, Value};
pub use split::{Fence, Parts, split};
pub use words::Word;
pub use write::{WriteValue, write};

#[cfg(test)]
mod tests;
