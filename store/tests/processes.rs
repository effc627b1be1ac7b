//! Several processes at one file, and the sudden death of one of them.

#![expect(
    clippy::disallowed_methods,
    reason = "processes of this very test and their environment are the subject"
)]
#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use missions::{
    HookRunRecord, JobEnd, JobFilter, JobHandler, JobLife, JobRecord, JobSpec, JobState,
    MissionFilter, MissionReader, MissionRecord, MissionStore, Origin, Queue, SessionRecord,
    Status, Usage,
};
use serde_json::json;
use stdx::{Cancel, Pending, SystemClock, SystemTimer, Timer, block_on};
use store::Store;

/// Says which store a child opens.
const FILE: &str = "STORE_TEST_FILE";

/// Says which jobs it runs.
const KIND: &str = "STORE_TEST_KIND";

fn open(path: &Path) -> Store {
    Store::open(path, Arc::new(SystemClock), Arc::new(SystemTimer)).unwrap()
}

fn child(path: &Path, kind: &str) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "runs_jobs_in_a_process_of_its_own"])
        .env(FILE, path)
        .env(KIND, kind)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Writes down when it begins and ends, and takes as many milliseconds as the payload says.
#[derive(Debug)]
struct Diary(Store);

impl Diary {
    fn note(&self, word: &str, job: &JobRecord) {
        let run = HookRunRecord {
            mission: None,
            session: String::new(),
            project: PathBuf::from(&job.spec.lane),
            at: SystemTime::UNIX_EPOCH,
            event: word.to_owned(),
            tool: None,
            run: json!(job.spec.key),
        };
        self.0.append(&[run], &[]).unwrap();
    }
}

impl JobHandler for Diary {
    fn handle<'a>(&'a self, job: &'a JobRecord, _cancel: Cancel) -> Pending<'a, JobEnd> {
        Box::pin(async move {
            self.note("begin", job);
            let millis = job.spec.payload.as_u64().unwrap();
            SystemTimer.sleep(Duration::from_millis(millis)).await;
            self.note("end", job);
            JobEnd::Done
        })
    }
}

fn spec(lane: &str, key: &str) -> JobSpec {
    JobSpec {
        kind: "short".to_owned(),
        lane: lane.to_owned(),
        key: key.to_owned(),
        run_at: None,
        life: JobLife::Kept,
        payload: json!(3),
    }
}

/// What the other tests start as a process of its own; without their variables it has nothing to do.
#[test]
fn runs_jobs_in_a_process_of_its_own() {
    let Some(file) = env::var_os(FILE) else {
        return;
    };
    let store = open(Path::new(&file));
    let kind = env::var(KIND).unwrap();
    if kind == "long" {
        put_mission(&store);
        let job = JobSpec {
            kind: kind.clone(),
            life: JobLife::WithProcess,
            payload: json!(3_600_000),
            ..spec("lane", "m1")
        };
        store.enqueue(&job).unwrap();
    }
    let filter = JobFilter {
        kind: Some(kind),
        ..JobFilter::default()
    };
    block_on(store.run(&Diary(store.clone()), &filter, &Cancel::new())).unwrap();
}

fn put_mission(store: &Store) {
    let session = SessionRecord {
        id: "s1".to_owned(),
        project: "/p".into(),
        title: String::new(),
        agent: None,
        transcript: "/t".into(),
        created: SystemTime::UNIX_EPOCH,
        used: SystemTime::UNIX_EPOCH,
    };
    let mission = MissionRecord {
        id: "m1".to_owned(),
        session: session.id.clone(),
        project: "/p".into(),
        origin: Origin::Keyboard,
        approved_by: None,
        prompt: String::new(),
        agent: String::new(),
        model: String::new(),
        status: Status::Running,
        summary: String::new(),
        goal: None,
        usage: Usage::default(),
        tool_calls: 0,
        created: SystemTime::UNIX_EPOCH,
        started: None,
        ended: None,
    };
    store.put_session(&session).unwrap();
    store.put_mission(&mission).unwrap();
}

/// Waits until the jobs are as they should be.
fn wait_for(store: &Store, is_so: impl Fn(&[JobRecord]) -> bool) {
    for _ in 0..3000 {
        if is_so(&store.list(&JobFilter::default()).unwrap()) {
            return;
        }
        block_on(SystemTimer.sleep(Duration::from_millis(10)));
    }
    panic!("the jobs never came to be as expected");
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_process_that_is_killed_leaves_nothing_running() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("tackle.db");
    let mut other = child(&path, "long");
    let store = open(&path);
    wait_for(&store, |jobs| {
        jobs.iter().any(|it| it.state == JobState::Running)
    });
    assert_eq!(store.mark_interrupted().unwrap(), Vec::<String>::new());
    store.enqueue(&spec("lane", "mine")).unwrap();

    kill(&mut other);
    let jobs = store.list(&JobFilter::default()).unwrap();
    let states: Vec<_> = jobs.iter().map(|it| it.state).collect();
    let cancelled = JobState::Ended(JobEnd::Cancelled);
    assert_eq!(states, [cancelled, JobState::Waiting]);
    assert_eq!(store.mark_interrupted().unwrap(), ["m1"]);
    let missions = store.missions(&MissionFilter::default()).unwrap();
    assert_eq!(missions[0].status, Status::Interrupted);
    block_on(store.run(&Diary(store.clone()), &JobFilter::default(), &Cancel::new())).unwrap();
    wait_for(&store, |jobs| {
        jobs[1].state == JobState::Ended(JobEnd::Done)
    });
}

#[test]
fn processes_drain_a_queue_though_one_is_killed() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("tackle.db");
    let store = open(&path);
    for n in 0..200 {
        let lane = (n % 8).to_string();
        store.enqueue(&spec(&lane, &format!("{n:03}"))).unwrap();
    }
    let mut children = [(); 3].map(|()| child(&path, "short"));
    let is_done = |it: &&JobRecord| it.state == JobState::Ended(JobEnd::Done);
    wait_for(&store, |jobs| jobs.iter().filter(is_done).count() > 40);
    kill(&mut children[0]);
    for other in &mut children[1..] {
        assert!(other.wait().unwrap().success());
    }
    let jobs = store.list(&JobFilter::default()).unwrap();
    assert_eq!(jobs.iter().filter(is_done).count(), 200);
    (0..8).for_each(|lane| check_lane(&store, &lane.to_string(), &jobs));
}

/// The diary of a lane tells of one job after another, in their order; who took a job over from the dead
/// begins it anew, as the fence says.
#[track_caller]
fn check_lane(store: &Store, lane: &str, jobs: &[JobRecord]) {
    let mut diary = store.hook_runs(Some(lane.as_ref()), usize::MAX).unwrap();
    diary.reverse();
    let of_jobs: Vec<_> = diary.chunk_by(|one, next| one.run == next.run).collect();
    let jobs: Vec<_> = jobs.iter().filter(|it| it.spec.lane == lane).collect();
    assert_eq!(of_jobs.len(), jobs.len());
    for (job, of_job) in jobs.into_iter().zip(of_jobs) {
        let words: Vec<_> = of_job.iter().map(|it| it.event.as_str()).collect();
        let n_begins = words.iter().filter(|it| **it == "begin").count() as u64;
        assert_eq!(of_job[0].run, json!(job.spec.key));
        assert_eq!(
            (words.first(), words.last()),
            (Some(&"begin"), Some(&"end"))
        );
        assert!((1..=job.fence).contains(&n_begins), "{job:?}: {words:?}");
    }
}
