//! The queue as a table: jobs of one lane run in the order in which they came, across processes.

mod run;
mod table;
mod turn;

use std::collections::BTreeSet;

use missions::{JobEnd, JobFilter, JobHandler, JobId, JobLife, JobRecord, JobSpec, Queue};
use rusqlite::Connection;
use stdx::{Cancel, Pending, PortError};

use crate::store::Store;
pub(crate) use table::OpenJob;
use turn::dead_among;
#[cfg(test)]
pub(crate) use turn::standing_before;
pub(crate) use turn::{Verdict, verdict};

impl Queue for Store {
    fn enqueue(&self, job: &JobSpec) -> Result<JobId, PortError> {
        let enqueuer = match job.life {
            JobLife::WithProcess => Some(self.runners().own()?),
            JobLife::Kept => None,
        };
        let now = self.clock().now();
        let seq = self.write(|to| table::enqueue(to, job, enqueuer.as_deref(), now))?;
        Ok(table::id(seq))
    }

    fn run<'a>(
        &'a self,
        handler: &'a dyn JobHandler,
        filter: &'a JobFilter,
        shutdown: &'a Cancel,
    ) -> Pending<'a, Result<(), PortError>> {
        Box::pin(async move { Ok(run::run(self, handler, filter, shutdown).await?) })
    }

    fn cancel(&self, id: &JobId, reason: &str) -> Result<bool, PortError> {
        let Some(seq) = table::seq(id) else {
            return Ok(false);
        };
        let now = self.clock().now();
        let n_open = self.write(|to| {
            free_the_dead(to, self)?;
            table::cancel(to, seq, reason, now)
        })?;
        Ok(n_open > 0)
    }

    fn list(&self, filter: &JobFilter) -> Result<Vec<JobRecord>, PortError> {
        // Who only looks waits for nobody's write, unless there is something to say.
        if self.read(|from| Ok(!dead_of(&table::open_jobs(from)?, self).is_empty()))? {
            self.write(|to| free_the_dead(to, self))?;
        }
        Ok(self.read(|from| table::list(from, filter))?)
    }
}

/// Sets free or cancels the jobs whose processes died, and gives those that have not ended, oldest first.
pub(crate) fn free_the_dead(to: &Connection, store: &Store) -> rusqlite::Result<Vec<OpenJob>> {
    let open = table::open_jobs(to)?;
    let dead = dead_of(&open, store);
    if dead.is_empty() {
        return Ok(open);
    }
    let now = store.clock().now();
    for job in &open {
        match verdict(job, &dead) {
            Verdict::Stands => {}
            Verdict::Free => table::release(to, job.claim())?,
            Verdict::Cancelled => {
                table::end_open(to, job.seq, JobEnd::Cancelled, now)?;
            }
        }
    }
    table::open_jobs(to)
}

fn dead_of(open: &[OpenJob], store: &Store) -> BTreeSet<String> {
    dead_among(open, |it| store.runners().is_dead(it))
}
