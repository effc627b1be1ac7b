//! Reads many files at once.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use super::entry::Entry;
use crate::discover::Sighting;
use crate::place::SkillPlace;

/// Files below which another thread costs more than it saves.
const WORTH_A_THREAD: usize = 128;

/// A file to read, and what was there before.
#[derive(Debug)]
pub(crate) struct Job {
    pub sighting: Sighting,
    pub before: Option<Arc<Entry>>,
}

impl Job {
    pub(crate) fn run(self, place: (usize, &SkillPlace)) -> Arc<Entry> {
        let now = Entry::read(place, self.sighting);
        Arc::new(match self.before {
            Some(before) => now.or_last_good(&before),
            None => now,
        })
    }
}

/// The entries of these jobs, in their order; the processors share them.
pub(crate) fn read_all(place: (usize, &SkillPlace), mut jobs: Vec<Job>) -> Vec<Arc<Entry>> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = jobs.len().div_ceil(n_threads).max(WORTH_A_THREAD);
    let read = |jobs: Vec<Job>| jobs.into_iter().map(|it| it.run(place)).collect::<Vec<_>>();
    if jobs.len() <= share {
        return read(jobs);
    }
    let mut shares = Vec::new();
    while !jobs.is_empty() {
        let rest = jobs.split_off(share.min(jobs.len()));
        shares.push(std::mem::replace(&mut jobs, rest));
    }
    thread::scope(|scope| {
        let shares = shares.into_iter().map(|it| scope.spawn(move || read(it)));
        let running: Vec<_> = shares.collect();
        let done = running.into_iter().map(|it| it.join());
        done.flat_map(|it| it.expect("reading a file does not panic"))
            .collect()
    })
}
