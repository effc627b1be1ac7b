//! The loop that feeds, drains and watches one child.

use std::io;
use std::time::Duration;

use rustix::event::PollFlags;
use stdx::{Clock, SystemClock};

use crate::alarm::Alarm;
use crate::leader::Leader;
use crate::pipes::{Drain, Feed, Heard, wait};
use crate::{Captured, Ended, family};

/// A child that runs.
#[derive(Debug)]
pub(crate) struct Running<'a> {
    pub leader: Leader,
    pub feed: Feed,
    /// Standard output and standard error.
    pub streams: [Drain; 2],
    pub alarm: &'a Alarm,
    /// On the monotonic clock; `None` is never.
    pub deadline: Option<Duration>,
    pub grace: Duration,
    pub buffer: Vec<u8>,
}

/// What is left of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub ended: Ended,
    pub streams: [Captured; 2],
    pub left_running: bool,
}

impl Outcome {
    /// Of one that printed nothing.
    pub(crate) fn of(ended: Ended) -> Outcome {
        Outcome {
            ended,
            streams: Default::default(),
            left_running: false,
        }
    }
}

/// Why the wait for the leader is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    ByItself,
    TimedOut,
    Cancelled,
}

impl Running<'_> {
    /// # Errors
    ///
    /// When the system cannot wait, or the status of the child is gone. The family has ended then
    /// too.
    pub(crate) fn finish(mut self) -> io::Result<Outcome> {
        let over = self.watch();
        self.feed.give_up();
        let ended = match over {
            Ok(Over::ByItself) => self.leader.reap()?,
            Ok(Over::TimedOut) => self.kill(Ended::TimedOut),
            Ok(Over::Cancelled) => self.kill(Ended::Cancelled),
            Err(error) => {
                self.kill(Ended::Cancelled);
                return Err(error);
            }
        };
        self.drain(ended);
        let left_running = self.streams.iter().any(|it| it.fd().is_some());
        Ok(Outcome {
            ended,
            streams: self.streams.map(Drain::finish),
            left_running,
        })
    }

    fn watch(&mut self) -> io::Result<Over> {
        loop {
            let left = self
                .deadline
                .map(|it| it.saturating_sub(SystemClock.monotonic()));
            if left == Some(Duration::ZERO) {
                return Ok(Over::TimedOut);
            }
            let pause = [left, self.leader.pause()].into_iter().flatten().min();
            let [stdout, stderr] = &self.streams;
            let fds = [
                stdout.fd(),
                stderr.fd(),
                self.feed.fd(),
                self.leader.fd(),
                Some(self.alarm.fd()),
            ];
            let wanted = [READ, READ, PollFlags::OUT, READ, READ];
            let [stdout, stderr, feed, leader, alarm] = wait(fds, wanted, pause)?;
            self.hear([stdout, stderr]);
            self.feed.on_ready(feed);
            match (self.leader.has_ended(leader), alarm.is_empty()) {
                (true, _) => return Ok(Over::ByItself),
                (false, false) => return Ok(Over::Cancelled),
                (false, true) => {}
            }
        }
    }

    fn hear(&mut self, seen: [PollFlags; 2]) -> Heard {
        let mut res = Heard::Nothing;
        for (stream, seen) in self.streams.iter_mut().zip(seen) {
            if stream.on_ready(seen, &mut self.buffer) == Heard::Something {
                res = Heard::Something;
            }
        }
        res
    }

    /// Kills the family, and then takes the leader's status, so that its number was its own.
    fn kill(&mut self, why: Ended) -> Ended {
        family::end(self.leader.pid());
        // What does not die, since a file system holds it, is not waited for.
        if self.leader.ends_within(Duration::from_secs(2)) {
            // The status says that it was killed, which is known.
            let _ = self.leader.reap();
        }
        why
    }

    /// Reads what was printed. A child that stays in the background may hold the pipes for ever,
    /// so the end of the streams is not waited for, only a moment of silence [hr-02].
    fn drain(&mut self, ended: Ended) {
        /// How many times `grace` a background child that keeps printing is listened to.
        const MOST_GRACES: u32 = 10;
        /// Also without any grace, what is in the pipes already is read.
        const AT_LEAST: Duration = Duration::from_millis(100);
        let started = SystemClock.monotonic();
        let longest = self.grace.saturating_mul(MOST_GRACES).max(AT_LEAST);
        let latest = started.saturating_add(longest);
        let mut quiet_at = started.saturating_add(self.grace);
        // An alarm that was answered already would ring on.
        let alarm = matches!(ended, Ended::Exit(_) | Ended::Signal(_)).then_some(self.alarm.fd());
        while self.streams.iter().any(|it| it.fd().is_some()) {
            let until = quiet_at.min(latest);
            let pause = until.saturating_sub(SystemClock.monotonic());
            let [stdout, stderr] = &self.streams;
            let seen = wait([stdout.fd(), stderr.fd(), alarm], [READ; 3], Some(pause));
            let Ok([stdout, stderr, rung]) = seen else {
                return;
            };
            let heard = self.hear([stdout, stderr]);
            match (heard, SystemClock.monotonic()) {
                (_, now) if now >= latest => return,
                (Heard::Something, now) => quiet_at = now.saturating_add(self.grace),
                (Heard::Nothing, now) if now >= quiet_at || !rung.is_empty() => return,
                (Heard::Nothing, _) => {}
            }
        }
    }
}

const READ: PollFlags = PollFlags::IN;
