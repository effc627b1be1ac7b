//! Whose turn it is.

use std::collections::BTreeMap;
use std::time::Duration;

use missions::{JobFilter, JobRecord, JobSpec, JobState, Queue};
use serde_json::json;
use stdx::{Cancel, Clock, SystemTimer};

use super::worker::{DONE, Worker, go_on, key, lasting, spec, with_process};
use super::{Home, open_in_real_time};

#[test]
fn a_job_comes_back_whole_and_is_put_in_once() {
    let home = Home::new();
    let store = home.open();
    home.clock.advance(Duration::from_millis(5));
    let spec = JobSpec {
        run_at: Some(home.clock.now() + Duration::from_secs(9)),
        payload: json!({"prompt": "tidy up", "n": [1, 2]}),
        ..with_process(spec("lane", "a"))
    };
    let id = store.enqueue(&spec).unwrap();
    assert_eq!(home.open().enqueue(&lasting("other", "a")).unwrap(), id);
    let expected = JobRecord {
        id,
        spec,
        state: JobState::Waiting,
        fence: 0,
        created: home.clock.now(),
    };
    assert_eq!(store.list(&JobFilter::default()).unwrap(), [expected]);
}

#[test]
fn lanes_go_side_by_side_and_each_in_order() {
    let home = Home::new();
    let store = home.open();
    for it in ["a1", "a2", "b1", "a3"] {
        let job = JobSpec {
            payload: json!(100),
            ..spec(&it[..1], it)
        };
        store.enqueue(&job).unwrap();
    }
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    assert_eq!(worker.heard(), ["1 a2", "2 a3", "begin a1", "begin b1"]);
    while !go_on(&mut run) {
        assert!(home.clock.advance_to_next_sleeper());
    }
    let rest = [
        "end a1", "end b1", "1 a3", "begin a2", "end a2", "begin a3", "end a3",
    ];
    assert_eq!(worker.heard(), rest);
}

#[test]
fn a_filter_leaves_the_others_and_their_turn() {
    let home = Home::new();
    let (store, other) = (home.open(), home.open());
    store.enqueue(&spec("lane", "first")).unwrap();
    store.enqueue(&spec("lane", "second")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (wanted, shutdown) = (key("second"), Cancel::new());
    let mut run = store.run(&worker, &wanted, &shutdown);
    assert!(!go_on(&mut run));
    home.clock.advance(Duration::from_secs(1));
    assert!(!go_on(&mut run));
    assert_eq!(worker.heard(), ["1 second"]);
    stdx::block_on(other.run(&worker, &key("first"), &Cancel::new())).unwrap();
    home.clock.advance(Duration::from_millis(250));
    assert!(go_on(&mut run));
    assert_eq!(
        worker.heard(),
        ["begin first", "end first", "begin second", "end second"]
    );
}

#[test]
fn a_job_waits_for_its_time_and_holds_up_nobody() {
    let home = Home::new();
    let store = home.open();
    let later = JobSpec {
        run_at: Some(home.clock.now() + Duration::from_secs(60)),
        ..spec("lane", "later")
    };
    store.enqueue(&later).unwrap();
    store.enqueue(&spec("lane", "now")).unwrap();
    let worker = Worker::new(home.clock.timer());
    let (filter, shutdown) = (JobFilter::default(), Cancel::new());
    let mut run = store.run(&worker, &filter, &shutdown);
    assert!(!go_on(&mut run));
    assert_eq!(worker.heard(), ["begin now", "end now"]);
    while !go_on(&mut run) {
        assert!(home.clock.advance_to_next_sleeper());
    }
    assert_eq!(worker.heard(), ["begin later", "end later"]);
    assert!(home.clock.monotonic() >= Duration::from_secs(60));
}

#[test]
fn many_drain_it_together() {
    let home = Home::new();
    let path = home.file();
    let store = open_in_real_time(&path);
    let keys: Vec<String> = (0..200).map(|n| format!("{} {n:03}", n % 8)).collect();
    for key in &keys {
        store.enqueue(&spec(&key[..1], key)).unwrap();
    }
    let worker = Worker::new(SystemTimer);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let store = open_in_real_time(&path);
                stdx::block_on(store.run(&worker, &JobFilter::default(), &Cancel::new())).unwrap();
            });
        }
    });
    let jobs = store.list(&JobFilter::default()).unwrap();
    assert!(jobs.iter().all(|it| (it.state, it.fence) == (DONE, 1)));
    let mut by_lane = BTreeMap::<_, Vec<_>>::new();
    for line in worker.heard().iter().filter(|it| it.contains('n')) {
        let (word, key) = line.split_once(' ').unwrap();
        by_lane
            .entry(key[..1].to_owned())
            .or_default()
            .push((word.to_owned(), key.to_owned()));
    }
    assert_eq!(by_lane.len(), 8);
    for (lane, heard) in by_lane {
        let of_lane = keys.iter().filter(|it| it.starts_with(&lane));
        let expected =
            of_lane.flat_map(|it| ["begin", "end"].map(|word| (word.to_owned(), it.clone())));
        assert_eq!(heard, expected.collect::<Vec<_>>());
    }
}
