//! Which server, and how it is reached.

use std::fmt;
use std::path::PathBuf;

use stdx::{Place, Problem};

/// A server that somebody configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSpec {
    /// Its name, as it was written.
    pub name: String,
    /// How it is reached.
    pub reach: Reach,
    /// The file that names it, and where; for problems.
    pub source: Option<(PathBuf, Place)>,
}

impl ServerSpec {
    /// `problem` at the place that names this server, where that is known.
    pub(crate) fn blame(&self, problem: Problem) -> Problem {
        match &self.source {
            Some((file, place)) => problem.in_file(file).at(*place),
            None => problem,
        }
    }
}

/// How a server is reached.
#[derive(Clone, PartialEq, Eq)]
pub enum Reach {
    /// As a program of ours, over its standard input and output.
    Program {
        /// A name to look up in `PATH`, or a path; a relative one starts from the working folder.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables in addition to those of the options, which they replace.
        env: Vec<(String, String)>,
    },
    /// Over streamable HTTP.
    Http {
        /// The address, `http` or `https`.
        url: String,
        /// Headers of each request.
        headers: Vec<(String, String)>,
    },
}

/// Values of variables and headers may be secrets, so their names alone are shown.
impl fmt::Debug for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reach::Program { command, args, env } => f
                .debug_struct("Program")
                .field("command", command)
                .field("args", args)
                .field("env", &names(env))
                .finish(),
            Reach::Http { url, headers } => f
                .debug_struct("Http")
                .field("url", url)
                .field("headers", &names(headers))
                .finish(),
        }
    }
}

fn names(pairs: &[(String, String)]) -> Vec<&str> {
    pairs.iter().map(|(name, _)| name.as_str()).collect()
}
