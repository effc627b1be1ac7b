//! What follows from the jobs that have not ended.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use missions::{JobLife, JobState};

use crate::queue::{OpenJob, Verdict, standing_before, verdict};

fn job(seq: i64) -> OpenJob {
    OpenJob {
        seq,
        kind: "mission".to_owned(),
        lane: "lane".to_owned(),
        key: seq.to_string(),
        run_at: None,
        life: JobLife::Kept,
        state: JobState::Waiting,
        fence: 0,
        enqueuer: None,
        runner: None,
        cancel_reason: None,
    }
}

fn running(runner: &str) -> OpenJob {
    OpenJob {
        state: JobState::Running,
        runner: Some(runner.to_owned()),
        ..job(1)
    }
}

fn with_process(enqueuer: &str, job: OpenJob) -> OpenJob {
    OpenJob {
        life: JobLife::WithProcess,
        enqueuer: Some(enqueuer.to_owned()),
        ..job
    }
}

#[test]
fn the_dead_lose_their_jobs() {
    #[track_caller]
    fn check(job: OpenJob, expected: Verdict) {
        assert_eq!(
            verdict(&job, &BTreeSet::from(["dead".to_owned()])),
            expected
        );
    }
    check(job(1), Verdict::Stands);
    check(with_process("alive", job(1)), Verdict::Stands);
    check(with_process("dead", job(1)), Verdict::Cancelled);
    check(running("alive"), Verdict::Stands);
    check(running("dead"), Verdict::Free);
    check(with_process("dead", running("alive")), Verdict::Stands);
    check(with_process("alive", running("dead")), Verdict::Free);
    check(with_process("dead", running("dead")), Verdict::Cancelled);
    let unwanted = OpenJob {
        cancel_reason: Some("enough".to_owned()),
        ..running("dead")
    };
    check(unwanted, Verdict::Cancelled);
}

#[test]
fn who_stands_before() {
    #[track_caller]
    fn check(open: &[OpenJob], expected: usize) {
        let now = SystemTime::UNIX_EPOCH;
        assert_eq!(standing_before(open, &job(5), now), expected);
    }
    let later = OpenJob {
        run_at: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1)),
        ..job(3)
    };
    let elsewhere = OpenJob {
        lane: "other".to_owned(),
        ..job(3)
    };
    let overtook = OpenJob {
        seq: 7,
        ..running("alive")
    };
    check(&[job(5)], 0);
    check(&[job(4), job(5), job(6)], 1);
    check(&[later, elsewhere, job(5)], 0);
    check(&[overtook, job(4), job(5)], 2);
}
