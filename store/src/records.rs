//! Writes and reads sessions, missions and what happened in them.

use std::path::Path;

use missions::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, MissionStore, SessionInbox,
    SessionRecord, StepRecord, Waiting,
};
use rusqlite::{Connection, OptionalExtension, Params, Row, named_params, params};
use stdx::PortError;

use crate::error::StoreError;
use crate::rows;
use crate::store::Store;
use crate::value::{Time, path};

/// The most hook runs that are kept, over all missions; older ones go.
pub const MAX_HOOK_RUNS: u32 = 10_000;

impl MissionStore for Store {
    fn put_session(&self, session: &SessionRecord) -> Result<(), PortError> {
        Ok(self.write(|to| rows::put_session(to, session))?)
    }

    fn put_mission(&self, mission: &MissionRecord) -> Result<(), PortError> {
        let writer = match mission.status.is_ended() {
            true => None,
            false => Some(self.runners().own()?),
        };
        Ok(self.write(|to| rows::put_mission(to, mission, writer.as_deref()))?)
    }

    fn append(&self, runs: &[HookRunRecord], steps: &[StepRecord]) -> Result<(), PortError> {
        let res = self.write(|to| {
            steps.iter().try_for_each(|it| rows::add_step(to, it))?;
            runs.iter().try_for_each(|it| rows::add_hook_run(to, it))?;
            match runs.is_empty() {
                true => Ok(()),
                false => forget_old_hook_runs(to),
            }
        });
        Ok(res?)
    }
}

fn forget_old_hook_runs(to: &Connection) -> rusqlite::Result<()> {
    let mut statement = to
        .prepare_cached("DELETE FROM hook_run WHERE seq <= (SELECT max(seq) FROM hook_run) - ?1")?;
    statement.execute([MAX_HOOK_RUNS])?;
    Ok(())
}

impl MissionReader for Store {
    fn session(&self, id: &str) -> Result<Option<SessionRecord>, PortError> {
        Ok(self.read(|from| find_session(from, id))?)
    }

    fn sessions(&self, project: Option<&Path>) -> Result<Vec<SessionRecord>, PortError> {
        let sql = "SELECT * FROM session WHERE ?1 IS NULL OR project = ?1
                   ORDER BY used DESC, seq DESC";
        let project = project.map(path);
        Ok(self.read(|from| all(from, sql, [project], rows::session))?)
    }

    fn missions(&self, filter: &MissionFilter) -> Result<Vec<MissionRecord>, PortError> {
        Ok(self.read(|from| find_missions(from, filter))?)
    }

    fn history(&self, mission: &str) -> Result<(Vec<StepRecord>, Vec<HookRunRecord>), PortError> {
        let steps = "SELECT * FROM step WHERE mission = ?1 ORDER BY seq";
        let runs = "SELECT * FROM hook_run WHERE mission = ?1 ORDER BY seq";
        let res = self.read(|from| {
            let steps = all(from, steps, [mission], rows::step)?;
            Ok((steps, all(from, runs, [mission], rows::hook_run)?))
        });
        Ok(res?)
    }
}

/// The whole id first: one id may be the beginning of another.
fn find_session(from: &Connection, id: &str) -> rusqlite::Result<Option<SessionRecord>> {
    let sql = "SELECT * FROM session WHERE id = ?1";
    let exact = from.prepare_cached(sql)?.query_row([id], rows::session);
    if let Some(found) = exact.optional()? {
        return Ok(Some(found));
    }
    let sql = "SELECT * FROM session WHERE ?1 <> '' AND instr(id, ?1) = 1 LIMIT 2";
    let mut found = all(from, sql, [id], rows::session)?;
    Ok(found.pop().filter(|_| found.is_empty()))
}

fn find_missions(
    from: &Connection,
    filter: &MissionFilter,
) -> rusqlite::Result<Vec<MissionRecord>> {
    let sql = "SELECT * FROM mission
               WHERE (:project IS NULL OR project = :project)
                   AND (:session IS NULL OR session = :session)
                   AND (NOT :open OR status IN ('queued', 'running'))
               ORDER BY created DESC, seq DESC LIMIT :limit";
    // A negative limit is none.
    let limit = filter.limit.map_or(-1, as_limit);
    let params = named_params! {
        ":project": filter.project.as_deref().map(path),
        ":session": filter.session,
        ":open": filter.open,
        ":limit": limit,
    };
    all(from, sql, params, rows::mission)
}

fn as_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl SessionInbox for Store {
    fn send(&self, session: &str, text: &Waiting) -> Result<(), PortError> {
        let n_sent = self.write(|to| add_waiting(to, session, text))?;
        match n_sent {
            0 => Err(StoreError::NoSession {
                id: session.to_owned(),
            }
            .into()),
            _ => Ok(()),
        }
    }

    fn take(&self, session: &str) -> Result<Vec<Waiting>, PortError> {
        // Asked between any two steps of a mission, so that nothing is written while nothing waits.
        if !self.read(|from| is_any_waiting(from, session))? {
            return Ok(Vec::new());
        }
        let sql = "SELECT * FROM waiting WHERE session = ?1 ORDER BY seq";
        let taken = self.write(|to| {
            let taken = all(to, sql, [session], rows::waiting)?;
            to.execute("DELETE FROM waiting WHERE session = ?1", [session])?;
            Ok(taken)
        });
        Ok(taken?)
    }

    fn has_any(&self, session: &str) -> bool {
        self.read(|from| is_any_waiting(from, session))
            .unwrap_or_default()
    }
}

fn is_any_waiting(from: &Connection, session: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM waiting WHERE session = ?1)";
    let mut statement = from.prepare_cached(sql)?;
    statement.query_row([session], |row| row.get(0))
}

/// How many were added: none for a session that is not there.
fn add_waiting(to: &Connection, session: &str, text: &Waiting) -> rusqlite::Result<usize> {
    let mut statement = to.prepare_cached(
        "INSERT INTO waiting (session, origin, sender, text, at)
         SELECT id, ?2, ?3, ?4, ?5 FROM session WHERE id = ?1",
    )?;
    statement.execute(params![
        session,
        text.origin.as_str(),
        text.from,
        text.text,
        Time(text.at),
    ])
}

impl Store {
    /// The hook runs of all missions and of none, or those of one project, the newest first; at most
    /// `limit`. Not more than [`MAX_HOOK_RUNS`] are kept.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn hook_runs(
        &self,
        project: Option<&Path>,
        limit: usize,
    ) -> Result<Vec<HookRunRecord>, StoreError> {
        let sql = "SELECT * FROM hook_run WHERE ?1 IS NULL OR project = ?1
                   ORDER BY seq DESC LIMIT ?2";
        let params = params![project.map(path), as_limit(limit)];
        self.read(|from| all(from, sql, params, rows::hook_run))
    }
}

/// The rows that a query finds.
pub(crate) fn all<T>(
    from: &Connection,
    sql: &str,
    params: impl Params,
    row: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut statement = from.prepare_cached(sql)?;
    let found = statement.query_map(params, row)?;
    found.collect()
}
