//! How jobs end: by request, with their runner, and with their process.

use std::time::Duration;

use missions::{
    JobFilter, JobId, JobSpec, JobState, MissionFilter, MissionReader, MissionRecord, MissionStore,
    Queue, Status,
};
use stdx::{Cancel, Clock};

use super::worker::{CANCELLED, Worker, go_on, lasting, spec, state_of, with_process};
use super::{Home, mission, session};

#[test]
fn what_waits_is_cancelled_at_once() {
    let home = Home::new();
    let (store, other) = (home.open(), home.open());
    let id = store.enqueue(&spec("lane", "a")).unwrap();
    assert!(other.cancel(&id, "changed my mind").unwrap());
    assert!(!other.cancel(&id, "changed my mind").unwrap());
    assert!(!other.cancel(&JobId("job-99".to_owned()), "?").unwrap());
    assert!(!other.cancel(&JobId("nonsense".to_owned()), "?").unwrap());
    let worker = Worker::new(home.clock.timer());
    stdx::block_on(store.run(&worker, &JobFilter::default(), &Cancel::new())).unwrap();
    assert_eq!(worker.heard(), Vec::<String>::new());
    assert_eq!(state_of(&store, "a"), (CANCELLED, 0));
}

#[test]
fn what_runs_hears_of_its_cancellation_within_a_second() {
    let home = Home::new();
    let (store, other) = (home.open(), home.open());
    let id = store.enqueue(&lasting("lane", "a")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut run = store.run(&worker, &filter, &shutdown);
    for _ in 0..100 {
        assert!(!go_on(&mut run));
        home.clock.advance(Duration::from_secs(1));
    }
    assert!(other.cancel(&id, "enough").unwrap());
    assert!(other.cancel(&id, "more than enough").unwrap());
    let asked = home.clock.monotonic();
    while !go_on(&mut run) {
        home.clock.advance_to_next_sleeper();
    }
    assert!(home.clock.monotonic() - asked <= Duration::from_millis(500));
    assert_eq!(worker.heard(), ["begin a", "enough a"]);
    assert_eq!(state_of(&store, "a"), (CANCELLED, 1));
}

#[test]
fn a_shutdown_ends_what_runs_and_leaves_what_waits() {
    let home = Home::new();
    let store = home.open();
    store.enqueue(&lasting("lane", "a")).unwrap();
    store.enqueue(&spec("lane", "b")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    shutdown.cancel("closing");
    assert!(go_on(&mut run));
    assert_eq!(worker.heard(), ["1 b", "begin a", "closing a"]);
    assert_eq!(state_of(&store, "a"), (CANCELLED, 1));
    assert_eq!(state_of(&store, "b"), (JobState::Waiting, 0));
}

#[test]
fn a_run_that_is_dropped_gives_its_jobs_back() {
    let home = Home::new();
    let store = home.open();
    store.enqueue(&lasting("lane", "a")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    assert_eq!(state_of(&store, "a"), (JobState::Running, 1));
    drop(run);
    assert_eq!(state_of(&store, "a"), (JobState::Waiting, 1));
}

#[test]
fn the_end_of_a_dead_runner_does_not_count() {
    let home = Home::new();
    let (store, dying) = (home.open(), home.open());
    store.enqueue(&lasting("lane", "a")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown, its_shutdown) = (JobFilter::default(), Cancel::new(), Cancel::new());
    let mut late = dying.run(&worker, &filter, &its_shutdown);
    assert!(!go_on(&mut late));
    home.kill(&dying);
    assert_eq!(state_of(&store, "a"), (JobState::Waiting, 1));
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    assert_eq!(state_of(&store, "a"), (JobState::Running, 2));
    its_shutdown.cancel("late");
    assert!(go_on(&mut late));
    assert_eq!(state_of(&store, "a"), (JobState::Running, 2));
    shutdown.cancel("in time");
    assert!(go_on(&mut run));
    assert_eq!(state_of(&store, "a"), (CANCELLED, 2));
    assert_eq!(
        worker.heard(),
        ["begin a", "begin a", "late a", "in time a"]
    );
}

#[test]
fn a_runner_hears_that_its_job_was_taken_over() {
    let home = Home::new();
    let (store, dying) = (home.open(), home.open());
    store.enqueue(&lasting("lane", "a")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut late = dying.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut late));
    home.kill(&dying);
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    home.clock.advance(Duration::from_millis(250));
    assert!(!go_on(&mut late));
    let heard = worker.heard();
    assert_eq!(heard[2..], ["another process has taken the job over a"]);
}

#[test]
fn jobs_of_a_dead_process_hold_up_nobody() {
    let home = Home::new();
    let (store, dying) = (home.open(), home.open());
    dying
        .enqueue(&with_process(spec("lane", "its own")))
        .unwrap();
    dying.enqueue(&spec("lane", "kept")).unwrap();
    store.enqueue(&with_process(spec("lane", "mine"))).unwrap();
    home.kill(&dying);
    let worker = Worker::new(home.clock.timer());
    stdx::block_on(store.run(&worker, &JobFilter::default(), &Cancel::new())).unwrap();
    assert_eq!(
        worker.heard(),
        ["1 mine", "begin kept", "end kept", "begin mine", "end mine"]
    );
    assert_eq!(state_of(&store, "its own"), (CANCELLED, 0));
}

#[test]
fn a_queued_mission_waits_on_while_its_job_is_kept() {
    #[track_caller]
    fn check(job: &JobSpec, expected: Status) {
        let home = Home::new();
        let (store, dying) = (home.open(), home.open());
        dying.put_session(&session("s", 1)).unwrap();
        let queued = MissionRecord {
            status: Status::Queued,
            ..mission("m1", "s", 1)
        };
        dying.put_mission(&queued).unwrap();
        dying.enqueue(job).unwrap();
        home.kill(&dying);
        store.mark_interrupted().unwrap();
        let found = store.missions(&MissionFilter::default()).unwrap();
        assert_eq!(found[0].status, expected);
    }
    check(&spec("lane", "m1"), Status::Queued);
    check(&with_process(spec("lane", "m1")), Status::Interrupted);
    check(&spec("lane", "another"), Status::Interrupted);
}

#[test]
fn the_ended_jobs_of_a_session_go_with_it() {
    let home = Home::new();
    let store = home.open();
    store.put_session(&session("s", 1)).unwrap();
    store.put_mission(&mission("m1", "s", 1)).unwrap();
    for key in ["m1", "other"] {
        store.enqueue(&spec("lane", key)).unwrap();
    }
    let worker = Worker::new(home.clock.timer());
    stdx::block_on(store.run(&worker, &JobFilter::default(), &Cancel::new())).unwrap();
    store.delete_session("s").unwrap();
    let left = store.list(&JobFilter::default()).unwrap();
    let keys: Vec<&str> = left.iter().map(|it| it.spec.key.as_str()).collect();
    assert_eq!(keys, ["other"]);
}
