//! The throw-away project: its folders, its hook files and its scripts.

use std::path::{Path, PathBuf};

use hooks_core::Roots;
use stdx::fs::{Access, Limit, read, write_atomic};
use tempfile::TempDir;

use crate::error::CommandError;

/// The folders of the demo.
#[derive(Debug)]
pub(super) struct Stage {
    root: PathBuf,
    /// What stands for the person's home: nothing of the real one has a part in the demo.
    user: PathBuf,
    /// The project.
    pub(super) repository: PathBuf,
}

/// What the scripted model follows.
pub(super) const SCRIPT: &str = include_str!("files/script.json");
/// What it is asked.
pub(super) const PROMPT: &str = "Clean up, write greet.sh so that its test succeeds, and push it.";
/// What must hold in the end.
pub(super) const GOAL: &str = "check: sh test.sh";

const LOGBOOK: &str = "home/.nemocode/plugins/logbook/logbook.txt";

/// The files of the project and of the home beside it.
const FILES: [(&str, &str); 13] = [
    ("script.json", SCRIPT),
    (
        "project/.claude/settings.json",
        include_str!("files/claude.json"),
    ),
    (
        "project/.claude/skills/shell-style/SKILL.md",
        include_str!("files/shell-style.md"),
    ),
    (
        "project/.claude/agents/reader.md",
        include_str!("files/reader.md"),
    ),
    (
        "project/.neuralinverse/settings.json",
        include_str!("files/neuralinverse.json"),
    ),
    ("project/hooks/guard.sh", include_str!("files/guard.sh")),
    ("project/hooks/keep.sh", include_str!("files/keep.sh")),
    ("project/hooks/lint.sh", include_str!("files/lint.sh")),
    ("project/test.sh", include_str!("files/test.sh")),
    ("project/build/old.txt", "what was built long ago\n"),
    (
        "home/.nemocode/plugins/logbook/.claude-plugin/plugin.json",
        include_str!("files/plugin.json"),
    ),
    (
        "home/.nemocode/plugins/logbook/hooks/hooks.json",
        include_str!("files/logbook.json"),
    ),
    (
        "home/.nemocode/plugins/logbook/log.sh",
        include_str!("files/log.sh"),
    ),
];

/// Who plays: the file, what it names, and what that does.
pub(super) const CAST: [(&str, &str, &str); 6] = [
    (
        ".neuralinverse/settings.json",
        "keep.sh",
        "changes a command",
    ),
    (".claude/settings.json", "guard.sh", "refuses a command"),
    ("", "lint.sh", "looks at what was written"),
    (
        ".claude/skills/shell-style",
        "",
        "a skill that the agent opens",
    ),
    (
        ".claude/agents/reader.md",
        "",
        "a helper that the agent asks",
    ),
    (
        "~/.nemocode/plugins/logbook",
        "log.sh",
        "a plugin that looks on",
    ),
];

impl Stage {
    /// Builds the project in a folder.
    pub(super) fn build(folder: &TempDir) -> Result<Stage, CommandError> {
        let root = folder.path().canonicalize();
        let root =
            root.map_err(|it| CommandError::fault(format!("the temporary folder is gone: {it}")))?;
        for (name, text) in FILES {
            write_atomic(&root.join(name), text.as_bytes(), Access::Keep)?;
        }
        Ok(Stage {
            user: root.join("home"),
            repository: root.join("project"),
            root,
        })
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

    /// What the plugin wrote down, which is nothing before it ran.
    pub(super) fn logbook(&self) -> Vec<String> {
        let bytes = read(&self.root.join(LOGBOOK), Limit::mebibytes(1)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.lines().map(|it| it.trim_end().to_owned()).collect()
    }
}
