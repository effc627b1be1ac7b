//! One file of decisions: read as a whole, changed under a lock.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::{Map, Value, json};
use stdx::Problem;
use stdx::fs::{Access, Limit, write_atomic};

use crate::error::CommandError;
use crate::wire::file_lock::lock;

/// The newest form that this program knows.
const VERSION: u64 = 1;
/// The largest file of decisions that is read.
const LIMIT: Limit = Limit::mebibytes(64);

/// One file of decisions, opened when it is asked for the first time.
#[derive(Debug)]
pub(super) struct TrustFile {
    path: PathBuf,
    content: OnceLock<Result<Map<String, Value>, Problem>>,
}

impl TrustFile {
    pub(super) fn new(path: PathBuf) -> TrustFile {
        TrustFile {
            path,
            content: OnceLock::new(),
        }
    }

    /// The content; nothing if the file is not there or cannot be used.
    pub(super) fn content(&self) -> Option<&Map<String, Value>> {
        self.content.get_or_init(|| read(&self.path)).as_ref().ok()
    }

    /// What is wrong with the file, if it was opened.
    pub(super) fn known_problem(&self) -> Option<Problem> {
        self.content.get()?.as_ref().err().cloned()
    }

    /// Replaces the file by what `change` makes of it. Of several writers each sees what the others
    /// left.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&mut Map<String, Value>) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let _lock = lock(&self.path)?;
        let mut content = read(&self.path).map_err(|it| refused(&it, &self.path))?;
        change(&mut content)?;
        let mut bytes = serde_json::to_vec_pretty(&content).expect("a map of JSON is JSON");
        bytes.push(b'\n');
        Ok(write_atomic(&self.path, &bytes, Access::OwnerOnly)?)
    }
}

fn read(path: &Path) -> Result<Map<String, Value>, Problem> {
    let bytes = match stdx::fs::read(path, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => return Ok(empty()),
        Err(error) => return Err(unreadable(path, &error.with_cause())),
    };
    let content: Map<String, Value> = serde_json::from_slice(&bytes)
        .map_err(|it| unreadable(path, &format!("it is not a JSON object: {it}")))?;
    match content.get("version").and_then(Value::as_u64) {
        Some(VERSION) if content.get("workspaces").is_none_or(Value::is_object) => Ok(content),
        Some(VERSION) => Err(unreadable(path, "`workspaces` is not an object")),
        Some(newer) if newer > VERSION => Err(newer_file(path, newer)),
        _ => Err(unreadable(path, &format!("`version` is not {VERSION}"))),
    }
}

fn empty() -> Map<String, Value> {
    let mut res = Map::new();
    res.insert("version".to_owned(), json!(VERSION));
    res.insert("workspaces".to_owned(), json!({}));
    res
}

fn unreadable(path: &Path, why: &str) -> Problem {
    Problem::error(
        "trust/unreadable",
        format!("the decisions about hook files cannot be read: {why}"),
    )
    .in_file(path)
    .with_hint("no hook file that came with a project runs until this file is mended or removed")
}

fn newer_file(path: &Path, version: u64) -> Problem {
    let text = format!(
        "the decisions about hook files are of version {version}, this program knows {VERSION}"
    );
    Problem::error("trust/newer", text).in_file(path).with_hint(
        "no hook file that came with a project runs until a newer `tackle` reads this file",
    )
}

fn refused(problem: &Problem, path: &Path) -> CommandError {
    CommandError::fault(format!(
        "`{}` is left as it is: {}",
        path.display(),
        problem.message
    ))
    .hint("mend it, or move it away: then every project is asked about again")
}

/// The object under `key`, made if it is not there; what is no object is replaced.
pub(super) fn object<'a>(
    parent: &'a mut Map<String, Value>,
    key: &str,
) -> &'a mut Map<String, Value> {
    let value = parent.entry(key).or_insert_with(|| json!({}));
    if !value.is_object() {
        *value = json!({});
    }
    value
        .as_object_mut()
        .expect("it was made an object just now")
}
