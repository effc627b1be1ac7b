//! Does many things side by side.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::coverage::Done;
use crate::drive::Driver;
use crate::suite::{Trial, Verdict};

/// Runs all trials; the results come in the order of the trials.
pub(crate) fn run_all(trials: &[Trial], driver: &Driver) -> Vec<Done> {
    let verdicts = map(trials, |it| run(it, driver));
    let done = trials.iter().zip(verdicts).map(|(trial, verdict)| Done {
        trial: trial.clone(),
        verdict,
    });
    done.collect()
}

/// Runs one trial; a panic is a failure of that trial alone.
fn run(trial: &Trial, driver: &Driver) -> Verdict {
    let run = std::panic::AssertUnwindSafe(|| trial.run(driver));
    std::panic::catch_unwind(run).unwrap_or_else(|_| Verdict::Fails("it panicked\n".to_owned()))
}

/// What becomes of each item; the results come in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let slots: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    each(items.len(), |index| {
        let res = work(&items[index]);
        *slots[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(res);
    });
    let res = |it: Mutex<Option<R>>| it.into_inner().unwrap_or_else(PoisonError::into_inner);
    let full = |it| res(it).expect("each number below the length was worked on, or we panicked");
    slots.into_iter().map(full).collect()
}

/// Does something for each number below `n`, on every processor.
fn each(n: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n {
                return;
            }
            work(index);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(worker);
        }
    });
}
