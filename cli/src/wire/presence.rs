//! Whether a person stands behind this process: only a person at the keyboard approves.
//!
//! An agent with a shell can start this program like any other. So what decides about trust, settings
//! and permissions wants a controlling terminal, and refuses wherever a mission is among its ancestors.
//! A mission makes itself the parent of whatever loses its own ([`adopt`]), so neither a new session nor
//! a double fork leads out from under it, and a terminal that the agent makes for itself helps nothing.

use std::path::Path;

use crate::context::Context;
use crate::error::CommandError;
use crate::world::Presence;

/// The words of a command line which make this program a mission.
#[cfg(target_os = "linux")]
const MISSIONS: [&str; 4] = ["run", "serve", "demo", "skills"];

/// Refuses unless a person is there. `what` is what they would do, after `to`.
pub(crate) fn require(context: &Context, what: &str) -> Result<(), CommandError> {
    outside_missions(context, what)?;
    let is_attended = match context.world.presence {
        Presence::Person => true,
        Presence::Mission => false,
        Presence::LookUp => has_terminal(),
    };
    match is_attended {
        true => Ok(()),
        false => Err(CommandError::fault(format!(
            "only a person at a terminal may {what}, and there is no terminal"
        ))
        .hint("for machines where nobody can be asked, list folders under `trusted_folders` in your own settings")),
    }
}

/// Refuses inside a mission.
pub(crate) fn outside_missions(context: &Context, what: &str) -> Result<(), CommandError> {
    let is_inside = match context.world.presence {
        Presence::Person => false,
        Presence::Mission => true,
        Presence::LookUp => mission_above().is_some(),
    };
    match is_inside {
        false => Ok(()),
        true => Err(CommandError::fault(format!(
            "an agent may not {what}: this runs inside a mission"
        ))
        .hint("do it yourself, in a terminal of your own")),
    }
}

/// Opening it succeeds only for a process that has a controlling terminal.
fn has_terminal() -> bool {
    match cfg!(unix) {
        true => std::fs::File::open(Path::new("/dev/tty")).is_ok(),
        false => std::io::IsTerminal::is_terminal(&std::io::stdin()),
    }
}

/// The mission among the ancestors of this process, if there is one.
#[cfg(target_os = "linux")]
fn mission_above() -> Option<u32> {
    let mut pid = super::descendants::parent_of(std::process::id())?;
    // A chain of parents ends at 1; one that grows while it is walked ends here.
    for _ in 0..10_000 {
        if pid <= 1 {
            return None;
        }
        if is_mission(pid) {
            return Some(pid);
        }
        pid = super::descendants::parent_of(pid)?;
    }
    None
}

#[cfg(not(target_os = "linux"))]
fn mission_above() -> Option<u32> {
    None
}

/// Whether a process is this program doing a mission: no descendant can change what its ancestor was
/// started as. A copy of the program has another file, so its name counts as well.
#[cfg(target_os = "linux")]
fn is_mission(pid: u32) -> bool {
    let folder = format!("/proc/{pid}");
    let words = stdx::fs::read(
        &Path::new(&folder).join("cmdline"),
        stdx::fs::Limit::mebibytes(4),
    );
    let words = words.unwrap_or_default();
    let mut words = words.split(|it| *it == 0).map(String::from_utf8_lossy);
    let name = words.next().unwrap_or_default().into_owned();
    let works = words.any(|it| MISSIONS.contains(&it.as_ref()));
    works
        && (is_this_program(&folder)
            || Path::new(&name)
                .file_stem()
                .is_some_and(|it| it == "tackle"))
}

#[cfg(target_os = "linux")]
fn is_this_program(folder: &str) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |left: std::fs::Metadata, right: std::fs::Metadata| {
        (left.dev(), left.ino()) == (right.dev(), right.ino())
    };
    let theirs = std::fs::metadata(Path::new(folder).join("exe"));
    let ours = std::fs::metadata("/proc/self/exe");
    theirs
        .ok()
        .zip(ours.ok())
        .is_some_and(|(it, ours)| same(it, ours))
}

/// Makes this process the parent of every descendant that loses its own, so that none gets out from
/// under the mission while it lasts. Whatever is left below it goes when the guard is dropped.
#[must_use]
pub(crate) fn take_charge(context: &Context) -> Option<Charge> {
    // A test shares its process with others.
    let is_real = context.world.presence == Presence::LookUp;
    is_real.then(|| {
        #[cfg(target_os = "linux")]
        {
            let own = rustix::process::getpid();
            // Without it a double fork leads out, which only a system of ten years ago allows.
            let _ = rustix::process::set_child_subreaper(Some(own));
        }
        Charge
    })
}

/// Responsibility for everything below this process.
#[derive(Debug)]
pub(crate) struct Charge;

impl Drop for Charge {
    fn drop(&mut self) {
        super::descendants::kill_all();
    }
}
