//! The ways to run a case: in process, through the binary, or by another program.

mod binary;
mod command;
mod in_process;
mod other;
mod setup;

use std::collections::BTreeMap;
use std::path::PathBuf;

use hooks_core::Dialects;
use serde_json::Value;

use crate::case::{Case, Via, When};
use crate::error::CaseError;
use crate::stage::Stage;
use crate::stubs::{Book, Script};

pub(crate) use binary::can_mount;
pub(crate) use command::{Call, call};
pub(crate) use other::{Request, ask};
pub(crate) use setup::decide;

/// A way to run cases.
#[derive(Clone, Debug)]
pub enum Driver {
    /// The library, in this process, with stubs in place of programs.
    Library {
        /// The rules in force.
        dialects: Box<Dialects>,
        /// The stand-in for programs, for cases with real processes.
        fakehook: PathBuf,
    },
    /// The binary, as a process.
    Binary {
        /// The binary.
        tackle: PathBuf,
        /// The stand-in for programs.
        fakehook: PathBuf,
    },
    /// Any program that reads a case as a line of JSON and answers with a transcript.
    Program(PathBuf),
}

/// One case being driven, step after step.
pub(crate) trait Session {
    /// Runs the program once; the stubs answer as the script says.
    fn run(&mut self, call: &Call, script: &Script) -> Result<Printed, CaseError>;
    /// What the stubs were asked since the last time.
    fn book(&mut self, script: &Script) -> Result<Book, CaseError>;
    /// What the session's log got since the last time.
    fn log(&mut self) -> Vec<Value>;
}

/// What one run of the program printed, and how it ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed {
    /// The exit code; text where there is none.
    pub(crate) exit: Value,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Driver {
    /// The library with the rules that hold.
    pub fn library(fakehook: PathBuf) -> Driver {
        Driver::Library {
            dialects: Box::default(),
            fakehook,
        }
    }

    /// Why this driver cannot run a case, if so.
    pub(crate) fn passes_over(&self, case: &Case) -> Option<String> {
        let allowed = |via: Via| case.via.is_empty() || case.via.contains(&via);
        let why = || case.why.clone().unwrap_or_default();
        match self {
            Driver::Library { .. } => (!allowed(Via::Lib)).then(why),
            Driver::Binary { .. } if !allowed(Via::Cli) => Some(why()),
            Driver::Binary { .. } if case.has_managed_files() && !can_mount() => {
                Some("managed files need a mount, which only root on Linux can make".to_owned())
            }
            Driver::Binary { .. } | Driver::Program(_) => None,
        }
    }

    /// Whether hooks of a case are real processes and real requests.
    pub(crate) fn has_processes(&self, case: &Case) -> bool {
        match self {
            Driver::Library { .. } => case.real,
            Driver::Binary { .. } | Driver::Program(_) => true,
        }
    }

    /// Begins a case.
    pub(crate) fn begin(&self, case: &Case, stage: &Stage) -> Result<Box<dyn Session>, CaseError> {
        let script = match case.whens.first() {
            Some(when) => Script::of(case, when, stage)?,
            None => Script::default(),
        };
        match self {
            Driver::Library { dialects, fakehook } => {
                let inside = in_process::Inside::new(case, stage, (dialects, fakehook, &script))?;
                Ok(Box::new(inside))
            }
            Driver::Binary { tackle, fakehook } => Ok(Box::new(binary::Outside::new(
                case,
                stage,
                (tackle, fakehook, &script),
            )?)),
            Driver::Program(_) => Err(CaseError::nonsense("another program runs whole cases")),
        }
    }
}

/// The variables around the program.
pub(crate) fn variables(case: &Case, stage: &Stage, path: &str) -> BTreeMap<String, String> {
    let usual = [
        ("HOME", stage.home().display().to_string()),
        ("LANG", "C.UTF-8".to_owned()),
        ("PATH", path.to_owned()),
    ];
    let usual = usual
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    usual.chain(case.given.env.clone()).collect()
}

/// The path of programs of a system like ours, the stubs in front of it.
pub(crate) fn path_with(stage: &Stage) -> String {
    let system = "/usr/local/bin:/usr/bin:/bin";
    format!("{}:{system}", stage.stubs().display())
}

/// The script of a step.
pub(crate) fn script(case: &Case, when: &When, stage: &Stage) -> Result<Script, CaseError> {
    Script::of(case, when, stage)
}
