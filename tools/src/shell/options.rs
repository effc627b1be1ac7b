//! How commands are run, as the host decides.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::sandbox::SandboxRules;

/// How commands are run.
#[derive(Clone)]
pub struct ShellOptions {
    /// The shell, which understands `-c`: `/bin/sh`, or `/bin/bash` where a person wants that.
    pub program: PathBuf,
    /// The whole environment, already cleaned of what no model should see.
    pub env: Vec<(OsString, OsString)>,
    /// What keeps commands in bounds.
    pub confinement: Confinement,
}

/// Shows the names of the variables alone: values may hold secrets.
impl fmt::Debug for ShellOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&OsString> = self.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("ShellOptions")
            .field("program", &self.program)
            .field("env", &names)
            .field("confinement", &self.confinement)
            .finish()
    }
}

/// What keeps a command in bounds.
#[derive(Clone, Debug)]
pub enum Confinement {
    /// A launcher enters the sandbox and becomes the shell.
    Sandbox {
        /// The program that does so.
        launcher: Launcher,
        /// The bounds.
        rules: SandboxRules,
    },
    /// Nothing: the command may do whatever the person may.
    None {
        /// Why, for the person and the model.
        why: String,
    },
}

/// A program that calls [`sandbox::enter`](crate::sandbox::enter) and
/// [`sandbox::exec`](crate::sandbox::exec): the host itself, started again with a word of its own,
/// since restrictions are put on from inside and never taken off.
///
/// It gets `args`, the rules as [`SandboxRules::to_args`] writes them, and the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// Its absolute path.
    pub program: PathBuf,
    /// What comes before the rules.
    pub args: Vec<OsString>,
}

impl Confinement {
    /// One sentence about it, for a model.
    pub fn describe(&self) -> String {
        match self {
            Confinement::Sandbox { .. } => "It can write in the project and in temporary folders; \
                everything else can only be read, and files of hooks and settings cannot be changed."
                .to_owned(),
            Confinement::None { why } => format!(
                "It runs without a sandbox ({why}): change nothing outside the project."
            ),
        }
    }

    /// The program that runs `command`, and its arguments.
    pub(super) fn wrap(&self, command: [OsString; 3]) -> (OsString, Vec<OsString>) {
        match self {
            Confinement::Sandbox { launcher, rules } => {
                let args = launcher.args.iter().cloned();
                let args = args.chain(rules.to_args()).chain(command).collect();
                (launcher.program.clone().into(), args)
            }
            Confinement::None { .. } => {
                let [shell, args @ ..] = command;
                (shell, args.into())
            }
        }
    }
}
