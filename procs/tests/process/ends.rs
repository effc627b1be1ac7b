//! How a program ends, and what goes with it.

use std::time::Duration;

use procs::{Ended, Finished, Spec};
use rustix::process::{Pid, Signal, kill_process};
use stdx::{Cancel, block_on, join_all};

use crate::support::{Folder, eventually, lives, run};

#[test]
fn it_ends_by_itself() {
    #[track_caller]
    fn check(script: &str, expected: Ended) {
        let finished = run(&Folder::new().sh(script));
        assert_eq!((finished.ended, finished.left_running), (expected, false));
    }

    check("exit 0", Ended::Exit(0));
    check("exit 255", Ended::Exit(255));
    check("kill -TERM $$", Ended::Signal(15));
    check("kill -KILL $$", Ended::Signal(9));
    check("exec 1>&- 2>&-; sleep 0.05; exit 7", Ended::Exit(7));
}

/// [hr-02]
#[test]
fn what_it_leaves_in_the_background_is_not_waited_for_and_lives_on() {
    #[track_caller]
    fn check(script: &str, expected: (&str, bool)) {
        let folder = Folder::new();
        let finished = run(&folder.sh(script));
        assert_eq!(finished.ended, Ended::Exit(0));
        assert_eq!((&*finished.stdout.text(), finished.left_running), expected);
        assert!(
            finished.took < Duration::from_secs(5),
            "{:?}",
            finished.took
        );
        let [child] = folder.numbers("child")[..] else {
            panic!("it wrote its number")
        };
        assert!(lives(child));
        kill(child);
    }

    check(
        "sleep 30 & echo $! > child; echo answer",
        ("answer\n", true),
    );
    check(
        "sleep 30 > /dev/null 2>&1 & echo $! > child; echo answer",
        ("answer\n", false),
    );
}

#[test]
fn what_is_printed_shortly_after_the_end_still_counts() {
    let folder = Folder::new();
    let mut spec = folder.sh("(sleep 0.02; echo late; exec sleep 30) & echo $! > child");
    spec.grace = Duration::from_secs(1);
    let finished = run(&spec);
    kill(folder.numbers("child")[0]);
    assert_eq!(
        (&*finished.stdout.text(), finished.left_running),
        ("late\n", true)
    );
}

#[test]
fn a_background_child_that_never_stops_printing_is_listened_to_for_a_while() {
    let folder = Folder::new();
    let mut spec = folder.sh("yes >&2 & echo $! > child; echo answer");
    spec.grace = Duration::from_millis(30);
    let finished = run(&spec);
    kill(folder.numbers("child")[0]);
    assert_eq!(
        (&*finished.stdout.text(), finished.left_running),
        ("answer\n", true)
    );
    assert!(
        finished.took < Duration::from_secs(5),
        "{:?}",
        finished.took
    );
}

fn kill(pid: i32) {
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

/// Three generations of whom nobody minds SIGTERM, one in a process group and one in a session of
/// its own, and one whose parent is gone. Each adds its number to `family`.
const FAMILY: &str = "
    trap '' TERM HUP INT
    note() { echo $$ >> family; }
    sh -c 'echo $$ >> family; sh -c \"echo \\$\\$ >> family; sleep 60\" & sleep 60' &
    setsid sh -c 'echo $$ >> family; sleep 60; true' &
    (sh -c 'echo $$ >> family; sleep 60; true' &)
    set -m 2> /dev/null
    sh -c 'echo $$ >> family; sleep 60; true' &
    note
    echo started
    while :; do sleep 60; done";

const N_FAMILY: usize = 6;

#[track_caller]
fn check_family_goes(end: impl FnOnce(&Folder, Spec) -> Finished, expected: Ended) {
    let folder = Folder::new();
    let finished = end(&folder, folder.sh(FAMILY));
    assert_eq!(
        (finished.ended, &*finished.stdout.text()),
        (expected, "started\n")
    );
    assert!(!finished.left_running, "nobody holds the pipes");
    let family = folder.numbers("family");
    assert_eq!(family.len(), N_FAMILY, "the family was complete");
    // A signal is on its way when it was sent, and those of another parent die when they are run.
    eventually("all are gone", || family.iter().all(|it| !lives(*it)));
}

/// [hr-03]
#[test]
fn the_family_goes_when_the_time_is_up() {
    let end = |_: &Folder, mut spec: Spec| {
        spec.timeout = Duration::from_millis(1500);
        run(&spec)
    };
    check_family_goes(end, Ended::TimedOut);
}

#[test]
fn the_family_goes_when_it_is_cancelled() {
    let end = |folder: &Folder, spec: Spec| {
        let cancel = Cancel::new();
        std::thread::scope(|scope| {
            let running = scope.spawn(|| procs::run(&spec, &cancel).unwrap());
            eventually("all have started", || {
                folder.numbers("family").len() == N_FAMILY
            });
            cancel.cancel("enough");
            running.join().unwrap()
        })
    };
    check_family_goes(end, Ended::Cancelled);
}

#[test]
fn the_family_goes_when_nobody_waits_any_more() {
    let folder = Folder::new();
    let mut running = procs::start(folder.sh(FAMILY), Cancel::new());
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(running.as_mut().poll(&mut cx).is_pending());
    eventually("all have started", || {
        folder.numbers("family").len() == N_FAMILY
    });
    drop(running);
    let family = folder.numbers("family");
    eventually("all are gone", || family.iter().all(|it| !lives(*it)));
}

#[test]
fn one_that_keeps_making_children_goes_too() {
    let folder = Folder::new();
    let mut spec = folder.sh("while :; do sleep 60 & echo $! >> family; done");
    spec.timeout = Duration::from_millis(100);
    let finished = run(&spec);
    assert_eq!(
        (finished.ended, finished.left_running),
        (Ended::TimedOut, false)
    );
    let family = folder.numbers("family");
    assert!(!family.is_empty());
    eventually("all are gone", || family.iter().all(|it| !lives(*it)));
}

#[test]
fn one_that_was_cancelled_before_never_starts() {
    let folder = Folder::new();
    let cancel = Cancel::new();
    cancel.cancel("too late");
    let spec = folder.sh("touch started");
    let blocking = procs::run(&spec, &cancel).unwrap();
    let in_future = block_on(procs::start(spec, cancel)).unwrap();
    for finished in [blocking, in_future] {
        assert_eq!(
            (finished.ended, finished.stdout.total),
            (Ended::Cancelled, 0)
        );
    }
    assert!(!folder.at("started").exists());
}

#[test]
fn a_future_that_is_not_polled_starts_nothing() {
    let folder = Folder::new();
    drop(procs::start(folder.sh("touch started"), Cancel::new()));
    assert!(!folder.at("started").exists());
}

/// Each waits for the other, so neither would end if they ran one after another.
#[test]
fn futures_run_side_by_side() {
    let folder = Folder::new();
    let names = ["a b c", "b c a", "c a b"];
    let runs = names.map(|it| {
        let (mine, others) = it.split_once(' ').unwrap();
        let wait = format!("for it in {others}; do until [ -e $it ]; do sleep 0.01; done; done");
        procs::start(
            folder.sh(&format!("touch {mine}; {wait}; echo {mine}")),
            Cancel::new(),
        )
    });
    let finished = block_on(join_all(runs.into()));
    let printed: Vec<String> = finished
        .into_iter()
        .map(|it| it.unwrap().stdout.text())
        .collect();
    assert_eq!(printed, ["a\n", "b\n", "c\n"]);
}

#[test]
fn a_quick_and_a_slow_future_give_the_same() {
    for script in ["echo x; exit 3", "sleep 0.05; echo x; exit 3"] {
        let folder = Folder::new();
        let finished = block_on(procs::start(folder.sh(script), Cancel::new())).unwrap();
        assert_eq!(
            (finished.ended, &*finished.stdout.text()),
            (Ended::Exit(3), "x\n")
        );
    }
}

#[test]
fn no_time_at_all_is_a_time_out() {
    let folder = Folder::new();
    let mut spec = folder.sh("sleep 60");
    spec.timeout = Duration::ZERO;
    assert_eq!(run(&spec).ended, Ended::TimedOut);
    spec.timeout = Duration::MAX;
    spec.args[1] = "exit 4".into();
    assert_eq!(run(&spec).ended, Ended::Exit(4));
}
