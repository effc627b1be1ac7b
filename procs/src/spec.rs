//! What is to be run, and how much of it is kept.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A program to run, completely: nothing of the host but its user is inherited.
#[derive(Clone, PartialEq, Eq)]
pub struct Spec {
    /// A path, relative to `cwd`, or a name to look up in the `PATH` of `env`.
    pub program: OsString,
    /// What follows the program's name.
    pub args: Vec<OsString>,
    /// The whole environment. A host that wants to hand on its own leaves out
    /// [`local_git_variables`](crate::local_git_variables).
    pub env: Vec<(OsString, OsString)>,
    /// The folder in which it starts.
    pub cwd: PathBuf,
    /// What it can read from its standard input, before the end of file.
    pub stdin: Arc<[u8]>,
    /// How long it may take. At the end of this its whole family is killed.
    pub timeout: Duration,
    /// How much of what it prints is kept; the rest is read and counted.
    pub limits: Limits,
    /// After the program itself has ended: how long its pipes must have been quiet before what
    /// was printed counts as all. At most ten times this is waited while something still prints.
    pub grace: Duration,
}

impl Spec {
    /// What [`Spec::grace`] should be where nobody knows better.
    pub const GRACE: Duration = Duration::from_millis(100);

    /// The value of the variable `name`; the first one counts, as for `getenv`.
    #[cfg(unix)]
    pub(crate) fn variable(&self, name: &str) -> Option<&std::ffi::OsStr> {
        let found = self.env.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_os_str())
    }
}

/// Shows the names of the variables and the length of the input: either may hold secrets.
impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&OsString> = self.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("Spec")
            .field("program", &self.program)
            .field("args", &self.args)
            .field("env", &names)
            .field("cwd", &self.cwd)
            .field("stdin", &format_args!("{} bytes", self.stdin.len()))
            .field("timeout", &self.timeout)
            .field("limits", &self.limits)
            .field("grace", &self.grace)
            .finish()
    }
}

/// How much of each stream is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Of the standard output.
    pub stdout: Keep,
    /// Of the standard error.
    pub stderr: Keep,
}

/// How much of one stream is kept, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The bytes kept of its start.
    pub head: usize,
    /// The bytes kept of its end, beyond the start.
    pub tail: usize,
}

/// 4 MiB of the start and 64 KiB of the end.
impl Default for Keep {
    fn default() -> Keep {
        Keep {
            head: 4 * 1024 * 1024,
            tail: 64 * 1024,
        }
    }
}
