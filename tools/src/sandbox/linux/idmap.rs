//! A user namespace in which everybody is who they were.

use std::fs::OpenOptions;
use std::io::{self, Write};

use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

/// Gives this process mounts of its own. Root needs no user namespace for that, and is better off
/// without: in one it could not give files to others.
pub(super) fn unshare_mounts() -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    if user == 0 && unshare(UnshareFlags::NEWNS).is_ok() {
        return Ok(());
    }
    unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWNS)?;
    // Without this the system takes no map of groups from a plain user.
    put("/proc/self/setgroups", "deny")?;
    put("/proc/self/uid_map", &format!("{user} {user} 1"))?;
    put("/proc/self/gid_map", &format!("{group} {group} 1"))
}

#[expect(
    deprecated,
    reason = "its successor is unsafe because of tables of descriptors, which are not asked for"
)]
fn unshare(flags: UnshareFlags) -> io::Result<()> {
    Ok(rustix::thread::unshare(flags)?)
}

/// These files of the system take one write and are never replaced.
fn put(path: &str, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(text.as_bytes())
}
