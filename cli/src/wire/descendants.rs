//! The processes below this one, for an end that leaves nothing behind.

use std::collections::BTreeMap;
use std::path::Path;

/// Kills every process that descends from this one, where the system tells who does.
pub(crate) fn kill_all() {
    #[cfg(target_os = "linux")]
    for _ in 0..3 {
        let below = below(std::process::id());
        if below.is_empty() {
            return;
        }
        for pid in below {
            if let Some(pid) = i32::try_from(pid)
                .ok()
                .and_then(rustix::process::Pid::from_raw)
            {
                // Who is gone already need not be killed.
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    }
}

/// The processes below `root`, in any generation.
#[cfg(target_os = "linux")]
pub(crate) fn below(root: u32) -> Vec<u32> {
    let parents = parents();
    let mut res = vec![root];
    let mut at = 0;
    while at < res.len() {
        let parent = res[at];
        let children = parents.iter().filter(|(_, it)| **it == parent);
        res.extend(children.map(|(child, _)| *child));
        at += 1;
    }
    res.remove(0);
    res
}

#[cfg(target_os = "linux")]
fn parents() -> BTreeMap<u32, u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|it| it.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid| Some((pid, parent_of(pid)?)))
        .collect()
}

/// The parent of a process; `None` where it is gone.
#[cfg(target_os = "linux")]
pub(crate) fn parent_of(pid: u32) -> Option<u32> {
    let path = format!("/proc/{pid}/stat");
    let bytes = stdx::fs::read(Path::new(&path), stdx::fs::Limit::mebibytes(1)).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    // The name stands in brackets and may hold anything, brackets too.
    let rest = &text[text.rfind(')')? + 1..];
    rest.split_whitespace().nth(1)?.parse().ok()
}
