//! What `procs` costs on top of the barest way to do the same.
//!
//! `cargo bench -p procs` prints, for a small host and for one with 2 GiB of touched memory, the
//! medians of three ways to start a program, feed it 400 bytes and read what it prints. The ways
//! take turns within one loop, so that what else the machine does falls on all of them.

use std::env;
use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use procs::{Ended, Limits, Spec};
use stdx::{Cancel, Clock, SystemClock, block_on};

const ROUNDS: usize = 300;

fn main() {
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !env::args().any(|it| it == "--bench") {
        return;
    }
    measure_all("small host");
    let ballast = vec![1u8; 2 << 30];
    measure_all("2 GiB host");
    black_box(ballast);
}

fn measure_all(host: &str) {
    measure(host, "true", &["/bin/true"]);
    measure(host, "sh -c true", &["/bin/sh", "-c", "true"]);
}

#[expect(clippy::print_stdout, reason = "a bench has no other way to tell")]
fn measure(host: &str, name: &str, command: &[&str]) {
    let spec = spec(command);
    let ways: [&dyn Fn(); 3] = [&|| bare(&spec), &|| blocking(&spec), &|| in_future(&spec)];
    let [bare, run, start] = medians(ways);
    let ratio = |it: Duration| it.as_secs_f64() / bare.as_secs_f64();
    let (run_ratio, start_ratio) = (ratio(run), ratio(start));
    println!(
        "{host}, {name}: bare {bare:?}, run {run:?} ({run_ratio:.3}), start {start:?} ({start_ratio:.3})"
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "a bench is a program: it asks for its environment"
)]
fn spec(command: &[&str]) -> Spec {
    Spec {
        program: command[0].into(),
        args: command[1..].iter().map(Into::into).collect(),
        env: env::vars_os().collect(),
        cwd: env::current_dir().expect("a bench runs in a folder"),
        stdin: Arc::from([b'x'; 400]),
        timeout: Duration::from_secs(60),
        limits: Limits::default(),
        grace: Spec::GRACE,
    }
}

fn medians<const N: usize>(ways: [&dyn Fn(); N]) -> [Duration; N] {
    let mut took = [(); N].map(|()| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        for (way, took) in ways.iter().zip(&mut took) {
            let started = SystemClock.monotonic();
            way();
            took.push(SystemClock.monotonic() - started);
        }
    }
    took.map(|mut it| {
        it.sort_unstable();
        it[it.len() / 2]
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "it is what the doors are compared with"
)]
fn bare(spec: &Spec) {
    let mut child = Command::new(&spec.program)
        .args(&spec.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is there");
    // Whether the program still reads is its own affair.
    let _ = child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(&spec.stdin);
    let mut printed = Vec::new();
    let stdout = child.stdout.as_mut().expect("it is piped");
    stdout
        .read_to_end(&mut printed)
        .expect("a pipe can be read");
    let stderr = child.stderr.as_mut().expect("it is piped");
    stderr
        .read_to_end(&mut printed)
        .expect("a pipe can be read");
    assert!(child.wait().expect("it is our child").success());
}

fn blocking(spec: &Spec) {
    let finished = procs::run(spec, &Cancel::new()).expect("the program is there");
    assert_eq!(finished.ended, Ended::Exit(0));
}

fn in_future(spec: &Spec) {
    let finished = block_on(procs::start(spec.clone(), Cancel::new()));
    assert_eq!(
        finished.expect("the program is there").ended,
        Ended::Exit(0)
    );
}
