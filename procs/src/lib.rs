//! Starts a program in its own session, feeds it, drains it and ends its whole tree.

mod alarm;
mod diagnose;
mod error;
mod family;
mod finished;
mod git;
mod leader;
mod lookup;
mod pipes;
mod recorder;
mod run;
mod running;
mod script;
mod spawn;
mod spec;
mod start;
mod starting;
mod strings;

pub use error::{InterpreterFault, StartError};
pub use finished::{Captured, Ended, Finished};
pub use git::local_git_variables;
pub use run::run;
pub use spec::{Keep, Limits, Spec};
pub use start::start;
