//! Keeps texts that were cut, in a folder of our home.

use std::path::PathBuf;

use hooks_core::LongTexts;
use stdx::fs::{Access, write_atomic};

/// Whole texts of hooks, named by their digest.
#[derive(Debug)]
pub(crate) struct LongTextFiles {
    /// The folder of the texts.
    pub(crate) folder: PathBuf,
}

impl LongTexts for LongTextFiles {
    fn keep(&self, _handler: &str, text: &str) -> Option<PathBuf> {
        let digest = stdx::sha256_hex(text.as_bytes());
        let path = self.folder.join(format!("{}.txt", &digest[..16]));
        write_atomic(&path, text.as_bytes(), Access::OwnerOnly).ok()?;
        Some(path)
    }
}
