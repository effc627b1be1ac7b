//! Where each dialect's hook files stand. Pure: folders in, paths out.

use std::path::{Path, PathBuf};

use crate::dialect::DialectId;
use crate::handler::PluginFolders;
use crate::layer::Source;

/// The folders that all places are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// Our own home, `$TACKLE_HOME` or `~/.tackle`.
    pub home: PathBuf,
    /// The person's home folder.
    pub user: PathBuf,
    /// The repository's root, canonical.
    pub repository: PathBuf,
    /// Agent V's folder for data.
    pub app_data: PathBuf,
}

/// A place where a hook file may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookPlace {
    /// Whose file it is.
    pub dialect: DialectId,
    /// What it counts as.
    pub source: Source,
    /// The file.
    pub file: PathBuf,
    /// What a person's decision about it covers.
    pub covered: Covered,
    /// The plugin that brought it.
    pub plugin: Option<PluginFolders>,
}

/// What a trust decision about a file covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// Every byte of it.
    WholeFile,
    /// The `hooks` part: the file is settings, and the rest is decided elsewhere.
    HooksPart,
}

impl Roots {
    /// The project's name in private folders: the folder's name, and the first 12 hex digits of the
    /// SHA-256 of the canonical root.
    pub fn project_id(&self) -> String {
        let root = self.repository.to_string_lossy();
        let name = self
            .repository
            .file_name()
            .map(|it| it.to_string_lossy())
            .unwrap_or_default();
        let digest = stdx::sha256_hex(root.as_bytes());
        format!("{name}-{}", &digest[..12])
    }

    /// Our private folder for this project, outside the repository.
    pub fn private(&self) -> PathBuf {
        self.home.join("projects").join(self.project_id())
    }

    /// The places of a dialect, in the order in which a person is shown them.
    pub fn places(&self, dialect: DialectId) -> Vec<HookPlace> {
        match dialect {
            DialectId::Tackle => vec![
                whole(dialect, Source::User, self.home.join("hooks.json")),
                whole(dialect, Source::Local, self.private().join("hooks.json")),
                whole(
                    dialect,
                    Source::Project,
                    self.repository.join(".tackle/hooks.json"),
                ),
            ],
            DialectId::Nemocode => vec![
                whole(
                    dialect,
                    Source::Project,
                    self.nemocode_private().join("hooks.json"),
                ),
                whole(
                    dialect,
                    Source::User,
                    self.user.join(".nemocode/hooks.json"),
                ),
            ],
            // Plugins bring them; there is no place of their own.
            DialectId::NemocodeObserver => Vec::new(),
            DialectId::ClaudeCode => self.settings(dialect, ".claude"),
            DialectId::Neo => self.settings(dialect, ".neo"),
            DialectId::Neuralinverse => self.settings(dialect, ".neuralinverse"),
            DialectId::AgentV => vec![
                whole(dialect, Source::User, self.app_data.join("hooks.json")),
                whole(
                    dialect,
                    Source::Project,
                    self.repository.join(".vyotiq/hooks.json"),
                ),
            ],
        }
    }

    /// Files that look like hook files and are not read, with the reason [N-HOOK-16].
    pub fn not_read(&self) -> Vec<(PathBuf, &'static str)> {
        let hint = "hooks of Nemocode stand outside the repository, where the agent cannot write";
        vec![(self.repository.join(".nemocode/hooks.json"), hint)]
    }

    fn nemocode_private(&self) -> PathBuf {
        self.user.join(".nemocode/projects").join(self.project_id())
    }

    fn settings(&self, dialect: DialectId, folder: &str) -> Vec<HookPlace> {
        let part = |source, file| HookPlace {
            dialect,
            source,
            file,
            covered: Covered::HooksPart,
            plugin: None,
        };
        vec![
            part(Source::User, self.user.join(folder).join("settings.json")),
            part(
                Source::Project,
                self.repository.join(folder).join("settings.json"),
            ),
            part(
                Source::Local,
                self.repository.join(folder).join("settings.local.json"),
            ),
        ]
    }

    /// Whether a file lies inside the repository, so that it came with a clone. A person's own
    /// folders are their own even where the folder around them counts as the repository: a home that is
    /// one, or a current folder above it.
    pub fn came_with_clone(&self, file: &Path) -> bool {
        // Most files of a person lie elsewhere, and then nothing need be compared.
        if !file.starts_with(&self.repository) {
            return false;
        }
        let own = [".claude", ".neo", ".neuralinverse", ".nemocode"].map(|it| self.user.join(it));
        let is_own = own
            .iter()
            .chain([&self.home, &self.app_data])
            // What was cloned into such a folder is a clone all the same.
            .any(|it| file.starts_with(it) && !self.repository.starts_with(it));
        !is_own
    }
}

fn whole(dialect: DialectId, source: Source, file: PathBuf) -> HookPlace {
    HookPlace {
        dialect,
        source,
        file,
        covered: Covered::WholeFile,
        plugin: None,
    }
}
