//! Reads JSON text into a tree whose every value knows where it stands.
//!
//! A [`Document`] is a file's text and its outermost [`Node`]; a node is what it is and the byte at
//! which it begins, and the document turns bytes into lines and columns when somebody asks. Members
//! of an object keep the order of the file, doubles included, so that a reader can report them.
//! Comments and trailing commas are read everywhere: a file must not lose its guards over a comma.
//! A byte-order mark at the very start is dropped.
//!
//! Does not write, does not know what a document is for, and prints nothing: a [`Fault`] becomes a
//! `Problem` under the area that its reader names.
//!
//! # Example
//!
//! ```
//! use json_tree::Document;
//!
//! let text = br#"{ "hooks": [ "lint" ] } // all of them"#;
//! let document = Document::parse("hooks.json".as_ref(), text).expect("it is JSON");
//! let hooks = document.root().get("hooks").expect("it has hooks");
//! let first = &hooks.items().expect("it is a list")[0];
//! assert_eq!(first.text(), Some("lint"));
//! assert_eq!(document.place(first.start).column, 14);
//! ```
//!
//! # Limitations
//!
//! A text is held whole. Values nested deeper than 512 levels are a fault.

mod document;
mod fault;
mod node;
mod reader;

pub use document::Document;
pub use fault::Fault;
pub use node::{Member, Node, NodeKind};

#[cfg(test)]
mod tests;
