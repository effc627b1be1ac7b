//! The tables, version by version.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// `PRAGMA application_id` of our files: "tack".
pub(crate) const APPLICATION: i64 = 0x7461_636b;

/// The steps from one version to the next; step *n* leads to version *n* + 1. A step that was
/// published is never changed. The next one brings the journals of workflows.
const STEPS: [&str; 2] = [MISSIONS, QUEUE];

/// The newest version that we know.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

const MISSIONS: &str = "
CREATE TABLE session (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    project ANY NOT NULL,
    title TEXT NOT NULL,
    agent TEXT,
    transcript ANY NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT;
CREATE TABLE mission (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    project ANY NOT NULL,
    origin TEXT NOT NULL,
    approved_by TEXT,
    prompt TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    summary TEXT NOT NULL,
    goal TEXT,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    tool_calls INTEGER NOT NULL,
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    runner TEXT
) STRICT;
CREATE INDEX mission_of_session ON mission (session);
CREATE INDEX mission_newest ON mission (created, seq);
CREATE INDEX mission_open ON mission (status) WHERE status IN ('queued', 'running');
CREATE TABLE step (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    mission TEXT NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    fact TEXT NOT NULL
) STRICT;
CREATE INDEX step_of_mission ON step (mission, seq);
CREATE TABLE hook_run (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    mission TEXT,
    session TEXT NOT NULL,
    project ANY NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    tool TEXT,
    run TEXT NOT NULL
) STRICT;
CREATE INDEX hook_run_of_mission ON hook_run (mission, seq);
CREATE INDEX hook_run_of_session ON hook_run (session);
CREATE INDEX hook_run_of_project ON hook_run (project, seq);
CREATE TABLE waiting (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    sender TEXT,
    text TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX waiting_of_session ON waiting (session, seq);
";

const QUEUE: &str = "
CREATE TABLE job (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    run_at INTEGER,
    life TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    fence INTEGER NOT NULL DEFAULT 0,
    enqueuer TEXT,
    runner TEXT,
    cancel_reason TEXT,
    created INTEGER NOT NULL,
    ended INTEGER
) STRICT;
CREATE INDEX job_open ON job (lane, seq) WHERE state IN ('waiting', 'running');
";

/// Brings the tables to [`VERSION`], each step in a transaction of its own. Several processes may do it
/// at once: who comes second finds the step done.
pub(crate) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    while version(connection)? < VERSION {
        let next = Transaction::new(connection, TransactionBehavior::Immediate)?;
        let done = version(&next)?;
        if let Some(step) = usize::try_from(done).ok().and_then(|it| STEPS.get(it)) {
            next.execute_batch(step)?;
            next.pragma_update(None, "user_version", done + 1)?;
            next.pragma_update(None, "application_id", APPLICATION)?;
        }
        next.commit()?;
    }
    Ok(())
}

/// The version of the tables in the file.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Makes a file as an older program left it.
#[cfg(test)]
pub(crate) fn make_old(connection: &Connection, version: usize) -> rusqlite::Result<()> {
    for step in &STEPS[..version] {
        connection.execute_batch(step)?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
    }
    connection.pragma_update(None, "user_version", version as i64)
}
