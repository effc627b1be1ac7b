//! What stands in the folder of a case, so that changes can be told.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Map, Value, json};

use super::FILE_LIMIT;
use crate::error::CaseError;

/// Bytes up to which a file is compared by its content; above that by size and date.
const SMALL: u64 = 64 << 10;
/// Characters of a file that a transcript shows.
const SHOWN: usize = 2_000;

/// The files below a folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Snapshot(BTreeMap<String, Seen>);

#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Small {
        bytes: Vec<u8>,
        owner_only: bool,
    },
    Large {
        size: u64,
        modified: Option<SystemTime>,
    },
    Link(String),
    Other,
}

impl Snapshot {
    /// Looks at everything that a caller can observe below a root.
    pub(crate) fn of(root: &Path) -> Result<Snapshot, CaseError> {
        let mut res = Snapshot::default();
        for name in ["repo", "home", "etc", "plugin"] {
            let folder = root.join(name);
            if folder.is_dir() {
                res.walk(&folder, name)?;
            }
        }
        Ok(res)
    }

    fn walk(&mut self, folder: &Path, name: &str) -> Result<(), CaseError> {
        for entry in fs::read_dir(folder).map_err(CaseError::io(folder))? {
            let entry = entry.map_err(CaseError::io(folder))?;
            let path = format!("{name}/{}", entry.file_name().to_string_lossy());
            if is_noise(&path) {
                continue;
            }
            let kind = entry.file_type().map_err(CaseError::io(&entry.path()))?;
            match kind.is_dir() {
                true => self.walk(&entry.path(), &path)?,
                false => {
                    let seen = see(&entry)?;
                    self.0.insert(path, seen);
                }
            }
        }
        Ok(())
    }

    /// What differs from an earlier look: the new content, or null for what is gone.
    pub(crate) fn changes_since(&self, before: &Snapshot) -> Map<String, Value> {
        let is_new = |(path, seen): &(&String, &Seen)| before.0.get(*path) != Some(*seen);
        let new = self
            .0
            .iter()
            .filter(is_new)
            .map(|(path, it)| (path.clone(), it.show(path)));
        let gone = before.0.keys().filter(|it| !self.0.contains_key(*it));
        new.chain(gone.map(|it| (it.clone(), Value::Null)))
            .collect()
    }
}

/// What changes with every event: the list of recent runs, which `hooks runs` shows, which `once`
/// hooks were spent, and what hook files said last; and what missions keep, which their sessions show.
fn is_noise(path: &str) -> bool {
    let is_named = [
        "repo/.git",
        "home/.tackle/hook-runs.jsonl",
        "home/.tackle/state/once",
        "home/.tackle/state/last-good",
        "home/.tackle/state/store.lock",
        "home/.tackle/state/runners",
    ]
    .contains(&path);
    let is_session = path.starts_with("home/.tackle/projects/") && path.ends_with("/sessions");
    is_named || is_session || path.starts_with("home/.tackle/tackle.db")
}

fn see(entry: &fs::DirEntry) -> Result<Seen, CaseError> {
    let path = entry.path();
    let metadata = entry.metadata().map_err(CaseError::io(&path))?;
    if metadata.is_symlink() {
        let target = fs::read_link(&path).map_err(CaseError::io(&path))?;
        return Ok(Seen::Link(target.to_string_lossy().into_owned()));
    }
    match (metadata.is_file(), metadata.len()) {
        (false, _) => Ok(Seen::Other),
        (true, size) if size > SMALL => Ok(Seen::Large {
            size,
            modified: metadata.modified().ok(),
        }),
        (true, _) => Ok(Seen::Small {
            bytes: stdx::fs::read(&path, FILE_LIMIT)?,
            owner_only: is_owner_only(&metadata),
        }),
    }
}

impl Seen {
    fn show(&self, path: &str) -> Value {
        match self {
            Seen::Small { bytes, owner_only } => {
                let content = show_bytes(path, bytes);
                match owner_only {
                    true => json!({ "content": content, "mode": "owner-only" }),
                    false => content,
                }
            }
            Seen::Large { size, .. } => json!({ "bytes": size }),
            Seen::Link(target) => json!({ "link": target }),
            Seen::Other => json!({ "special": true }),
        }
    }
}

fn show_bytes(path: &str, bytes: &[u8]) -> Value {
    let parsed = path
        .ends_with(".json")
        .then(|| serde_json::from_slice(bytes).ok());
    if let Some(value) = parsed.flatten() {
        return value;
    }
    let text = String::from_utf8_lossy(bytes);
    let (start, _) = stdx::text::cut_chars(&text, SHOWN);
    match start.len() == text.len() {
        true => Value::from(text),
        false => json!({ "bytes": bytes.len(), "start": start }),
    }
}

#[cfg(unix)]
fn is_owner_only(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 == 0
}

#[cfg(not(unix))]
fn is_owner_only(_metadata: &fs::Metadata) -> bool {
    false
}
