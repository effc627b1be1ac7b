//! A program and everything that it started.

use tokio::process::Child;

/// A program which leads a process group. Dropping it kills the group.
///
/// The leader is not waited for before the group was killed: as long as it is not, nobody else can
/// get the number by which the group is killed.
#[derive(Debug)]
pub(crate) struct Group {
    child: Child,
}

impl Group {
    pub(crate) fn new(child: Child) -> Group {
        Group { child }
    }

    /// Waits for the leader, whose group was killed.
    pub(crate) async fn reap(&mut self) {
        let _ = self.child.wait().await;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod unix {
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
    };

    use super::Group;

    impl Group {
        /// Whether the leader has ended.
        pub(crate) fn has_left(&self) -> bool {
            self.pid().is_none_or(|it| status(it).is_some())
        }

        /// How the leader ended, if it has: `exit code 1`.
        pub(crate) fn ended(&self) -> Option<String> {
            let status = status(self.pid()?)?;
            match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Some(format!("exit code {code}")),
                (None, Some(signal)) => Some(format!("signal {signal}")),
                (None, None) => None,
            }
        }

        pub(crate) fn ask_to_leave(&self) {
            self.signal(Signal::TERM);
        }

        pub(crate) fn kill(&mut self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            if let Some(pid) = self.pid() {
                // Nobody is left where this fails.
                let _ = kill_process_group(pid, signal);
            }
        }

        /// `None` once the leader was waited for.
        fn pid(&self) -> Option<Pid> {
            Pid::from_raw(i32::try_from(self.child.id()?).ok()?)
        }
    }

    /// Looks without waiting for it: the number stays taken.
    fn status(pid: Pid) -> Option<WaitIdStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(pid), options).ok().flatten()
    }
}

#[cfg(not(unix))]
mod other {
    use super::Group;

    impl Group {
        pub(crate) fn has_left(&self) -> bool {
            self.child.id().is_none()
        }

        pub(crate) fn ended(&self) -> Option<String> {
            None
        }

        pub(crate) fn ask_to_leave(&self) {}

        pub(crate) fn kill(&mut self) {
            // Only the program itself: there are no groups.
            let _ = self.child.start_kill();
        }
    }
}
