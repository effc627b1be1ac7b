//! The program itself: the leader of its session, and our child.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use stdx::{Clock, SystemClock};

use crate::Ended;
use crate::pipes::wait;

/// A child that was not waited for yet, so its number belongs to nobody else.
#[derive(Debug)]
pub(crate) struct Leader {
    pid: Pid,
    watch: Watch,
}

/// How its end is noticed.
#[derive(Debug)]
enum Watch {
    /// The descriptor becomes readable.
    Descriptor(OwnedFd),
    /// By asking, ever less often. For systems without such descriptors.
    Asking { pause: Duration },
}

impl Leader {
    pub(crate) fn new(pid: Pid) -> Leader {
        const FIRST_PAUSE: Duration = Duration::from_millis(1);
        let watch = match pidfd(pid) {
            Some(fd) => Watch::Descriptor(fd),
            None => Watch::Asking { pause: FIRST_PAUSE },
        };
        Leader { pid, watch }
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
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
        const LONGEST_PAUSE: Duration = Duration::from_millis(32);
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

    /// Waits for its end, at most so long.
    pub(crate) fn ends_within(&mut self, at_most: Duration) -> bool {
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
    pub(crate) fn reap(&self) -> io::Result<Ended> {
        loop {
            match waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
                Ok(status) => {
                    let signal = status.as_ref().and_then(|it| it.terminating_signal());
                    let code = status.as_ref().and_then(|it| it.exit_status());
                    return Ok(match (signal, code) {
                        (Some(signal), _) => Ended::Signal(signal),
                        (None, code) => Ended::Exit(code.unwrap_or_default()),
                    });
                }
            }
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
