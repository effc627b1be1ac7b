//! The error of a port which strangers implement.

use std::error::Error;
use std::fmt;

/// What went wrong behind a port. Callers report it or try again, and do nothing else with it.
#[derive(Debug)]
pub struct PortError {
    message: String,
    source: Option<Box<dyn Error + Send + Sync>>,
    retryable: bool,
}

impl PortError {
    /// An error that trying again does not help; `message` is a lowercase fragment.
    pub fn new(message: impl Into<String>) -> PortError {
        PortError {
            message: message.into(),
            source: None,
            retryable: false,
        }
    }

    /// The same, caused by `source`.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> PortError {
        self.source = Some(source.into());
        self
    }

    /// The same, but worth another attempt later.
    #[must_use]
    pub fn retryable(mut self) -> PortError {
        self.retryable = true;
        self
    }

    /// Whether the same call may work later.
    pub fn is_retryable(&self) -> bool {
        self.retryable
    }
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for PortError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
            .as_deref()
            .map(|it| it as &(dyn Error + 'static))
    }
}
