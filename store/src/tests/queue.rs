//! Jobs and those who run them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use missions::{
    JobEnd, JobFilter, JobHandler, JobId, JobLife, JobRecord, JobSpec, JobState, MissionFilter,
    MissionReader, MissionRecord, MissionStore, Queue, Status,
};
use serde_json::json;
use stdx::{Cancel, Clock, Pending, PortError, SystemTimer, Timer};

use super::{Home, mission, open_in_real_time, session};
use crate::Store;

/// Does what the payload says: `null` is done at once, a number is milliseconds of work, and "on" waits
/// for its cancellation.
#[derive(Debug)]
struct Worker {
    timer: Arc<dyn Timer>,
    log: Mutex<Vec<String>>,
}

impl Worker {
    fn new(timer: impl Timer + 'static) -> Worker {
        Worker {
            timer: Arc::new(timer),
            log: Mutex::default(),
        }
    }

    fn say(&self, word: &str, job: &JobRecord) {
        self.log
            .lock()
            .unwrap()
            .push(format!("{word} {}", job.spec.key));
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }
}

impl JobHandler for Worker {
    fn handle<'a>(&'a self, job: &'a JobRecord, cancel: Cancel) -> Pending<'a, JobEnd> {
        Box::pin(async move {
            self.say("begin", job);
            if let Some(millis) = job.spec.payload.as_u64() {
                self.timer.sleep(Duration::from_millis(millis)).await;
            }
            if job.spec.payload == "on" {
                cancel.cancelled().await;
                self.say(&cancel.reason().unwrap_or_default(), job);
                return JobEnd::Cancelled;
            }
            self.say("end", job);
            JobEnd::Done
        })
    }

    fn waits(&self, job: &JobRecord, before: usize) {
        self.say(&before.to_string(), job);
    }
}

fn spec(lane: &str, key: &str) -> JobSpec {
    JobSpec {
        kind: "mission".to_owned(),
        lane: lane.to_owned(),
        key: key.to_owned(),
        run_at: None,
        life: JobLife::Kept,
        payload: json!(null),
    }
}

fn lasting(lane: &str, key: &str) -> JobSpec {
    JobSpec {
        payload: json!("on"),
        ..spec(lane, key)
    }
}

fn with_process(job: JobSpec) -> JobSpec {
    JobSpec {
        life: JobLife::WithProcess,
        ..job
    }
}

fn key(key: &str) -> JobFilter {
    JobFilter {
        key: Some(key.to_owned()),
        ..JobFilter::default()
    }
}

fn state_of(store: &Store, wanted: &str) -> (JobState, u64) {
    let jobs = store.list(&key(wanted)).unwrap();
    (jobs[0].state, jobs[0].fence)
}

type Run<'a> = Pending<'a, Result<(), PortError>>;

/// Lets it go on for as long as it can without time passing; whether it is over.
fn go_on(run: &mut Run<'_>) -> bool {
    match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(res) => res.map(|()| true).unwrap(),
        Poll::Pending => false,
    }
}

const DONE: JobState = JobState::Ended(JobEnd::Done);
const CANCELLED: JobState = JobState::Ended(JobEnd::Cancelled);

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
