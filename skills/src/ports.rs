//! What rendering needs of the world: somebody who runs a command.

use std::fmt::Debug;
use std::path::Path;

use stdx::Pending;

use crate::Shell;

/// Runs the commands that a skill's text asks for.
///
/// Called by [`render`](crate::render) once for each injection, in the order of the text, one after
/// the other. The runner decides by trust and permission rules whether a command may run, and must
/// never ask a person: whatever is not allowed is [`Refused`](InjectionReply::Refused). Time
/// limits, the working folder and the environment are its own affair (Claude Code: the session's
/// folder, 120 s, standard error merged).
pub trait InjectionRunner: Debug + Send + Sync {
    /// Runs one command to its end. A refusal or a failure ends the whole invocation, so nothing
    /// later runs.
    fn run<'a>(&'a self, injection: Injection<'a>) -> Pending<'a, InjectionReply>;
}

/// A command in a skill's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Injection<'a> {
    /// The name of the skill, for rules and for the log.
    pub skill: &'a str,
    /// The file it stands in: whether the command may run depends on where it came from.
    pub file: &'a Path,
    /// The command, arguments already in their places, quoted.
    pub command: &'a str,
    /// The shell it is written for.
    pub shell: Shell,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InjectionReply {
    /// It ran to its end.
    Ran {
        /// Its exit code.
        exit: i32,
        /// What it printed, standard error merged.
        output: String,
    },
    /// It was not allowed to run.
    Refused {
        /// Why, as a lowercase fragment.
        reason: String,
    },
    /// It could not be run to its end: not started, out of time, ended by a signal.
    Failed {
        /// Why, as a lowercase fragment.
        reason: String,
    },
}

/// Refuses every command: for those who want a skill's text and nothing run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefuseInjections;

impl InjectionRunner for RefuseInjections {
    fn run<'a>(&'a self, _injection: Injection<'a>) -> Pending<'a, InjectionReply> {
        Box::pin(async {
            InjectionReply::Refused {
                reason: "commands do not run here".to_owned(),
            }
        })
    }
}
