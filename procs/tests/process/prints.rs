//! What is kept of what a program prints.

use procs::{Ended, Keep};

use crate::support::{Folder, run};

#[test]
fn both_streams_are_kept_apart() {
    let finished = run(&Folder::new().sh("echo out; echo err >&2; echo more; exit 1"));
    assert_eq!(finished.ended, Ended::Exit(1));
    assert_eq!(finished.stdout.text(), "out\nmore\n");
    assert_eq!(finished.stderr.text(), "err\n");
}

/// [hr-05]
#[test]
fn bytes_that_are_no_text_are_kept() {
    let finished = run(&Folder::new().sh("printf 'caf\\351 closed\\n' >&2; exit 2"));
    assert_eq!(finished.ended, Ended::Exit(2));
    assert_eq!(finished.stderr.head, b"caf\xe9 closed\n");
    assert_eq!(finished.stderr.text(), "caf\u{fffd} closed\n");
}

/// [hr-07]
#[test]
fn a_flood_is_drained_and_only_its_ends_are_kept() {
    let script = "echo start; head -c 60000000 /dev/zero | tr '\\0' x; echo END; exit 2";
    let folder = Folder::new();
    let mut spec = folder.sh(script);
    spec.limits.stdout = Keep {
        head: 1000,
        tail: 100,
    };
    let finished = run(&spec);
    assert_eq!(finished.ended, Ended::Exit(2));
    assert_eq!(finished.stdout.total, 60_000_010);
    assert_eq!(
        (finished.stdout.head.len(), finished.stdout.tail.len()),
        (1000, 100)
    );
    assert_eq!(finished.stdout.missing(), 60_000_010 - 1100);
    let text = finished.stdout.text();
    assert!(
        text.starts_with("start\nxxx") && text.ends_with("xxxEND\n"),
        "{text}"
    );
    assert!(text.contains("\n[59998910 bytes left out]\n"), "{text}");
}
