//! What the crate promises, by feature.

mod discover;
mod headers;
mod imports;
mod instructions;
mod places;
mod registry;
mod saving;
mod settings;
mod tools;
mod tree;
