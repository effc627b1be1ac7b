//! A folder, a shell in it, and a way to wait for what another process does.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use procs::{Finished, Limits, Spec};
use stdx::fs::{Access, Limit, read, write_atomic};
use stdx::{Cancel, Clock, SystemClock, SystemTimer, Timer, block_on};
use tempfile::TempDir;

/// A folder of its own for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file with this mode.
    pub(crate) fn put(&self, name: &str, content: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;

        write_atomic(&self.at(name), content.as_bytes(), Access::Keep).unwrap();
        fs::set_permissions(self.at(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The numbers in a file, one a line, to which processes add theirs.
    pub(crate) fn numbers(&self, name: &str) -> Vec<i32> {
        let bytes = read(&self.at(name), Limit::mebibytes(1)).unwrap_or_default();
        let text = String::from_utf8(bytes).unwrap();
        text.lines().filter_map(|it| it.parse().ok()).collect()
    }

    pub(crate) fn spec(&self, program: &str, args: &[&str]) -> Spec {
        Spec {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
            cwd: self.path().to_owned(),
            stdin: Arc::default(),
            timeout: Duration::from_secs(20),
            limits: Limits::default(),
            grace: Spec::GRACE,
        }
    }

    pub(crate) fn sh(&self, script: &str) -> Spec {
        self.spec("/bin/sh", &["-c", script])
    }
}

#[track_caller]
pub(crate) fn run(spec: &Spec) -> Finished {
    procs::run(spec, &Cancel::new()).expect("it starts")
}

/// Whether a process with this number lives; one that waits to be reaped does not.
pub(crate) fn lives(pid: i32) -> bool {
    let stat = read(format!("/proc/{pid}/stat").as_ref(), Limit::mebibytes(1)).unwrap_or_default();
    let stat = String::from_utf8_lossy(&stat);
    let state = stat.rsplit(") ").next().and_then(|it| it.chars().next());
    state.is_some_and(|it| it != 'Z' && it != 'X')
}

/// Waits for what another process does. There is nobody to be woken by, so it looks again and
/// again, for ten seconds at most.
#[track_caller]
pub(crate) fn eventually(what: &str, done: impl Fn() -> bool) {
    let deadline = SystemClock.monotonic() + Duration::from_secs(10);
    while !done() {
        assert!(SystemClock.monotonic() < deadline, "{what}");
        block_on(SystemTimer.sleep(Duration::from_millis(2)));
    }
}
