//! Remembers `once` hooks by session, in a folder of our home: one empty file per spent entry.

use std::fs::OpenOptions;
use std::path::PathBuf;

use hooks_core::OnceLedger;

/// Spent `once` entries, kept across processes: each `hooks run` is one of its own.
#[derive(Debug)]
pub(crate) struct OnceFiles {
    /// The folder of the marks.
    pub(crate) folder: PathBuf,
    /// The project: a session's name may occur in several.
    pub(crate) project: PathBuf,
}

impl OnceLedger for OnceFiles {
    /// Creating the mark is the test: of two processes exactly one succeeds.
    fn spend(&self, session: &str, handler: &str) -> bool {
        let name = stdx::sha256_hex(
            format!("{}\n{session}\n{handler}", self.project.to_string_lossy()).as_bytes(),
        );
        let made = std::fs::create_dir_all(&self.folder).and_then(|()| {
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(self.folder.join(name))
        });
        match made {
            Ok(_) => true,
            // A mark that cannot be written must not switch a guard off.
            Err(error) => error.kind() != std::io::ErrorKind::AlreadyExists,
        }
    }
}
