//! The program itself: the leader of its session, and our child.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use stdx::{Clock, SystemClock};

use crate::pipes::wait;
use crate::{Ended, family};

/// Our child. Until its status is taken, its number belongs to nobody else; one that is dropped
/// before that, by a panic or an error, is killed with its family.
#[derive(Debug)]
pub(crate) struct Leader {
    pid: Pid,
    watch: Watch,
    state: State,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    Ours,
    /// The number may be somebody else's.
    Reaped,
}

/// How its end is noticed.
#[derive(Debug)]
enum Watch {
    /// The descriptor becomes readable.
    Descriptor(OwnedFd),
    /// By asking, ever less often. For systems without such descriptors.
    Asking { pause: Duration },
}

const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(32);

impl Leader {
    pub(crate) fn new(pid: Pid) -> Leader {
        let watch = match pidfd(pid) {
            Some(fd) => Watch::Descriptor(fd),
            None => Watch::Asking { pause: FIRST_PAUSE },
        };
        Leader {
            pid,
            watch,
            state: State::Ours,
        }
    }

    #[cfg(test)]
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Does without a descriptor, as on systems that have none.
    #[cfg(test)]
    pub(crate) fn ask(&mut self) {
        self.watch = Watch::Asking { pause: FIRST_PAUSE };
    }

    /// Where to wait for its end, if there is such a place.
    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        match &self.watch {
            Watch::Descriptor(fd) => Some(fd.as_fd()),
            Watch::Asking { .. } => None,
        }
    }

    /// How long to wait before asking again, if one has to ask.
    pub(crate) fn pause(&mut self) -> Option<Duration> {
        match &mut self.watch {
            Watch::Descriptor(_) => None,
            Watch::Asking { pause } => {
                let res = *pause;
                *pause = LONGEST_PAUSE.min(*pause * 2);
                Some(res)
            }
        }
    }

    /// Whether it has ended. It keeps its number until [`Leader::reap`].
    pub(crate) fn has_ended(&self, seen: PollFlags) -> bool {
        match self.watch {
            Watch::Descriptor(_) => !seen.is_empty(),
            Watch::Asking { .. } => {
                let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                !matches!(waitid(WaitId::Pid(self.pid), peek), Ok(None))
            }
        }
    }

    /// Kills it and its family, and only then takes its status.
    pub(crate) fn kill_family(&mut self) {
        /// What does not die, since a file system holds it, is not waited for any longer.
        const DEATH: Duration = Duration::from_secs(2);
        family::end(self.pid);
        if self.ends_within(DEATH) {
            // It says that it was killed, which is known.
            let _ = self.reap();
        }
        self.state = State::Reaped;
    }

    fn ends_within(&mut self, at_most: Duration) -> bool {
        let deadline = SystemClock.monotonic() + at_most;
        loop {
            let left = deadline.saturating_sub(SystemClock.monotonic());
            let pause = self.pause().map_or(left, |it| it.min(left));
            let Ok([seen]) = wait([self.fd()], [PollFlags::IN], Some(pause)) else {
                return false;
            };
            match self.has_ended(seen) {
                true => return true,
                false if left.is_zero() => return false,
                false => {}
            }
        }
    }

    /// Takes its status, once it has ended; waits for that otherwise.
    ///
    /// # Errors
    ///
    /// When the status is gone: the host ignores SIGCHLD or waits for all of its children.
    pub(crate) fn reap(&mut self) -> io::Result<Ended> {
        let status = loop {
            match waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED) {
                Err(Errno::INTR) => {}
                status => break status,
            }
        };
        self.state = State::Reaped;
        let status = status?.ok_or_else(|| io::Error::other("a child ended without a status"))?;
        Ok(match status.terminating_signal() {
            Some(signal) => Ended::Signal(signal),
            None => Ended::Exit(status.exit_status().unwrap_or_default()),
        })
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        if self.state == State::Ours {
            self.kill_family();
        }
    }
}

#[cfg(target_os = "linux")]
fn pidfd(pid: Pid) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};

    pidfd_open(pid, PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_pid: Pid) -> Option<OwnedFd> {
    None
}
