//! The queue of a project: one mission at a time, across processes too.

use std::fmt::Debug;
use std::time::SystemTime;

use stdx::{Cancel, Pending, PortError};

/// Where work waits.
///
/// The engine behind it owns the loop: it calls the handler when it is a job's turn, so that a table
/// on this machine and an engine for many machines both fit. Every engine may deliver a job twice
/// after a crash; [`JobSpec::key`] makes putting it in idempotent, and one result wins.
pub trait Queue: Debug + Send + Sync {
    /// Puts a job in, unless one of this key is there; its id.
    ///
    /// # Errors
    /// The queue cannot be written.
    fn enqueue(&self, job: &JobSpec) -> Result<JobId, PortError>;

    /// Runs the jobs that the filter lets through when it is their turn, until none of them is left or
    /// `shutdown`. Jobs that share a lane run one after another, in the order in which they came, whoever
    /// runs them; a job whose runner died is free again.
    fn run<'a>(
        &'a self,
        handler: &'a dyn JobHandler,
        filter: &'a JobFilter,
        shutdown: &'a Cancel,
    ) -> Pending<'a, Result<(), PortError>>;

    /// Asks that a job end: one that waits ends here, one that runs is told through its cancel within a
    /// second. Whether there was such a job that had not ended.
    ///
    /// # Errors
    /// The queue cannot be written.
    fn cancel(&self, id: &JobId, reason: &str) -> Result<bool, PortError>;

    /// The jobs, oldest first.
    ///
    /// # Errors
    /// The queue cannot be read.
    fn list(&self, filter: &JobFilter) -> Result<Vec<JobRecord>, PortError>;
}

/// Does a job.
pub trait JobHandler: Debug + Send + Sync {
    /// Called when it is the job's turn; the job ends with the future. `cancel` is cancelled when
    /// somebody asks for the job's end.
    fn handle<'a>(&'a self, job: &'a JobRecord, cancel: Cancel) -> Pending<'a, JobEnd>;

    /// Called while a job waits: how many stand before it. At most once for each change.
    fn waits(&self, _job: &JobRecord, _before: usize) {}
}

/// The id of a job.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(pub String);

/// A job that is to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSpec {
    /// What kind of work it is: `mission`.
    pub kind: String,
    /// Jobs of one lane run one after another: the project's root.
    pub lane: String,
    /// Makes putting it in idempotent.
    pub key: String,
    /// Not before this; until then it stands before nobody in its lane.
    pub run_at: Option<SystemTime>,
    /// Whether it outlives the process that puts it in.
    pub life: JobLife,
    /// What the handler needs.
    pub payload: serde_json::Value,
}

/// Whether a job outlives the process that put it in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JobLife {
    /// It is cancelled when that process dies, unless another one runs it: nobody else would, and its
    /// lane would wait for ever. What a person at a terminal asked for.
    #[default]
    WithProcess,
    /// It waits for whoever runs it. What a schedule asked for.
    Kept,
}

/// A job as the queue knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRecord {
    /// Its id.
    pub id: JobId,
    /// What it is.
    pub spec: JobSpec,
    /// How it stands.
    pub state: JobState,
    /// Counts the runners that had it: the end of an earlier one does not count.
    pub fence: u64,
    /// When it was put in.
    pub created: SystemTime,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It waits.
    Waiting,
    /// It runs.
    Running,
    /// It has ended.
    Ended(JobEnd),
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// It was done, whatever came of it.
    Done,
    /// It was cancelled.
    Cancelled,
}

/// Which jobs are meant; all fields must fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Of this kind.
    pub kind: Option<String>,
    /// In this lane.
    pub lane: Option<String>,
    /// With this key.
    pub key: Option<String>,
    /// Only those that have not ended.
    pub open: bool,
}
