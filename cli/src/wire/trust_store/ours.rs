//! The shape of our own file: per project and file, with the text that was allowed.

use std::path::{Path, PathBuf};

use hooks_core::{HookPlace, Recorded, TrustDecision};
use serde_json::{Map, Value, json};

use super::file::object;
use super::{Decided, Remembered, decision_of, key, word_of};
use crate::error::CommandError;

/// The longest text that is kept. Of a longer one the digest alone is: when it changes, nothing of
/// it stays in force.
const MOST_TEXT: usize = 256 * 1024;

pub(super) fn recorded(
    content: Option<&Map<String, Value>>,
    place: &HookPlace,
    workspace: &Path,
) -> Option<Recorded> {
    let file = place.file.strip_prefix(workspace).ok()?.to_str()?;
    let entry = files(content?.get("workspaces")?.get(workspace.to_str()?)?)?.get(file)?;
    Some(Recorded {
        decision: decision_of(entry.get("decision")?.as_str()?)?,
        sha256: entry.get("sha256")?.as_str()?.to_owned(),
        text: entry.get("text").and_then(Value::as_str).map(str::to_owned),
        scripts: scripts(entry, workspace)?,
    })
}

fn files(workspace: &Value) -> Option<&Map<String, Value>> {
    workspace.get("files")?.as_object()
}

/// The scripts of an entry; a list that cannot be read makes the whole entry worthless.
fn scripts(entry: &Value, workspace: &Path) -> Option<Vec<(PathBuf, String)>> {
    let script = |it: &Value| {
        let file = workspace.join(it.get("file")?.as_str()?);
        Some((file, it.get("sha256")?.as_str()?.to_owned()))
    };
    match entry.get("scripts") {
        None => Some(Vec::new()),
        Some(list) => list.as_array()?.iter().map(script).collect(),
    }
}

pub(super) fn remember(
    content: &mut Map<String, Value>,
    decided: &Decided<'_>,
) -> Result<(), CommandError> {
    let outside = |_| {
        CommandError::fault(format!(
            "`{}` does not lie in the project",
            decided.place.file.display()
        ))
    };
    let file = key(decided
        .place
        .file
        .strip_prefix(decided.workspace)
        .map_err(outside)?)?;
    let workspace = object(object(content, "workspaces"), key(decided.workspace)?);
    let entry = object(object(workspace, "files"), file);
    let fingerprint = decided.fingerprint;
    entry.insert("decision".to_owned(), json!(word_of(decided.decision)));
    entry.insert("sha256".to_owned(), json!(fingerprint.sha256));
    let keeps_text =
        decided.decision == TrustDecision::Allow && fingerprint.text.len() <= MOST_TEXT;
    match keeps_text {
        true => entry.insert("text".to_owned(), json!(fingerprint.text)),
        false => entry.shift_remove("text"),
    };
    let script = |(file, sha256): &(PathBuf, String)| {
        let inside = file.strip_prefix(decided.workspace).unwrap_or(file);
        json!({ "file": inside.to_string_lossy(), "sha256": sha256 })
    };
    entry.insert(
        "scripts".to_owned(),
        fingerprint.scripts.iter().map(script).collect(),
    );
    entry.insert("decided_at".to_owned(), json!(stdx::rfc3339(decided.at)));
    Ok(())
}

/// Drops a decision, and its project when nothing else is known of that.
pub(super) fn forget(content: &mut Map<String, Value>, remembered: &Remembered) {
    let Some(workspace_key) = remembered.workspace.to_str() else {
        return;
    };
    let file = remembered
        .file
        .strip_prefix(&remembered.workspace)
        .unwrap_or(&remembered.file);
    let workspaces = object(content, "workspaces");
    let workspace = object(workspaces, workspace_key);
    let files = object(workspace, "files");
    files.shift_remove(file.to_string_lossy().as_ref());
    if files.is_empty() {
        workspace.shift_remove("files");
    }
    if workspace.is_empty() {
        workspaces.shift_remove(workspace_key);
    }
}

pub(super) fn remembered(content: Option<&Map<String, Value>>) -> Vec<Remembered> {
    let workspaces = content
        .and_then(|it| it.get("workspaces"))
        .and_then(Value::as_object);
    let all = workspaces
        .into_iter()
        .flatten()
        .flat_map(|(workspace, it)| {
            let of_file = move |(file, entry): (&String, &Value)| one(workspace, file, entry);
            files(it).into_iter().flatten().filter_map(of_file)
        });
    all.collect()
}

fn one(workspace: &str, file: &str, entry: &Value) -> Option<Remembered> {
    Some(Remembered {
        workspace: PathBuf::from(workspace),
        file: Path::new(workspace).join(file),
        decision: decision_of(entry.get("decision")?.as_str()?)?,
        decided_at: entry
            .get("decided_at")
            .and_then(Value::as_str)
            .map(str::to_owned),
    })
}
