use std::sync::Arc;
use std::time::Duration;

use stdx::Cancel;

use crate::starting::{Begun, Patience, begin};
use crate::{Ended, Limits, Spec};

/// Systems without descriptors for processes come to the same end, only a little later.
#[test]
fn an_end_is_noticed_by_asking_too() {
    #[track_caller]
    fn check(script: &str, timeout: Duration, expected: (Ended, &str)) {
        let spec = Spec {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            cwd: "/".into(),
            stdin: Arc::from(*b"event\n"),
            timeout,
            limits: Limits::default(),
            grace: Spec::GRACE,
        };
        let begun = begin(&spec, &Cancel::new(), Patience::None).unwrap();
        let Begun::Running(mut running) = begun else {
            panic!("it runs")
        };
        running.leader.ask();
        let finished = running.finish().unwrap();
        assert_eq!((finished.ended, &*finished.stdout.text()), expected);
    }

    let long = Duration::from_secs(20);
    check("cat; exit 3", long, (Ended::Exit(3), "event\n"));
    check("sleep 0.05; echo late", long, (Ended::Exit(0), "late\n"));
    check(
        "exec 1>&- 2>&-; sleep 0.05; kill -9 $$",
        long,
        (Ended::Signal(9), ""),
    );
    check(
        "echo x; sleep 60",
        Duration::from_millis(300),
        (Ended::TimedOut, "x\n"),
    );
}

#[test]
fn one_that_is_dropped_is_killed() {
    let spec = Spec {
        program: "sleep".into(),
        args: vec!["60".into()],
        env: vec![],
        cwd: "/".into(),
        stdin: Arc::default(),
        timeout: Duration::from_secs(20),
        limits: Limits::default(),
        grace: Spec::GRACE,
    };
    let begun = begin(&spec, &Cancel::new(), Patience::None).unwrap();
    let Begun::Running(running) = begun else {
        panic!("it runs")
    };
    let pid = running.leader.pid();
    drop(running);
    assert!(
        rustix::process::test_kill_process(pid).is_err(),
        "it was killed and reaped"
    );
}
