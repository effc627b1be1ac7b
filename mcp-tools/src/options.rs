//! What surrounds a connection.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stdx::{Cancel, Timer};

/// What surrounds a connection.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// The whole environment of a program; nothing is inherited beside it.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder in which a program works; absolute.
    pub cwd: PathBuf,
    /// Measures every wait.
    pub timer: Arc<dyn Timer>,
    /// Ends the start. Calls have a cancel of their own.
    pub cancel: Cancel,
    /// How long a server may take from its start to its list of tools.
    pub start_timeout: Duration,
    /// How long one call may take.
    pub call_timeout: Duration,
    /// How long a program may take to leave once it was asked to, and again once it was told to.
    pub grace: Duration,
}

impl ConnectOptions {
    /// How long a server may take to start, unless somebody says otherwise.
    pub const START_TIMEOUT: Duration = Duration::from_secs(30);

    /// How long a call may take, unless somebody says otherwise.
    pub const CALL_TIMEOUT: Duration = Duration::from_secs(120);

    /// Half of what the end of a server may take, unless somebody says otherwise.
    pub const GRACE: Duration = Duration::from_millis(750);

    /// The usual patience, an empty environment.
    pub fn new(cwd: impl Into<PathBuf>, timer: Arc<dyn Timer>) -> ConnectOptions {
        ConnectOptions {
            environment: Vec::new(),
            cwd: cwd.into(),
            timer,
            cancel: Cancel::new(),
            start_timeout: ConnectOptions::START_TIMEOUT,
            call_timeout: ConnectOptions::CALL_TIMEOUT,
            grace: ConnectOptions::GRACE,
        }
    }
}
