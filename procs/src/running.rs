//! The loop that feeds, drains and watches one child.

use std::io;
use std::time::Duration;

use rustix::event::PollFlags;
use stdx::{Clock, SystemClock};

use crate::alarm::Alarm;
use crate::leader::Leader;
use crate::pipes::{Drain, Feed, Heard, wait};
use crate::{Ended, Finished, Spec};

/// A child that runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub leader: Leader,
    pub feed: Feed,
    /// Standard output and standard error.
    pub streams: [Drain; 2],
    pub alarm: Alarm,
    pub times: Times,
    pub buffer: Vec<u8>,
}

/// Moments of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    started: Duration,
    /// `None` is never.
    deadline: Option<Duration>,
    grace: Duration,
}

impl Times {
    pub(crate) fn from_now(spec: &Spec) -> Times {
        let started = SystemClock.monotonic();
        Times {
            started,
            deadline: started.checked_add(spec.timeout),
            grace: spec.grace,
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

/// How far it is after one wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Runs,
    Ended,
    Cancelled,
}

impl Running {
    /// # Errors
    ///
    /// When the system cannot wait, or the status of the child is gone. The family is killed then,
    /// too.
    pub(crate) fn finish(mut self) -> io::Result<Finished> {
        let over = self.watch()?;
        self.feed.give_up();
        let ended = match over {
            Over::ByItself => self.leader.reap()?,
            Over::TimedOut => Ended::TimedOut,
            Over::Cancelled => Ended::Cancelled,
        };
        if over != Over::ByItself {
            self.leader.kill_family();
        }
        self.drain(ended);
        let left_running = !self.has_silent_streams();
        let [stdout, stderr] = self.streams.map(Drain::finish);
        let took = SystemClock.monotonic().saturating_sub(self.times.started);
        Ok(Finished {
            ended,
            stdout,
            stderr,
            took,
            left_running,
        })
    }

    fn watch(&mut self) -> io::Result<Over> {
        loop {
            let deadline = self.times.deadline;
            let left = deadline.map(|it| it.saturating_sub(SystemClock.monotonic()));
            // Also at the deadline one look is due: it may have ended while we were not scheduled.
            match self.step(left)? {
                (Step::Ended, _) => return Ok(Over::ByItself),
                (Step::Cancelled, _) => return Ok(Over::Cancelled),
                (Step::Runs, _) if left == Some(Duration::ZERO) => return Ok(Over::TimedOut),
                (Step::Runs, _) => {}
            }
        }
    }

    /// Whether it ends, and nothing holds its pipes, within so long. Then [`Running::finish`] does
    /// not wait.
    pub(crate) fn ends_within(&mut self, at_most: Duration) -> bool {
        let limit = SystemClock.monotonic() + at_most;
        let limit = self.times.deadline.map_or(limit, |it| it.min(limit));
        loop {
            let left = limit.saturating_sub(SystemClock.monotonic());
            match self.step(Some(left)) {
                Ok((Step::Ended, _)) if self.has_silent_streams() => return true,
                // There may be more behind what was just read.
                Ok((Step::Ended, Heard::Something)) if !left.is_zero() => {}
                Ok((Step::Runs, _)) if !left.is_zero() => {}
                // Whatever it is, `finish` deals with it.
                _ => return false,
            }
        }
    }

    fn has_silent_streams(&self) -> bool {
        self.streams.iter().all(|it| it.fd().is_none())
    }

    /// Waits until something happens, at most so long, and deals with it.
    fn step(&mut self, at_most: Option<Duration>) -> io::Result<(Step, Heard)> {
        let pause = [at_most, self.leader.pause()].into_iter().flatten().min();
        let [stdout, stderr] = &self.streams;
        let (feed, leader, alarm) = (self.feed.fd(), self.leader.fd(), Some(self.alarm.fd()));
        let fds = [stdout.fd(), stderr.fd(), feed, leader, alarm];
        let wanted = [READ, READ, PollFlags::OUT, READ, READ];
        let [stdout, stderr, feed, leader, alarm] = wait(fds, wanted, pause)?;
        let heard = self.hear([stdout, stderr]);
        self.feed.on_ready(feed);
        let step = match (self.leader.has_ended(leader), alarm.is_empty()) {
            (true, _) => Step::Ended,
            (false, false) => Step::Cancelled,
            (false, true) => Step::Runs,
        };
        Ok((step, heard))
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

    /// Reads what was printed. A child that stays in the background may hold the pipes for ever,
    /// so the end of the streams is not waited for, only a moment of silence [hr-02].
    fn drain(&mut self, ended: Ended) {
        /// How many times `grace` a background child that keeps printing is listened to.
        const MOST_GRACES: u32 = 10;
        /// Also without any grace, what is in the pipes already is read.
        const AT_LEAST: Duration = Duration::from_millis(100);
        let started = SystemClock.monotonic();
        let longest = self.times.grace.saturating_mul(MOST_GRACES).max(AT_LEAST);
        let latest = started.saturating_add(longest);
        let mut quiet_at = started.saturating_add(self.times.grace);
        // An alarm that was answered already would ring on.
        let by_itself = matches!(ended, Ended::Exit(_) | Ended::Signal(_));
        while !self.has_silent_streams() {
            let until = quiet_at.min(latest);
            let pause = until.saturating_sub(SystemClock.monotonic());
            let [stdout, stderr] = &self.streams;
            let alarm = by_itself.then_some(self.alarm.fd());
            let seen = wait([stdout.fd(), stderr.fd(), alarm], [READ; 3], Some(pause));
            let Ok([stdout, stderr, rung]) = seen else {
                return;
            };
            let heard = self.hear([stdout, stderr]);
            match (heard, SystemClock.monotonic()) {
                (_, now) if now >= latest => return,
                (Heard::Something, now) => quiet_at = now.saturating_add(self.times.grace),
                (Heard::Nothing, now) if now >= quiet_at || !rung.is_empty() => return,
                (Heard::Nothing, _) => {}
            }
        }
    }
}

const READ: PollFlags = PollFlags::IN;
