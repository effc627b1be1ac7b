//! Runs a program with a controlling terminal, as if a person sat there: `attended PROGRAM [ARGS…]`.
//! Its streams stay what they are.

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    use std::os::unix::process::CommandExt;

    let mut words = std::env::args_os().skip(1);
    let Some(program) = words.next() else {
        return ExitCode::from(2);
    };
    let Some(_terminal) = terminal() else {
        return ExitCode::from(3);
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "this becomes the program, it starts none"
    )]
    let mut command = std::process::Command::new(program);
    let _error = command.args(words).exec();
    ExitCode::from(127)
}

/// A terminal which controls this session. Its other end stays open in the program that follows.
#[cfg(unix)]
fn terminal() -> Option<[std::os::fd::OwnedFd; 2]> {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::process::{ioctl_tiocsctty, setsid};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    // Whoever started us may have made a session already.
    let _ = setsid();
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).ok()?;
    grantpt(&ours).ok()?;
    unlockpt(&ours).ok()?;
    let name = ptsname(&ours, Vec::new()).ok()?;
    let theirs = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).ok()?;
    // The test's own terminal, if it has one, is nobody's business here.
    let _ = ioctl_tiocsctty(&theirs);
    Some([ours, theirs])
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    ExitCode::from(3)
}
