//! The throw-away project: its folders, its hook files and its scripts.

use std::path::{Path, PathBuf};

use hooks_core::Roots;
use stdx::fs::{Access, write_atomic};
use tempfile::TempDir;

use super::scenes::Scene;
use crate::error::CommandError;

/// The folders of the demo.
#[derive(Debug)]
pub(super) struct Stage {
    /// What stands for the person's home: nothing of the real one has a part in the demo.
    user: PathBuf,
    /// The project.
    pub(super) repository: PathBuf,
}

/// The files of the project.
const FILES: [(&str, &str); 7] = [
    (".claude/settings.json", include_str!("files/claude.json")),
    (
        ".neuralinverse/settings.json",
        include_str!("files/neuralinverse.json"),
    ),
    (".vyotiq/hooks.json", include_str!("files/agent-v.json")),
    ("hooks/guard.sh", include_str!("files/guard.sh")),
    ("hooks/format.sh", include_str!("files/format.sh")),
    (
        "hooks/safe-install.sh",
        include_str!("files/safe-install.sh"),
    ),
    ("hooks/finish.sh", include_str!("files/finish.sh")),
];

/// Who plays: the hook file, the script that it names, and what that does.
pub(super) const CAST: [(&str, &str, &str); 4] = [
    (
        ".neuralinverse/settings.json",
        "safe-install.sh",
        "changes a command",
    ),
    (".claude/settings.json", "guard.sh", "refuses a command"),
    ("", "format.sh", "formats what was written"),
    (".vyotiq/hooks.json", "finish.sh", "asks for the tests"),
];

impl Stage {
    /// Builds the project in a folder.
    pub(super) fn build(folder: &TempDir) -> Result<Stage, CommandError> {
        let root = folder.path().canonicalize();
        let root =
            root.map_err(|it| CommandError::fault(format!("the temporary folder is gone: {it}")))?;
        let stage = Stage {
            user: root.join("home"),
            repository: root.join("project"),
        };
        for (name, text) in FILES {
            stage.write(name, text)?;
        }
        Ok(stage)
    }

    /// Writes what a scene needs.
    pub(super) fn prepare(&self, scene: &Scene) -> Result<(), CommandError> {
        match scene.written {
            Some((name, text)) => self.write(name, text),
            None => Ok(()),
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<(), CommandError> {
        Ok(write_atomic(
            &self.repository.join(name),
            text.as_bytes(),
            Access::Keep,
        )?)
    }

    /// The folders as every command has them.
    pub(super) fn roots(&self) -> Roots {
        let user: &Path = &self.user;
        Roots {
            home: user.join(".tackle"),
            user: user.to_owned(),
            repository: self.repository.clone(),
            app_data: user.join("vyotiq"),
        }
    }
}
