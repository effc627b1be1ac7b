//! What a program reads.

use std::sync::Arc;

use procs::Ended;
use stdx::{Cancel, block_on, join_all, sha256_hex};

use crate::support::{Folder, run};

fn event(n_bytes: usize) -> Arc<[u8]> {
    (0..n_bytes).map(|it| b'a' + (it % 23) as u8).collect()
}

#[test]
fn it_gets_the_whole_input_and_then_its_end() {
    // Around the sizes at which a pipe is written in another way, and beyond.
    for n_bytes in [
        0, 1, 400, 4095, 4096, 4097, 65_535, 65_536, 65_537, 300_000, 2_000_000,
    ] {
        let folder = Folder::new();
        let mut spec = folder.sh("cat");
        spec.stdin = event(n_bytes);
        let finished = run(&spec);
        assert_eq!(finished.stdout.head.len(), n_bytes);
        assert_eq!(
            sha256_hex(finished.stdout.head),
            sha256_hex(&spec.stdin),
            "{n_bytes} bytes"
        );
    }
}

#[test]
fn two_that_run_at_once_each_get_all() {
    let folder = Folder::new();
    let runs = [folder.sh("cat"), folder.sh("cat")].map(|mut spec| {
        spec.stdin = event(100_000);
        procs::start(spec, Cancel::new())
    });
    for finished in block_on(join_all(runs.into())) {
        assert_eq!(finished.unwrap().stdout.head[..], event(100_000)[..]);
    }
}

/// Its answer counts, whenever it stopped listening [hr-01].
#[test]
fn one_that_never_reads_is_no_failure() {
    #[track_caller]
    fn check(script: &str, n_runs: usize) {
        let folder = Folder::new();
        let mut spec = folder.sh(script);
        spec.stdin = event(2_000_000);
        for _ in 0..n_runs {
            let finished = run(&spec);
            assert_eq!(finished.ended, Ended::Exit(2));
            assert_eq!(finished.stdout.text(), "deny\n");
            assert!(!finished.left_running);
        }
    }

    check("echo deny; exit 2", 100);
    check("exec 0<&-; echo deny; exit 2", 50);
    check("head -c 70000 > /dev/null; echo deny; exit 2", 50);
    // The input is closed, and then the program takes its time.
    check(
        "exec 0<&-; read x < /proc/uptime; sleep 0.05; echo deny; exit 2",
        2,
    );
}

#[test]
fn all_three_streams_may_be_full_at_once() {
    let folder = Folder::new();
    let mut spec = folder.sh("cat >&2; cat /proc/self/environ > /dev/null; seq 200000");
    spec.stdin = event(1_000_000);
    let finished = run(&spec);
    assert_eq!(finished.stderr.head[..], spec.stdin[..]);
    assert_eq!(finished.stdout.total, 1_288_895);
}
