//! Many runs leave nothing behind. Alone in its process, since it counts what the process has.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use procs::{Keep, Limits, Spec};
use stdx::fs::{Limit, read};
use stdx::{Cancel, block_on};

#[test]
fn hundreds_of_runs_leave_nothing_behind() {
    let cancel = Cancel::new();
    let all_kinds = || {
        for spec in [
            spec("cat; exit 1"),
            spec("exit 0"),
            spec("echo x >&2; kill -9 $$"),
        ] {
            let _ = procs::run(&spec, &cancel).unwrap();
            let _ = block_on(procs::start(spec, cancel.clone())).unwrap();
        }
        let mut slow = spec("sleep 60 & sleep 60");
        slow.timeout = Duration::from_millis(5);
        let _ = block_on(procs::start(slow, cancel.clone())).unwrap();
        procs::run(
            &Spec {
                program: "./gone".into(),
                ..spec("")
            },
            &cancel,
        )
        .unwrap_err();
    };
    // The first ones bring the timer thread, the buffers of the allocator and the like.
    (0..10).for_each(|_| all_kinds());
    let before = Possessions::count();
    (0..60).for_each(|_| all_kinds());
    let after = Possessions::count();
    assert_eq!(
        (after.n_descriptors, after.n_children),
        (before.n_descriptors, 0)
    );
    assert!(
        after.n_threads <= before.n_threads + 1,
        "one may be about to end"
    );
    let growth = after.n_pages.saturating_sub(before.n_pages);
    assert!(growth < 256, "the memory grew by {growth} pages");
}

fn spec(script: &str) -> Spec {
    Spec {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        cwd: "/".into(),
        stdin: Arc::from(vec![b'x'; 100_000]),
        timeout: Duration::from_secs(20),
        limits: Limits {
            stdout: Keep {
                head: 1000,
                tail: 1000,
            },
            stderr: Keep::default(),
        },
        grace: Spec::GRACE,
    }
}

#[derive(Debug)]
struct Possessions {
    n_descriptors: usize,
    n_threads: usize,
    /// Alive or waiting to be reaped.
    n_children: usize,
    n_pages: u64,
}

impl Possessions {
    fn count() -> Possessions {
        let text = |path: &str| {
            let bytes = read(path.as_ref(), Limit::mebibytes(1)).unwrap_or_default();
            String::from_utf8(bytes).unwrap()
        };
        let tasks = || {
            fs::read_dir("/proc/self/task")
                .unwrap()
                .map(|it| it.unwrap().path())
        };
        let children = |task: std::path::PathBuf| text(&format!("{}/children", task.display()));
        Possessions {
            n_descriptors: fs::read_dir("/proc/self/fd").unwrap().count(),
            n_threads: tasks().count(),
            n_children: tasks()
                .map(|it| children(it).split_whitespace().count())
                .sum(),
            n_pages: text("/proc/self/statm")
                .split(' ')
                .nth(1)
                .unwrap()
                .parse()
                .unwrap(),
        }
    }
}
