//! One call of `run`: looks at the table now and then, and drives the jobs it got side by side.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use missions::{JobEnd, JobFilter, JobHandler, JobRecord, JobState};
use stdx::{Cancel, Pending};

use super::table::{self, Claim, OpenJob};
use super::turn::standing_before;
use crate::error::StoreError;
use crate::store::Store;

/// The pause before the next look, after something happened.
const SHORT: Duration = Duration::from_millis(50);

/// What the pause grows to while nothing happens.
const LONG: Duration = Duration::from_millis(250);

/// What it grows to while a job runs whose cancellation must be seen.
const LONG_WITH_JOB: Duration = Duration::from_millis(200);

/// Why a job is told to end that somebody else has.
const TAKEN_OVER: &str = "another process has taken the job over";

pub(crate) async fn run(
    store: &Store,
    handler: &dyn JobHandler,
    filter: &JobFilter,
    shutdown: &Cancel,
) -> Result<(), StoreError> {
    let mut run = Run {
        store,
        handler,
        filter,
        me: store.runners().own()?,
        stop: shutdown.child(),
        running: Vec::new(),
        told: BTreeMap::new(),
        pause: SHORT,
    };
    let res = run.until_none_is_left().await;
    if let Err(error) = &res {
        run.stop.cancel(error.to_string());
    }
    res.and(run.drain().await)
}

struct Run<'a> {
    store: &'a Store,
    handler: &'a dyn JobHandler,
    filter: &'a JobFilter,
    me: String,
    stop: Cancel,
    running: Vec<Running<'a>>,
    /// What was said of each job that waits.
    told: BTreeMap<i64, usize>,
    pause: Duration,
}

struct Running<'a> {
    claim: Claim,
    cancel: Cancel,
    work: Pending<'a, Result<(), StoreError>>,
}

/// What one look at the table brought.
struct Taken {
    claimed: Vec<(Claim, JobRecord)>,
    /// What has not ended, the claimed ones among them.
    open: Vec<OpenJob>,
}

#[derive(PartialEq)]
enum Left {
    Something,
    Nothing,
}

impl<'a> Run<'a> {
    async fn until_none_is_left(&mut self) -> Result<(), StoreError> {
        while !self.stop.is_cancelled() && self.look()? == Left::Something {
            self.wait().await?;
        }
        Ok(())
    }

    /// Takes what is to be had, and hears what became of the rest.
    fn look(&mut self) -> Result<Left, StoreError> {
        let Taken { claimed, open } = self.take()?;
        if !claimed.is_empty() {
            self.pause = SHORT;
        }
        for (claim, job) in claimed {
            self.begin(claim, job);
        }
        self.hear_cancellations(&open);
        self.tell_waiting(&open)?;
        let is_left = !self.running.is_empty() || open.iter().any(|it| it.fits(self.filter));
        Ok(match is_left {
            true => Left::Something,
            false => Left::Nothing,
        })
    }

    fn take(&self) -> Result<Taken, StoreError> {
        let now = self.store.clock().now();
        self.store.write(|to| {
            let open = super::free_the_dead(to, self.store)?;
            let mut claimed = Vec::new();
            while let Some(job) = table::claim(to, self.filter, &self.me, now)? {
                let seq = table::seq(&job.id).expect("the table has made the id");
                let fence = job.fence;
                claimed.push((Claim { seq, fence }, job));
            }
            let open = match claimed.is_empty() {
                true => open,
                false => table::open_jobs(to)?,
            };
            Ok(Taken { claimed, open })
        })
    }

    fn begin(&mut self, claim: Claim, job: JobRecord) {
        let cancel = self.stop.child();
        let hold = Hold {
            store: self.store,
            claim: Some(claim),
        };
        self.told.remove(&claim.seq);
        self.running.push(Running {
            claim,
            cancel: cancel.clone(),
            work: Box::pin(work(hold, self.handler, job, cancel)),
        });
    }

    fn hear_cancellations(&self, open: &[OpenJob]) {
        for running in &self.running {
            let job = open.iter().find(|it| it.claim() == running.claim);
            match job.filter(|it| it.state == JobState::Running) {
                Some(job) => {
                    let reason = job.cancel_reason.as_ref();
                    reason.into_iter().for_each(|it| running.cancel.cancel(it));
                }
                None => running.cancel.cancel(TAKEN_OVER),
            }
        }
    }

    fn tell_waiting(&mut self, open: &[OpenJob]) -> Result<(), StoreError> {
        let now = self.store.clock().now();
        let waiting = open
            .iter()
            .filter(|it| it.state == JobState::Waiting && it.fits(self.filter) && it.is_due(now));
        for job in waiting {
            let before = standing_before(open, job, now);
            if self.told.insert(job.seq, before) != Some(before) {
                let record = self.store.read(|from| table::job(from, job.seq))?;
                record.iter().for_each(|it| self.handler.waits(it, before));
            }
        }
        Ok(())
    }

    /// Until a job ends, the pause is over, or all are to stop.
    async fn wait(&mut self) -> Result<(), StoreError> {
        let mut sleep = self.store.timer().sleep(self.pause);
        let mut stopped = pin!(self.stop.cancelled());
        let longest = match self.running.is_empty() {
            true => LONG,
            false => LONG_WITH_JOB,
        };
        self.pause = longest.min(self.pause * 2);
        let n_running = self.running.len();
        poll_fn(|cx| {
            let res = self.poll_running(cx);
            let is_over = self.running.len() < n_running
                || sleep.as_mut().poll(cx).is_ready()
                || stopped.as_mut().poll(cx).is_ready();
            match (res, is_over) {
                (Err(error), _) => Poll::Ready(Err(error)),
                (Ok(()), true) => Poll::Ready(Ok(())),
                (Ok(()), false) => Poll::Pending,
            }
        })
        .await?;
        if self.running.len() < n_running {
            self.pause = SHORT;
        }
        Ok(())
    }

    /// Until every job has ended; the first error that one met.
    async fn drain(&mut self) -> Result<(), StoreError> {
        let mut first = Ok(());
        poll_fn(|cx| {
            let res = self.poll_running(cx);
            if first.is_ok() {
                first = res;
            }
            match self.running.is_empty() {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
        first
    }

    /// Asks every job once, and lets go of those that have ended.
    fn poll_running(&mut self, cx: &mut Context<'_>) -> Result<(), StoreError> {
        let mut first = Ok(());
        self.running
            .retain_mut(|it| match it.work.as_mut().poll(cx) {
                Poll::Pending => true,
                Poll::Ready(res) => {
                    if first.is_ok() {
                        first = res;
                    }
                    false
                }
            });
        first
    }
}

async fn work(
    hold: Hold<'_>,
    handler: &dyn JobHandler,
    job: JobRecord,
    cancel: Cancel,
) -> Result<(), StoreError> {
    let end = handler.handle(&job, cancel).await;
    hold.end(end)
}

/// Our hold on a job. It waits again when this is dropped before the end.
struct Hold<'a> {
    store: &'a Store,
    claim: Option<Claim>,
}

impl Hold<'_> {
    /// Whoever took the job over in the meantime is not disturbed.
    fn end(mut self, end: JobEnd) -> Result<(), StoreError> {
        let now = self.store.clock().now();
        if let Some(claim) = self.claim.take() {
            self.store.write(|to| table::end(to, claim, end, now))?;
        }
        Ok(())
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        if let Some(claim) = self.claim.take() {
            // Where it cannot be written, the job is free when this process ends.
            let _res = self.store.write(|to| table::release(to, claim));
        }
    }
}
