//! Nothing is left of a watcher, which a process with other tests in it could not tell.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a helper of tests fails as a test does")]

use std::fs;
use std::thread;
use std::time::Duration;

use stdx::{Cancel, Clock, SystemClock};
use watch::{Options, Root, Watcher};

fn count(folder: &str) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn dropped_watchers_leave_no_thread_and_no_file_open() {
    let folder = tempfile::tempdir().unwrap();
    let before = (count("/proc/self/task"), count("/proc/self/fd"));
    for _ in 0..20 {
        let roots = vec![Root::folder(folder.path())];
        let _dropped = Watcher::start(roots, &Options::default(), &Cancel::new());
    }
    let patience = SystemClock.monotonic() + Duration::from_secs(60);
    while (count("/proc/self/task"), count("/proc/self/fd")) != before {
        assert!(SystemClock.monotonic() < patience, "something is left");
        thread::yield_now();
    }
}
