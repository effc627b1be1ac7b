//! Everything that the commands take from outside: environment, folders, streams, clock.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use hooks_core::{Dialects, HookBackend};
use permissions::ManagedPlaces;
use stdx::{Cancel, Clock, Timer};

use crate::environment::READ;

/// The world around one run of the program. `main` makes it from the real one; tests make their own.
pub struct World {
    /// The environment, read once.
    pub env: BTreeMap<OsString, OsString>,
    /// The current folder.
    pub cwd: PathBuf,
    /// Standard input.
    pub stdin: Box<dyn Read + Send>,
    /// Standard output: results.
    pub stdout: Box<dyn Write + Send>,
    /// Standard error: progress, questions, faults.
    pub stderr: Box<dyn Write + Send>,
    /// Which of the three are terminals.
    pub terminal: Terminal,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Waits.
    pub timer: Arc<dyn Timer>,
    /// Where the organisation's settings stand.
    pub managed: ManagedPlaces,
    /// The dialects in force.
    pub dialects: Dialects,
    /// What runs hooks.
    pub backends: Backends,
    /// Ends everything that runs; `main` ties it to the signals.
    pub cancel: Cancel,
    /// Ties the signals to `cancel`, called before the first hook starts.
    pub on_start: Option<fn(&Cancel)>,
    /// The file of this program, to start it again inside a sandbox; `None` where it is not known.
    pub program: Option<PathBuf>,
    /// Whether a person stands behind it.
    pub presence: Presence,
}

/// Whether a person stands behind this run of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// The system is asked: for a controlling terminal, and for missions among our ancestors.
    #[default]
    LookUp,
    /// One does, says a test.
    Person,
    /// A mission does, says a test.
    Mission,
}

/// Which streams are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Standard input: somebody can answer.
    pub stdin: bool,
    /// Standard output: somebody reads.
    pub stdout: bool,
    /// Standard error: somebody watches.
    pub stderr: bool,
    /// Columns of the terminal, if known.
    pub width: Option<usize>,
}

/// What runs hooks.
#[derive(Clone, Debug, Default)]
pub enum Backends {
    /// Processes and HTTP.
    #[default]
    Real,
    /// What a test gives.
    Given(Vec<Arc<dyn HookBackend>>),
}

impl World {
    /// A variable of the environment, if it is set and not empty. It must stand in the table of
    /// [`READ`], so that the documents know of it.
    pub(crate) fn variable(&self, name: &str) -> Option<&OsStr> {
        debug_assert!(
            READ.iter().any(|it| it.0 == name),
            "`{name}` is read and not in the table"
        );
        let value = self.env.get(OsStr::new(name));
        value.map(OsString::as_os_str).filter(|it| !it.is_empty())
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("cwd", &self.cwd)
            .field("terminal", &self.terminal)
            .finish_non_exhaustive()
    }
}
