//! The shape of Agent V's own file: per project the digest of its one hook file, and the answer.
//!
//! ```json
//! { "version": 1, "workspaces": { "/home/me/app": { "hash": "…", "decision": "allow" } } }
//! ```

use std::path::{Path, PathBuf};

use hooks_core::Recorded;
use serde_json::{Map, Value, json};

use super::file::object;
use super::{Decided, Remembered, decision_of, key, word_of};
use crate::error::CommandError;

/// The one file that a decision of Agent V is about.
pub(super) fn file_of(workspace: &Path) -> PathBuf {
    workspace.join(".vyotiq").join("hooks.json")
}

pub(super) fn recorded(content: Option<&Map<String, Value>>, workspace: &Path) -> Option<Recorded> {
    let entry = content?
        .get("workspaces")?
        .get(normal(workspace.to_str()?))?;
    Some(Recorded {
        decision: decision_of(entry.get("decision")?.as_str()?)?,
        sha256: entry.get("hash")?.as_str()?.to_owned(),
        text: None,
        scripts: Vec::new(),
    })
}

pub(super) fn remember(
    content: &mut Map<String, Value>,
    decided: &Decided<'_>,
) -> Result<(), CommandError> {
    let entry = object(
        object(content, "workspaces"),
        &normal(key(decided.workspace)?),
    );
    entry.insert("hash".to_owned(), json!(decided.fingerprint.sha256));
    entry.insert("decision".to_owned(), json!(word_of(decided.decision)));
    Ok(())
}

pub(super) fn forget(content: &mut Map<String, Value>, workspace: &Path) {
    if let Some(workspace) = workspace.to_str() {
        object(content, "workspaces").shift_remove(&normal(workspace));
    }
}

pub(super) fn remembered(content: Option<&Map<String, Value>>) -> Vec<Remembered> {
    let workspaces = content
        .and_then(|it| it.get("workspaces"))
        .and_then(Value::as_object);
    let one = |(workspace, entry): (&String, &Value)| {
        Some(Remembered {
            workspace: PathBuf::from(workspace),
            file: file_of(Path::new(workspace)),
            decision: decision_of(entry.get("decision")?.as_str()?)?,
            decided_at: None,
        })
    };
    workspaces.into_iter().flatten().filter_map(one).collect()
}

/// The path as Agent V writes it: without separators at its end, on Windows in lower case.
fn normal(workspace: &str) -> String {
    let trimmed = workspace.trim_end_matches(std::path::is_separator);
    let trimmed = if trimmed.is_empty() {
        workspace
    } else {
        trimmed
    };
    if cfg!(windows) {
        trimmed.to_lowercase()
    } else {
        trimmed.to_owned()
    }
}
