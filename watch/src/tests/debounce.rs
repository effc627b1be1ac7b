use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use crate::debounce::{Debouncer, Window};

/// Notes `a` and so on at their milliseconds, moves the clock by one at a time, and compares what
/// is taken when.
#[track_caller]
fn check(events: &[(u64, &str)], expected: &[(u64, &str)]) {
    let window = Window {
        quiet: Duration::from_millis(50),
        at_most: Duration::from_millis(400),
    };
    let mut debouncer = Debouncer::new(window);
    let mut batches = Vec::new();
    for now in 0..2000 {
        for (_, path) in events.iter().filter(|(at, _)| *at == now) {
            debouncer.note(PathBuf::from(path), Duration::from_millis(now));
        }
        if let Some(paths) = debouncer.take(Duration::from_millis(now)) {
            batches.push((now, words(&paths)));
        }
    }
    let expected: Vec<(u64, String)> = expected
        .iter()
        .map(|(at, paths)| (*at, (*paths).to_owned()))
        .collect();
    assert_eq!(batches, expected, "batches of {events:?}");
    assert_eq!(debouncer.due(), None, "nothing is left of {events:?}");
}

fn words(paths: &BTreeSet<PathBuf>) -> String {
    let words: Vec<_> = paths.iter().map(|it| it.to_string_lossy()).collect();
    words.join(" ")
}

#[test]
fn nothing_is_due_without_an_event() {
    check(&[], &[]);
}

#[test]
fn one_event_is_due_when_it_is_quiet() {
    check(&[(10, "a")], &[(60, "a")]);
}

#[test]
fn each_event_begins_the_quiet_anew_and_a_path_counts_once() {
    check(&[(0, "b"), (40, "a"), (80, "b")], &[(130, "a b")]);
}

#[test]
fn a_pause_parts_batches() {
    check(&[(0, "a"), (50, "b")], &[(100, "a b")]);
    check(&[(0, "a"), (51, "b")], &[(50, "a"), (101, "b")]);
}

#[test]
fn a_file_written_all_the_time_still_gives_batches() {
    let busy: Vec<(u64, &str)> = (0..1000).step_by(10).map(|at| (at, "a")).collect();
    check(&busy, &[(400, "a"), (810, "a"), (1040, "a")]);
}

#[test]
fn what_takes_the_place_of_many_paths_is_due_at_their_time() {
    let mut debouncer = Debouncer::new(Window::default());
    debouncer.note("/r/a".into(), Duration::from_millis(5));
    debouncer.note("/r/b".into(), Duration::from_millis(6));
    debouncer.replace_paths(BTreeSet::from(["/r".into()]));
    assert_eq!(debouncer.due(), Some(Duration::from_millis(56)));
    assert_eq!(debouncer.n_paths(), 1);
}
