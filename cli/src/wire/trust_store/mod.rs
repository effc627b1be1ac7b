//! Remembers what a person decided about hook files that came with a project.
//!
//! Decisions about files of Agent V stand in its own `hook-trust.json` [V-17], all others in ours:
//!
//! ```json
//! { "version": 1, "workspaces": { "/home/me/app": { "files": { ".claude/settings.json": {
//!   "decision": "allow", "sha256": "…", "text": "…",
//!   "scripts": [{ "file": "guard.sh", "sha256": "…" }],
//!   "decided_at": "2026-01-02T03:04:05.678Z" } } } } }
//! ```
//!
//! Both belong to their owner alone and are replaced as a whole, under a lock, keys that we do not
//! know included. A file that is damaged or newer than this program decides nothing and is never
//! written.

mod agent_v;
mod file;
mod ours;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hooks_core::{DialectId, Fingerprint, HookPlace, Recorded, Roots, Trust, TrustDecision};
use stdx::Problem;

use self::file::TrustFile;
use crate::error::CommandError;

/// The decisions of a person.
///
/// Nothing is opened before a file that came with a clone is asked about. A store does not see what
/// it wrote: read it again.
#[derive(Debug)]
pub(crate) struct TrustStore {
    trusted_folders: Vec<PathBuf>,
    ours: TrustFile,
    agent_v: TrustFile,
}

/// A decision to remember.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided<'a> {
    /// The file.
    pub(crate) place: &'a HookPlace,
    /// What was decided about.
    pub(crate) fingerprint: &'a Fingerprint,
    /// What was decided.
    pub(crate) decision: TrustDecision,
    /// The canonical root of the project.
    pub(crate) workspace: &'a Path,
    /// When.
    pub(crate) at: SystemTime,
}

/// A decision that is remembered [V-24].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remembered {
    /// The root of the project.
    pub(crate) workspace: PathBuf,
    /// The file, absolute.
    pub(crate) file: PathBuf,
    /// What was decided.
    pub(crate) decision: TrustDecision,
    /// When, RFC 3339; Agent V does not keep it.
    pub(crate) decided_at: Option<String>,
}

impl TrustStore {
    /// The store of these folders.
    pub(crate) fn read(roots: &Roots, trusted_folders: &[PathBuf]) -> TrustStore {
        TrustStore {
            trusted_folders: trusted_folders.to_vec(),
            ours: TrustFile::new(roots.home.join("hook-trust.json")),
            agent_v: TrustFile::new(roots.app_data.join("hook-trust.json")),
        }
    }

    /// What was wrong with the files that were opened so far.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let files = [&self.ours, &self.agent_v];
        files
            .into_iter()
            .filter_map(TrustFile::known_problem)
            .collect()
    }

    /// Every decision, of all projects.
    pub(crate) fn remembered(&self) -> Vec<Remembered> {
        let mut res = ours::remembered(self.ours.content());
        res.extend(agent_v::remembered(self.agent_v.content()));
        res.sort_by(|left, right| {
            (&left.workspace, &left.file).cmp(&(&right.workspace, &right.file))
        });
        res
    }

    /// Writes decisions down, all of one file at once.
    ///
    /// # Errors
    /// A file of decisions is damaged, newer, or cannot be written; a path is not UTF-8.
    pub(crate) fn remember(&self, decisions: &[Decided<'_>]) -> Result<(), CommandError> {
        let (agent_v, ours): (Vec<_>, Vec<_>) = decisions
            .iter()
            .partition(|it| it.place.dialect == DialectId::AgentV);
        if !ours.is_empty() {
            self.ours
                .change(|content| ours.iter().try_for_each(|it| ours::remember(content, it)))?;
        }
        if !agent_v.is_empty() {
            self.agent_v.change(|content| {
                agent_v
                    .iter()
                    .try_for_each(|it| agent_v::remember(content, it))
            })?;
        }
        Ok(())
    }

    /// Forgets what was decided about a project, or about one file of it, so that its next task asks
    /// again [V-25]. Returns what was forgotten.
    ///
    /// # Errors
    /// As for [`TrustStore::remember`].
    pub(crate) fn forget(
        &self,
        workspace: &Path,
        file: Option<&Path>,
    ) -> Result<Vec<Remembered>, CommandError> {
        let meant =
            |it: &Remembered| it.workspace == workspace && file.is_none_or(|file| it.file == file);
        let forgotten: Vec<_> = self.remembered().into_iter().filter(meant).collect();
        let is_agent_v = |it: &&Remembered| it.file == agent_v::file_of(&it.workspace);
        let (agent_v, ours): (Vec<_>, Vec<_>) = forgotten.iter().partition(is_agent_v);
        if !ours.is_empty() {
            self.ours.change(|content| {
                ours.iter().for_each(|it| ours::forget(content, it));
                Ok(())
            })?;
        }
        if !agent_v.is_empty() {
            self.agent_v.change(|content| {
                agent_v::forget(content, workspace);
                Ok(())
            })?;
        }
        Ok(forgotten)
    }
}

impl Trust for TrustStore {
    fn trusts_folder(&self, workspace: &Path) -> bool {
        // The workspace is canonical; a folder may be written with links.
        let is_above = |it: &PathBuf| {
            let real = || it.canonicalize().is_ok_and(|it| workspace.starts_with(it));
            workspace.starts_with(it) || real()
        };
        self.trusted_folders.iter().any(is_above)
    }

    fn recorded(&self, place: &HookPlace, workspace: &Path) -> Option<Recorded> {
        match place.dialect {
            DialectId::AgentV => agent_v::recorded(self.agent_v.content(), workspace),
            _ => ours::recorded(self.ours.content(), place, workspace),
        }
    }
}

/// The word for a decision.
fn word_of(decision: TrustDecision) -> &'static str {
    match decision {
        TrustDecision::Allow => "allow",
        TrustDecision::Deny => "deny",
    }
}

/// The decision of a word; any other word decides nothing.
fn decision_of(word: &str) -> Option<TrustDecision> {
    match word {
        "allow" => Some(TrustDecision::Allow),
        "deny" => Some(TrustDecision::Deny),
        _ => None,
    }
}

/// A path as a key. One that is not UTF-8 has none: two of them could look alike.
fn key(path: &Path) -> Result<&str, CommandError> {
    let not_utf8 = || {
        CommandError::fault(format!(
            "`{}` is not UTF-8, so no decision about it can be kept",
            path.display()
        ))
    };
    path.to_str().ok_or_else(not_utf8)
}
