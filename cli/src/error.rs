//! What a command reports when it cannot do its work.

use std::fmt;

use crate::exit;

/// Why a command stopped, for a person.
#[derive(Debug)]
pub struct CommandError {
    /// What kind of failure it is; decides the exit code.
    pub kind: ErrorKind,
    /// A lowercase fragment without a full stop.
    pub message: String,
    /// What may help.
    pub hints: Vec<String>,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The person asked for something that does not exist or makes no sense.
    Usage,
    /// A file, a server or the network failed.
    Fault,
    /// The reader of our output went away; nobody is told.
    BrokenPipe,
}

impl CommandError {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> CommandError {
        CommandError {
            kind: ErrorKind::Usage,
            message: message.into(),
            hints: Vec::new(),
        }
    }

    /// A fault of the world.
    pub fn fault(message: impl Into<String>) -> CommandError {
        CommandError {
            kind: ErrorKind::Fault,
            message: message.into(),
            hints: Vec::new(),
        }
    }

    /// The same with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hints.push(hint.into());
        self
    }

    /// The exit code that it leads to.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Usage => exit::USAGE,
            ErrorKind::Fault => exit::FAULT,
            ErrorKind::BrokenPipe => exit::DONE,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CommandError {}

impl From<stdx::fs::FileError> for CommandError {
    fn from(error: stdx::fs::FileError) -> CommandError {
        CommandError::fault(error.with_cause())
    }
}

impl From<std::io::Error> for CommandError {
    fn from(error: std::io::Error) -> CommandError {
        let mut res = CommandError::fault(format!("writing the output failed: {error}"));
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            res.kind = ErrorKind::BrokenPipe;
        }
        res
    }
}
