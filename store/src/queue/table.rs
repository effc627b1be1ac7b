//! The statements on the table of jobs.

use std::time::SystemTime;

use missions::{JobEnd, JobFilter, JobId, JobLife, JobRecord, JobSpec, JobState};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use crate::records::all;
use crate::value::{Count, Json, Time, Word};

/// One runner's hold on one job: the end of an earlier runner touches nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) seq: i64,
    pub(crate) fence: u64,
}

/// A job that has not ended, without its payload.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenJob {
    pub(crate) seq: i64,
    pub(crate) kind: String,
    pub(crate) lane: String,
    pub(crate) key: String,
    pub(crate) run_at: Option<SystemTime>,
    pub(crate) life: JobLife,
    pub(crate) state: JobState,
    pub(crate) fence: u64,
    pub(crate) enqueuer: Option<String>,
    pub(crate) runner: Option<String>,
    pub(crate) cancel_reason: Option<String>,
}

impl OpenJob {
    pub(crate) fn claim(&self) -> Claim {
        Claim {
            seq: self.seq,
            fence: self.fence,
        }
    }

    pub(crate) fn is_due(&self, now: SystemTime) -> bool {
        self.run_at.is_none_or(|it| it <= now)
    }

    pub(crate) fn fits(&self, filter: &JobFilter) -> bool {
        let fits = |wanted: &Option<String>, found| wanted.as_ref().is_none_or(|it| it == found);
        fits(&filter.kind, &self.kind)
            && fits(&filter.lane, &self.lane)
            && fits(&filter.key, &self.key)
    }
}

pub(crate) fn id(seq: i64) -> JobId {
    JobId(format!("job-{seq}"))
}

pub(crate) fn seq(id: &JobId) -> Option<i64> {
    id.0.strip_prefix("job-")?.parse().ok()
}

pub(crate) fn enqueue(
    to: &Connection,
    job: &JobSpec,
    enqueuer: Option<&str>,
    now: SystemTime,
) -> rusqlite::Result<i64> {
    let mut statement = to.prepare_cached(
        "INSERT INTO job (kind, lane, key, run_at, life, payload, state, enqueuer, created)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', ?7, ?8) ON CONFLICT (key) DO NOTHING",
    )?;
    statement.execute(params![
        job.kind,
        job.lane,
        job.key,
        job.run_at.map(Time),
        life_word(job.life),
        job.payload.to_string(),
        enqueuer,
        Time(now),
    ])?;
    to.query_row("SELECT seq FROM job WHERE key = ?1", [&job.key], |it| {
        it.get(0)
    })
}

/// Gives the runner the oldest job that the filter lets through and whose turn it is in its lane. Only
/// right after the dead were set free: who runs lives.
pub(crate) fn claim(
    to: &Connection,
    filter: &JobFilter,
    runner: &str,
    now: SystemTime,
) -> rusqlite::Result<Option<JobRecord>> {
    let mut statement = to.prepare_cached(
        "UPDATE job SET state = 'running', runner = :runner, fence = fence + 1 WHERE seq = (
             SELECT seq FROM job AS mine WHERE state = 'waiting'
                 AND (:kind IS NULL OR kind = :kind) AND (:lane IS NULL OR lane = :lane)
                 AND (:key IS NULL OR key = :key) AND (run_at IS NULL OR run_at <= :now)
                 AND NOT EXISTS (SELECT 1 FROM job AS other WHERE other.lane = mine.lane
                     AND other.state IN ('waiting', 'running') AND (other.state = 'running'
                         OR other.seq < mine.seq AND (other.run_at IS NULL OR other.run_at <= :now)))
             ORDER BY seq LIMIT 1)
         RETURNING *",
    )?;
    let params = named_params! {
        ":runner": runner,
        ":kind": filter.kind,
        ":lane": filter.lane,
        ":key": filter.key,
        ":now": Time(now),
    };
    statement.query_row(params, record).optional()
}

/// Writes how a job ended, if the claim on it still holds.
pub(crate) fn end(
    to: &Connection,
    claim: Claim,
    end: JobEnd,
    now: SystemTime,
) -> rusqlite::Result<usize> {
    let mut statement = to.prepare_cached(
        "UPDATE job SET state = ?3, ended = ?4, runner = NULL
         WHERE seq = ?1 AND fence = ?2 AND state = 'running'",
    )?;
    statement.execute(params![
        claim.seq,
        Count(claim.fence),
        end_word(end),
        Time(now)
    ])
}

/// Writes how a job ended, whoever has it.
pub(crate) fn end_open(
    to: &Connection,
    seq: i64,
    end: JobEnd,
    now: SystemTime,
) -> rusqlite::Result<usize> {
    let mut statement = to.prepare_cached(
        "UPDATE job SET state = ?2, ended = ?3, runner = NULL
         WHERE seq = ?1 AND state IN ('waiting', 'running')",
    )?;
    statement.execute(params![seq, end_word(end), Time(now)])
}

/// Lets a job wait again, if the claim on it still holds.
pub(crate) fn release(to: &Connection, claim: Claim) -> rusqlite::Result<()> {
    let mut statement = to.prepare_cached(
        "UPDATE job SET state = 'waiting', runner = NULL
         WHERE seq = ?1 AND fence = ?2 AND state = 'running'",
    )?;
    statement.execute(params![claim.seq, Count(claim.fence)])?;
    Ok(())
}

/// Ends what waits and leaves word for what runs, where the first reason stays; how many jobs it met.
pub(crate) fn cancel(
    to: &Connection,
    seq: i64,
    reason: &str,
    now: SystemTime,
) -> rusqlite::Result<usize> {
    let mut statement = to.prepare_cached(
        "UPDATE job SET cancel_reason = coalesce(cancel_reason, ?2),
             ended = CASE state WHEN 'waiting' THEN ?3 END,
             state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END
         WHERE seq = ?1 AND state IN ('waiting', 'running')",
    )?;
    statement.execute(params![seq, reason, Time(now)])
}

pub(crate) fn list(from: &Connection, filter: &JobFilter) -> rusqlite::Result<Vec<JobRecord>> {
    let sql = "SELECT * FROM job WHERE (:kind IS NULL OR kind = :kind)
                   AND (:lane IS NULL OR lane = :lane) AND (:key IS NULL OR key = :key)
                   AND (NOT :open OR state IN ('waiting', 'running'))
               ORDER BY seq";
    let params = named_params! {
        ":kind": filter.kind,
        ":lane": filter.lane,
        ":key": filter.key,
        ":open": filter.open,
    };
    all(from, sql, params, record)
}

pub(crate) fn job(from: &Connection, seq: i64) -> rusqlite::Result<Option<JobRecord>> {
    let mut statement = from.prepare_cached("SELECT * FROM job WHERE seq = ?1")?;
    statement.query_row([seq], record).optional()
}

pub(crate) fn open_jobs(from: &Connection) -> rusqlite::Result<Vec<OpenJob>> {
    let sql =
        "SELECT seq, kind, lane, key, run_at, life, state, fence, enqueuer, runner, cancel_reason
               FROM job WHERE state IN ('waiting', 'running') ORDER BY seq";
    all(from, sql, [], open_job)
}

fn open_job(row: &Row<'_>) -> rusqlite::Result<OpenJob> {
    Ok(OpenJob {
        seq: row.get("seq")?,
        kind: row.get("kind")?,
        lane: row.get("lane")?,
        key: row.get("key")?,
        run_at: row.get::<_, Option<Time>>("run_at")?.map(|it| it.0),
        life: row.get::<_, Word<_>>("life")?.0,
        state: row.get::<_, Word<_>>("state")?.0,
        fence: row.get::<_, Count>("fence")?.0,
        enqueuer: row.get("enqueuer")?,
        runner: row.get("runner")?,
        cancel_reason: row.get("cancel_reason")?,
    })
}

fn record(row: &Row<'_>) -> rusqlite::Result<JobRecord> {
    let spec = JobSpec {
        kind: row.get("kind")?,
        lane: row.get("lane")?,
        key: row.get("key")?,
        run_at: row.get::<_, Option<Time>>("run_at")?.map(|it| it.0),
        life: row.get::<_, Word<_>>("life")?.0,
        payload: row.get::<_, Json>("payload")?.0,
    };
    Ok(JobRecord {
        id: id(row.get("seq")?),
        spec,
        state: row.get::<_, Word<_>>("state")?.0,
        fence: row.get::<_, Count>("fence")?.0,
        created: row.get::<_, Time>("created")?.0,
    })
}

fn life_word(life: JobLife) -> &'static str {
    match life {
        JobLife::WithProcess => "with-process",
        JobLife::Kept => "kept",
    }
}

fn end_word(end: JobEnd) -> &'static str {
    match end {
        JobEnd::Done => "done",
        JobEnd::Cancelled => "cancelled",
    }
}

impl FromSql for Word<JobLife> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<JobLife>> {
        match value.as_str()? {
            "with-process" => Ok(Word(JobLife::WithProcess)),
            "kept" => Ok(Word(JobLife::Kept)),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

impl FromSql for Word<JobState> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<JobState>> {
        match value.as_str()? {
            "waiting" => Ok(Word(JobState::Waiting)),
            "running" => Ok(Word(JobState::Running)),
            "done" => Ok(Word(JobState::Ended(JobEnd::Done))),
            "cancelled" => Ok(Word(JobState::Ended(JobEnd::Cancelled))),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}
