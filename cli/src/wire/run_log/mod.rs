//! Keeps the latest runs of hooks in `<home>/hook-runs.jsonl`, one JSON object a line [V-26].
//!
//! A log is never worth a failure: what cannot be written is lost. When the file has grown too long
//! its newer half replaces it; a run of another process that is written in that very moment may be
//! lost with the older half.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hooks_core::{Event, HookRun, Roots, RunStatus};
use serde::{Deserialize, Serialize};
use stdx::fs::{Access, Limit, append_line, write_atomic};
use stdx::text::cut_chars;
use stdx::{Clock, Loaded, Problem};

use crate::context::Context;

#[cfg(test)]
mod tests;

/// The size above which the older half goes.
const MOST_BYTES: u64 = 1024 * 1024;
/// The largest log that is read: a little above what any writer leaves.
const LIMIT: Limit = Limit::mebibytes(8);
/// The characters of a command that are kept.
const MOST_COMMAND: usize = 1_000;

/// One run, as a line of the log has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct RunRecord {
    /// When it ended, RFC 3339.
    pub(crate) time: String,
    /// The root of the project.
    pub(crate) project: String,
    /// The session.
    pub(crate) session: String,
    /// The event, as we call it.
    pub(crate) event: String,
    /// The hook's id.
    pub(crate) id: String,
    /// Its dialect.
    pub(crate) dialect: String,
    /// What a person recognises it by.
    pub(crate) command: String,
    /// How it ended.
    pub(crate) status: String,
    /// The exit code of a process, the status of a server.
    pub(crate) exit_code: Option<i32>,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
    /// How long it took.
    pub(crate) duration_ms: u64,
    /// The start of its error output [V-28].
    #[serde(default)]
    pub(crate) stderr: String,
    /// Why, where the status alone does not say it.
    #[serde(default)]
    pub(crate) why: Option<String>,
}

/// The log, for whoever outlives a command's context.
#[derive(Clone, Debug)]
pub(crate) struct RunLog {
    file: PathBuf,
    clock: Arc<dyn Clock>,
}

impl RunLog {
    /// The log of these folders.
    pub(crate) fn of(context: &Context) -> RunLog {
        RunLog {
            file: file(&context.roots),
            clock: Arc::clone(&context.world.clock),
        }
    }

    /// Adds the runs of one event. Hooks whose turn did not come, or which still run, are no runs.
    pub(crate) fn append(&self, event: &Event, runs: &[HookRun]) {
        let time = stdx::rfc3339(self.clock.now());
        let lines = lines(event, runs, &time);
        if lines.is_empty() {
            return;
        }
        let lines = lines.join("\n");
        if append_line(&self.file, lines.as_bytes(), Access::OwnerOnly).is_ok() {
            keep_short(&self.file);
        }
    }
}

fn lines(event: &Event, runs: &[HookRun], time: &str) -> Vec<String> {
    let ran = runs.iter().filter(|it| {
        !matches!(
            it.status,
            RunStatus::Skipped | RunStatus::Planned | RunStatus::Background
        )
    });
    ran.filter_map(|it| serde_json::to_string(&RunRecord::of(it, event, time)).ok())
        .collect()
}

/// The newest runs first; lines that cannot be read are a problem, not a gap in silence.
pub(crate) fn newest(roots: &Roots) -> Loaded<Vec<RunRecord>> {
    let file = file(roots);
    let bytes = match stdx::fs::read(&file, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => return Loaded::default(),
        Err(error) => return Loaded::default().with(unreadable(&file, &error.with_cause())),
    };
    let lines = bytes
        .split(|it| *it == b'\n')
        .rev()
        .filter(|it| !it.is_empty());
    let (mut records, mut n_unread) = (Vec::new(), 0);
    for line in lines {
        match serde_json::from_slice(line) {
            Ok(record) => records.push(record),
            Err(_) => n_unread += 1,
        }
    }
    let loaded = Loaded::from(records);
    match n_unread {
        0 => loaded,
        n => loaded.with(unreadable(&file, &format!("{n} of its lines are not runs"))),
    }
}

fn file(roots: &Roots) -> PathBuf {
    roots.home.join("hook-runs.jsonl")
}

fn unreadable(file: &Path, why: &str) -> Problem {
    Problem::warning(
        "hooks/run-log",
        format!("the log of hook runs cannot be read: {why}"),
    )
    .in_file(file)
    .with_hint("removing the file loses nothing but the list of latest runs")
}

impl RunRecord {
    fn of(run: &HookRun, event: &Event, time: &str) -> RunRecord {
        RunRecord {
            time: time.to_owned(),
            project: event.session.project.to_string_lossy().into_owned(),
            session: event.session.id.clone(),
            event: event.name.as_str().to_owned(),
            id: run.id.clone(),
            dialect: run.dialect.as_str().to_owned(),
            command: cut_chars(&run.command, MOST_COMMAND).0.to_owned(),
            status: run.status.as_str().to_owned(),
            exit_code: run.exit_code,
            signal: run.signal,
            duration_ms: u64::try_from(run.took.as_millis()).unwrap_or(u64::MAX),
            stderr: run.stderr.clone(),
            why: run.why.clone(),
        }
    }
}

/// Lets the older half go when the file is too long, unless another process does so already.
fn keep_short(file: &Path) {
    let is_long = |file: &Path| file.metadata().is_ok_and(|it| it.len() > MOST_BYTES);
    if !is_long(file) {
        return;
    }
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(file.with_added_extension("lock"));
    let Ok(lock) = lock else { return };
    if lock.try_lock().is_err() || !is_long(file) {
        return;
    }
    // What no reader would open any more is not worth keeping.
    let bytes = stdx::fs::read(file, LIMIT).unwrap_or_default();
    // A log is never worth a failure.
    let _ = write_atomic(file, newer_half(&bytes), Access::OwnerOnly);
}

/// Whole lines from the end, at most half of what is allowed.
fn newer_half(bytes: &[u8]) -> &[u8] {
    let half = usize::try_from(MOST_BYTES / 2).expect("half a mebibyte fits");
    let rest = &bytes[bytes.len().saturating_sub(half)..];
    match rest.iter().position(|it| *it == b'\n') {
        Some(end) if rest.len() < bytes.len() => &rest[end + 1..],
        _ => rest,
    }
}
