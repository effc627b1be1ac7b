//! Keeps the house: what died is marked, what is not wanted goes.

use missions::{SessionRecord, Status};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::StoreError;
use crate::queue;
use crate::records::all;
use crate::rows;
use crate::store::Store;
use crate::value::Time;

/// What a mission says that could not say anything more itself.
const ENDED_SILENTLY: &str = "its process ended without a word";

impl Store {
    /// Marks the missions as [`Status::Interrupted`] whose process died, and gives their ids. Lists call
    /// it first, so that they never show a dead mission as running.
    ///
    /// A mission belongs to the process that wrote it last. One that was only queued goes on waiting
    /// while a job whose key is the mission's id waits or runs.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn mark_interrupted(&self) -> Result<Vec<String>, StoreError> {
        // Nothing is written while everybody lives, which is nearly always.
        match self.read(|from| self.interrupted(from))?.is_empty() {
            true => Ok(Vec::new()),
            false => self.write(|to| {
                queue::free_the_dead(to, self)?;
                let dead = self.interrupted(to)?;
                let now = Time(self.clock().now());
                dead.iter().try_for_each(|it| interrupt(to, it, now))?;
                Ok(dead)
            }),
        }
    }

    fn interrupted(&self, from: &Connection) -> rusqlite::Result<Vec<String>> {
        let sql = "SELECT id, runner FROM mission
                   WHERE status IN ('queued', 'running') AND (status = 'running' OR NOT EXISTS (
                       SELECT 1 FROM job WHERE key = mission.id AND life = 'kept'
                           AND state IN ('waiting', 'running')))
                   ORDER BY seq";
        let open = all(from, sql, [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?))
        })?;
        let dead = open
            .into_iter()
            .filter(|(_, runner)| runner.as_ref().is_none_or(|it| self.runners().is_dead(it)));
        Ok(dead.map(|(id, _)| id).collect())
    }

    /// Removes a session with its missions, their steps, hook runs and ended jobs (those whose key is the
    /// mission's id), and the texts that wait for it; gives what it was. Its transcript is a file of its own, and stays.
    ///
    /// # Errors
    /// There is no session of exactly this id, a mission of it waits or runs, or the store cannot be
    /// written.
    pub fn delete_session(&self, id: &str) -> Result<SessionRecord, StoreError> {
        self.mark_interrupted()?;
        match self.write(|to| delete_session(to, id))? {
            Deletion::Done(session) => Ok(session),
            Deletion::Unknown => Err(StoreError::NoSession { id: id.to_owned() }),
            Deletion::InUse { mission } => Err(StoreError::SessionInUse {
                id: id.to_owned(),
                mission,
            }),
        }
    }
}

fn interrupt(to: &Connection, id: &str, now: Time) -> rusqlite::Result<()> {
    to.execute(
        "UPDATE mission SET status = ?2, ended = ?3, runner = NULL,
             summary = CASE summary WHEN '' THEN ?4 ELSE summary END WHERE id = ?1",
        params![id, Status::Interrupted.as_str(), now, ENDED_SILENTLY],
    )?;
    Ok(())
}

enum Deletion {
    Done(SessionRecord),
    Unknown,
    InUse { mission: String },
}

fn delete_session(to: &Connection, id: &str) -> rusqlite::Result<Deletion> {
    let sql = "SELECT * FROM session WHERE id = ?1";
    let Some(session) = to.query_row(sql, [id], rows::session).optional()? else {
        return Ok(Deletion::Unknown);
    };
    let sql = "SELECT id FROM mission WHERE session = ?1 AND status IN ('queued', 'running')
               ORDER BY seq LIMIT 1";
    let open = to.query_row(sql, [id], |row| row.get(0)).optional()?;
    if let Some(mission) = open {
        return Ok(Deletion::InUse { mission });
    }
    to.execute(
        "DELETE FROM hook_run WHERE session = ?1
             OR mission IN (SELECT id FROM mission WHERE session = ?1)",
        [id],
    )?;
    to.execute(
        "DELETE FROM job WHERE state NOT IN ('waiting', 'running')
             AND key IN (SELECT id FROM mission WHERE session = ?1)",
        [id],
    )?;
    to.execute("DELETE FROM session WHERE id = ?1", [id])?;
    Ok(Deletion::Done(session))
}
