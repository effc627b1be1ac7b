//! Ends a program and everything that it started, as far as it can be found.

use std::collections::BTreeSet;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Kills the session leader `leader`, its process group, the rest of its session and all of their
/// descendants. The leader must not have been waited for, so that its number is still its own.
///
/// Each round stops before it kills. A signal to a group walks the group once, and a member that
/// forks at that moment leaves a child behind; one that is stopped forks no more. And the children
/// of a killed process are given to another parent, after which nobody can tell whose they were.
pub(crate) fn end(leader: Pid) {
    const ROUNDS: usize = 3;
    for _ in 0..ROUNDS {
        // The group may be gone already.
        let _ = kill_process_group(leader, Signal::STOP);
        let family = stop_all(leader);
        let _ = kill_process_group(leader, Signal::KILL);
        signal_each(&family, Signal::KILL);
        if family.is_empty() {
            return;
        }
    }
}

/// Stops members until a look finds no new one, which might have been born during the last.
fn stop_all(leader: Pid) -> BTreeSet<i32> {
    const MOST_LOOKS: usize = 8;
    let mut stopped = BTreeSet::new();
    for _ in 0..MOST_LOOKS {
        let found = members(leader.as_raw_nonzero().get(), &processes());
        let fresh: BTreeSet<i32> = found.difference(&stopped).copied().collect();
        if fresh.is_empty() {
            break;
        }
        signal_each(&fresh, Signal::STOP);
        stopped.extend(fresh);
    }
    stopped
}

fn signal_each(pids: &BTreeSet<i32>, signal: Signal) {
    for pid in pids.iter().filter_map(|it| Pid::from_raw(*it)) {
        // It may have gone since.
        let _ = kill_process(pid, signal);
    }
}

/// One line of the table of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    pub pid: i32,
    pub parent: i32,
    pub session: i32,
}

/// The numbers of those who are in the session of `leader`, or descend from somebody who is.
pub(crate) fn members(leader: i32, processes: &[Process]) -> BTreeSet<i32> {
    let in_session = processes
        .iter()
        .filter(|it| it.session == leader || it.pid == leader);
    let mut res: BTreeSet<i32> = in_session.map(|it| it.pid).collect();
    loop {
        let n_known = res.len();
        let children = processes.iter().filter(|it| res.contains(&it.parent));
        let children: Vec<i32> = children.map(|it| it.pid).collect();
        res.extend(children);
        if res.len() == n_known {
            return res;
        }
    }
}

/// All processes that live and that we can see. Empty without a `/proc`.
fn processes() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let names = entries.filter_map(|it| it.ok()?.file_name().into_string().ok());
    let numbers = names.filter_map(|it| it.parse::<i32>().ok());
    numbers.filter_map(stat).collect()
}

fn stat(pid: i32) -> Option<Process> {
    const LONGEST: stdx::fs::Limit = stdx::fs::Limit::bytes(4096);
    let path = format!("/proc/{pid}/stat");
    parse_stat(&stdx::fs::read(path.as_ref(), LONGEST).ok()?)
}

/// Reads `pid (name) state parent group session …`. The name may hold anything, also a `)`.
/// `None` for one that is dead.
pub(crate) fn parse_stat(line: &[u8]) -> Option<Process> {
    let line = String::from_utf8_lossy(line);
    let (before, after) = line.rsplit_once(')')?;
    let (pid, _name) = before.split_once(' ')?;
    let mut fields = after.split_ascii_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    let parent = fields.next()?.parse().ok()?;
    let session = fields.nth(1)?.parse().ok()?;
    Some(Process {
        pid: pid.parse().ok()?,
        parent,
        session,
    })
}
