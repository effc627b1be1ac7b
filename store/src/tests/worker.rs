//! Somebody who does jobs, and jobs to be done.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use missions::{JobEnd, JobFilter, JobHandler, JobLife, JobRecord, JobSpec, JobState, Queue};
use serde_json::json;
use stdx::{Cancel, Pending, PortError, Timer};

use crate::Store;

/// Does what the payload says: `null` is done at once, a number is milliseconds of work, and "on" waits
/// for its cancellation.
#[derive(Debug)]
pub(super) struct Worker {
    timer: Arc<dyn Timer>,
    log: Mutex<Vec<String>>,
}

impl Worker {
    pub(super) fn new(timer: impl Timer + 'static) -> Worker {
        Worker {
            timer: Arc::new(timer),
            log: Mutex::default(),
        }
    }

    fn say(&self, word: &str, job: &JobRecord) {
        self.log
            .lock()
            .unwrap()
            .push(format!("{word} {}", job.spec.key));
    }

    pub(super) fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }
}

impl JobHandler for Worker {
    fn handle<'a>(&'a self, job: &'a JobRecord, cancel: Cancel) -> Pending<'a, JobEnd> {
        Box::pin(async move {
            self.say("begin", job);
            if let Some(millis) = job.spec.payload.as_u64() {
                self.timer.sleep(Duration::from_millis(millis)).await;
            }
            if job.spec.payload == "on" {
                cancel.cancelled().await;
                self.say(&cancel.reason().unwrap_or_default(), job);
                return JobEnd::Cancelled;
            }
            self.say("end", job);
            JobEnd::Done
        })
    }

    fn waits(&self, job: &JobRecord, before: usize) {
        self.say(&before.to_string(), job);
    }
}

pub(super) fn spec(lane: &str, key: &str) -> JobSpec {
    JobSpec {
        kind: "mission".to_owned(),
        lane: lane.to_owned(),
        key: key.to_owned(),
        run_at: None,
        life: JobLife::Kept,
        payload: json!(null),
    }
}

pub(super) fn lasting(lane: &str, key: &str) -> JobSpec {
    JobSpec {
        payload: json!("on"),
        ..spec(lane, key)
    }
}

pub(super) fn with_process(job: JobSpec) -> JobSpec {
    JobSpec {
        life: JobLife::WithProcess,
        ..job
    }
}

pub(super) fn key(key: &str) -> JobFilter {
    JobFilter {
        key: Some(key.to_owned()),
        ..JobFilter::default()
    }
}

pub(super) fn state_of(store: &Store, wanted: &str) -> (JobState, u64) {
    let jobs = store.list(&key(wanted)).unwrap();
    (jobs[0].state, jobs[0].fence)
}

pub(super) type Run<'a> = Pending<'a, Result<(), PortError>>;

/// Lets it go on for as long as it can without time passing; whether it is over.
pub(super) fn go_on(run: &mut Run<'_>) -> bool {
    match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(res) => res.map(|()| true).unwrap(),
        Poll::Pending => false,
    }
}

pub(super) const DONE: JobState = JobState::Ended(JobEnd::Done);
pub(super) const CANCELLED: JobState = JobState::Ended(JobEnd::Cancelled);
