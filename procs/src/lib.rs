//! Starts a program in its own session, feeds it, drains it and ends its whole tree.
//!
//! A [`Spec`] says everything about a run; [`run`] blocks until it is over, [`start`] is the same
//! as a future. Either gives a [`Finished`]: how it [`Ended`] and what it printed, [`Captured`]
//! within the [`Limits`], or a [`StartError`] that tells apart why it never ran. When the time is
//! up or a [`Cancel`](stdx::Cancel) is made, the program goes with everything that it started.
//!
//! Does not know what a program is run for, reads no variable and no folder of the host, and makes
//! no sense of what was printed.
//!
//! # Example
//!
//! ```
//! # #[cfg(unix)] {
//! use std::time::Duration;
//! use procs::{Ended, Limits, Spec};
//!
//! let spec = Spec {
//!     program: "/bin/sh".into(),
//!     args: vec!["-c".into(), "read name; echo hello $name; exit 3".into()],
//!     env: vec![],
//!     cwd: "/".into(),
//!     stdin: b"world\n".as_slice().into(),
//!     timeout: Duration::from_secs(10),
//!     limits: Limits::default(),
//!     grace: Spec::GRACE,
//! };
//! let finished = procs::run(&spec, &stdx::Cancel::new())?;
//! assert_eq!(finished.ended, Ended::Exit(3));
//! assert_eq!(finished.stdout.text(), "hello world\n");
//! # }
//! # Ok::<(), procs::StartError>(())
//! ```
//!
//! # Limitations
//!
//! **How far the end of a family reaches.** On Linux: the process group, everybody in the session,
//! and everybody who descends from one of these at that moment, also in a session of its own. Who
//! made a new session *and* lost its parent before that moment, a daemon which forked twice, is
//! found by nobody and lives on; `left_running` tells if it holds a pipe. Only a control group
//! would hold it, which a plain user cannot make everywhere. Where `/proc` is missing or hides
//! processes, and on macOS, only the process group is reached. What a hook leaves in the background
//! lives on when the hook ends by itself. A host that is killed with SIGKILL leaves its programs
//! behind: the kernel's signal for that case can only be asked for between fork and exec.
//!
//! **What else may surprise.** A host that ignores SIGCHLD, or waits for children which are not its
//! own, takes the status from us: that is [`StartError::Other`]. A process that does not die within
//! two seconds of a SIGKILL, since a dead file system holds it, is left as it is. Without `pidfd`
//! (Linux before 5.3, macOS) the end of a program is noticed up to 32 ms late. macOS and Windows
//! were checked by the compiler and never run; on Windows there are no sessions, and trees are
//! ended by `taskkill`.

#[cfg(unix)]
mod alarm;
#[cfg(unix)]
mod diagnose;
mod error;
#[cfg(unix)]
mod family;
mod finished;
mod git;
#[cfg(unix)]
mod leader;
#[cfg(unix)]
mod lookup;
#[cfg(unix)]
mod note;
#[cfg(unix)]
mod pipes;
mod recorder;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod running;
#[cfg(unix)]
mod script;
#[cfg(unix)]
mod spawn;
mod spec;
mod start;
#[cfg(unix)]
mod starting;
#[cfg(unix)]
mod strings;
mod watch;
#[cfg(windows)]
mod windows;

pub use error::{InterpreterFault, StartError};
pub use finished::{Captured, Ended, Finished};
pub use git::local_git_variables;
#[cfg(unix)]
pub use note::shell_note;
#[cfg(unix)]
pub use run::run;
pub use spec::{Keep, Limits, Spec};
pub use start::start;
#[cfg(windows)]
pub use windows::{run, shell_note};

#[cfg(test)]
mod tests;
