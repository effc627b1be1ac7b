//! What follows from the jobs that have not ended, without doing anything.

use std::collections::BTreeSet;
use std::time::SystemTime;

use missions::{JobLife, JobState};

use super::table::OpenJob;

/// What becomes of a job after its processes died or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It waits or runs as before.
    Stands,
    /// Its runner died, and somebody else may have it.
    Free,
    /// Nobody will run it any more, or its end was asked for before its runner died.
    Cancelled,
}

/// Judges a job, given the runners that are dead.
pub(crate) fn verdict(job: &OpenJob, dead: &BTreeSet<String>) -> Verdict {
    let is_dead = |it: &Option<String>| it.as_ref().is_none_or(|it| dead.contains(it));
    let is_forsaken = job.life == JobLife::WithProcess && is_dead(&job.enqueuer);
    match job.state {
        JobState::Waiting if is_forsaken => Verdict::Cancelled,
        JobState::Waiting => Verdict::Stands,
        JobState::Running if !is_dead(&job.runner) => Verdict::Stands,
        JobState::Running if is_forsaken || job.cancel_reason.is_some() => Verdict::Cancelled,
        JobState::Running => Verdict::Free,
        JobState::Ended(_) => Verdict::Stands,
    }
}

/// The dead among the runners that the jobs name; each is looked at once.
pub(crate) fn dead_among(open: &[OpenJob], is_dead: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let names = open.iter().flat_map(|it| [&it.enqueuer, &it.runner]);
    let names: BTreeSet<&String> = names.flatten().collect();
    names
        .into_iter()
        .filter(|it| is_dead(it))
        .cloned()
        .collect()
}

/// How many jobs of its lane have their turn before this one. Who is not due yet stands before nobody.
pub(crate) fn standing_before(open: &[OpenJob], job: &OpenJob, now: SystemTime) -> usize {
    let others = open
        .iter()
        .filter(|it| it.lane == job.lane && it.seq != job.seq);
    others
        .filter(|it| match it.state {
            JobState::Running => true,
            JobState::Waiting => it.seq < job.seq && it.is_due(now),
            JobState::Ended(_) => false,
        })
        .count()
}
