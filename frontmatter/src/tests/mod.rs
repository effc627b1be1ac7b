//! Features of the crate.
