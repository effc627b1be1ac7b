//! Why a program did not start.

use std::io;
use std::path::PathBuf;

/// Why a program did not start. What to do about it is [`hint`](StartError::hint).
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Nothing under this path, or no such name on `PATH`.
    #[error("there is no program `{}`", program.display())]
    NotFound {
        /// As it was given.
        program: PathBuf,
    },
    /// The file is there and may not be executed.
    #[error("`{}` is not executable", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// A folder stands where a program was expected.
    #[error("expected a program at `{}`, found a folder", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The first line of a script asks for something that cannot run.
    #[error("`{}` {fault} `{interpreter}`", script.display())]
    BadInterpreter {
        /// The script.
        script: PathBuf,
        /// What its first line asks for, without the carriage return.
        interpreter: String,
        /// What is wrong with it.
        fault: InterpreterFault,
    },
    /// The file is executable, but neither a program of this machine nor a script with a `#!` line.
    #[error("`{}` is neither a program of this machine nor a script with a `#!` line", path.display())]
    NoFormat {
        /// The file.
        path: PathBuf,
    },
    /// The file stayed open for writing, also after some attempts [hr-06].
    #[error("`{}` is busy: something still writes to it", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The folder in which the program was to start is not there, or cannot be entered.
    #[error("the working folder `{}` cannot be entered", path.display())]
    CwdGone {
        /// The folder.
        path: PathBuf,
    },
    /// The system takes no arguments and environment of this length.
    #[error("the arguments and the environment of `{}` are too long: {bytes} bytes", program.display())]
    TooLong {
        /// As it was given.
        program: PathBuf,
        /// How long they are together.
        bytes: usize,
    },
    /// An argument, a variable or a path holds a NUL byte, which the system takes for its end.
    #[error("{what} of `{}` holds a NUL byte", program.display())]
    Nul {
        /// As it was given.
        program: PathBuf,
        /// What holds it: `an argument`, `a variable` or `a path`.
        what: &'static str,
    },
    /// The system refused for a reason of its own: no memory, no descriptors, too many processes.
    #[error("the system could not run `{}`", program.display())]
    Other {
        /// As it was given.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StartError {
    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            StartError::NotFound { program } if program.components().count() > 1 => {
                Some("restore the file or correct the path".to_owned())
            }
            StartError::NotFound { .. } => {
                Some("install it, or add its folder to `PATH`".to_owned())
            }
            StartError::NotExecutable { path } => {
                Some(format!("run `chmod +x {}`", path.display()))
            }
            StartError::Folder { .. } => None,
            StartError::BadInterpreter { fault, .. } => Some(fault.hint().to_owned()),
            StartError::NoFormat { .. } => {
                Some("make its first line name its interpreter: `#!/bin/sh`".to_owned())
            }
            StartError::Busy { .. } => Some("write the file first, then run it".to_owned()),
            StartError::CwdGone { .. } => Some("was the folder moved or deleted?".to_owned()),
            StartError::TooLong { .. } => {
                Some("pass large values through a file or the standard input".to_owned())
            }
            StartError::Nul { .. } | StartError::Other { .. } => None,
        }
    }
}

/// What is wrong with the interpreter of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpreterFault {
    /// The script has Windows line ends, so a carriage return counts as part of the first line.
    CarriageReturn,
    /// There is no such file.
    Missing,
    /// It may not be executed.
    NotExecutable,
}

impl InterpreterFault {
    fn hint(self) -> &'static str {
        match self {
            InterpreterFault::CarriageReturn => "change its line ends from CRLF to LF",
            InterpreterFault::Missing => "install the interpreter, or correct the first line",
            InterpreterFault::NotExecutable => "correct the first line, or make it executable",
        }
    }
}

impl std::fmt::Display for InterpreterFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            InterpreterFault::CarriageReturn => {
                "has Windows line ends (CRLF), which spoil the name of its interpreter"
            }
            InterpreterFault::Missing => "needs a missing interpreter,",
            InterpreterFault::NotExecutable => "needs an interpreter that is not executable,",
        })
    }
}
