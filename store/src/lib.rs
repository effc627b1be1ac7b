//! Keeps sessions, missions, the queue and hook runs in one SQLite file.
//!
//! A [`Store`] is the open file. Several processes have it open at once: each write is one transaction,
//! readers do not wait for it, and who writes waits five seconds for others. It stands behind the ports
//! [`MissionStore`], [`MissionReader`], [`SessionInbox`] and [`Queue`]. A process that runs jobs or
//! missions holds a lock on a file of its own in `state/runners`, which the kernel takes back at its
//! death, however that comes: so a job whose runner died is free at once, a mission whose process died
//! is found by [`Store::mark_interrupted`], and nobody has to send signs of life. The end of a job counts
//! only if the one who brings it still has it.
//!
//! Does not know what a job's payload or a hook's run means, does not hold transcripts or trust
//! decisions, starts no thread and no process.
//!
//! [`MissionStore`]: missions::MissionStore
//! [`MissionReader`]: missions::MissionReader
//! [`SessionInbox`]: missions::SessionInbox
//! [`Queue`]: missions::Queue
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use missions::{JobEnd, JobFilter, JobHandler, JobLife, JobRecord, JobSpec, JobState, Queue};
//! use stdx::{Cancel, ManualClock, Pending};
//! use store::Store;
//!
//! #[derive(Debug)]
//! struct Obey;
//!
//! impl JobHandler for Obey {
//!     fn handle<'a>(&'a self, _job: &'a JobRecord, _cancel: Cancel) -> Pending<'a, JobEnd> {
//!         Box::pin(async { JobEnd::Done })
//!     }
//! }
//!
//! let home = tempfile::tempdir()?;
//! let clock = ManualClock::default();
//! let timer = Arc::new(clock.timer());
//! let store = Store::open(&home.path().join("tackle.db"), Arc::new(clock), timer)?;
//! let spec = JobSpec {
//!     kind: "mission".to_owned(),
//!     lane: "/home/eve/project".to_owned(),
//!     key: "m1".to_owned(),
//!     run_at: None,
//!     life: JobLife::WithProcess,
//!     payload: serde_json::json!({"prompt": "tidy up"}),
//! };
//! let id = store.enqueue(&spec)?;
//! stdx::block_on(store.run(&Obey, &JobFilter::default(), &Cancel::new()))?;
//! let jobs = store.list(&JobFilter::default())?;
//! assert_eq!((&jobs[0].id, jobs[0].state), (&id, JobState::Ended(JobEnd::Done)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limitations
//!
//! - The file must not lie on a network file system: neither SQLite's log nor the locks work there.
//! - Nobody else in the process may open the file, not even to look: closing it again takes SQLite's locks
//!   away. Any number of stores may.
//! - After a loss of power the last moments may be missing; what is there is whole. Only a loss of power
//!   can do that, the death of a process cannot.
//! - The file is searched for damage at opening if it is small (1 MiB) or if a process that ran missions
//!   died since. Damage that comes otherwise is noticed when the spoiled page is read.
//! - Dates are kept to the nanosecond from 1678 to 2261; counts up to 2^63 - 1. A path that is not
//!   Unicode comes back whole on Unix only.
//! - JSON that is nested deeper than 128 levels comes back as one string.
//! - Jobs that have ended are kept for good, and so are their keys.
//! - A job that nobody's filter lets through holds up its lane for as long as it waits.
//! - A handler that blocks its thread delays the other jobs of its `run`, and their cancellation.
//! - What the locks cannot tell: a process that is stopped lives. Who deletes the files in
//!   `state/runners` declares their processes dead.

mod error;
mod open;
mod queue;
mod records;
mod rows;
mod runners;
mod schema;
mod store;
mod upkeep;
mod value;

pub use crate::records::MAX_HOOK_RUNS;
pub use error::StoreError;
pub use store::Store;

#[cfg(test)]
mod tests;
