//! Runs the library of the command line in this process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use cli::{Backends, Terminal, World};
use hooks_core::Dialects;
use permissions::ManagedPlaces;
use serde_json::{Value, json};
use stdx::{Cancel, Clock, ManualClock, SystemClock, SystemTimer, Timer};

use super::{Call, Printed, Session, path_with, variables};
use crate::case::Case;
use crate::dates;
use crate::error::CaseError;
use crate::stage::Stage;
use crate::stubs::{Book, Impatient, Installed, Log, Script, Shared, backends, lock};

/// A case that is driven in this process.
pub(super) struct Inside {
    dialects: Dialects,
    etc: PathBuf,
    cwd: PathBuf,
    env: BTreeMap<String, String>,
    terminal: Terminal,
    now: Option<SystemTime>,
    answers: Answers,
    log: Log,
    /// Whether real threads work beside each other, which nobody may be impatient with.
    has_missions: bool,
}

/// Who answers hooks.
enum Answers {
    Scripted(Arc<Mutex<Shared>>, Backends),
    Programs(Installed),
}

impl Inside {
    pub(super) fn new(
        case: &Case,
        stage: &Stage,
        (dialects, fakehook, script): (&Dialects, &Path, &Script),
    ) -> Result<Inside, CaseError> {
        let env = variables(case, stage, &path_with(stage));
        let log = Log::default();
        let answers = match case.real {
            true => {
                let installed = Installed::new((case, stage), (fakehook, script), env.clone())?;
                Answers::Programs(installed)
            }
            false => {
                let shared = Arc::new(Mutex::new(Shared {
                    env: env.clone(),
                    ..Shared::default()
                }));
                let backends = backends(case, &shared, &log);
                Answers::Scripted(shared, Backends::Given(backends))
            }
        };
        Ok(Inside {
            dialects: dialects.clone(),
            etc: stage.etc(),
            cwd: stage.cwd(case)?,
            env,
            terminal: terminal(case),
            now: case.given.now.as_deref().map(dates::parse).transpose()?,
            answers,
            log,
            has_missions: !case.scripts.is_empty(),
        })
    }

    fn world(&self, call: &Call, streams: &Streams) -> World {
        let variables = self
            .env
            .iter()
            .map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let (clock, timer) = self.time();
        World {
            env: variables.collect(),
            cwd: self.cwd.clone(),
            stdin: Box::new(io::Cursor::new(call.stdin.clone())),
            stdout: Box::new(streams.out.clone()),
            stderr: Box::new(streams.err.clone()),
            terminal: self.terminal,
            clock,
            timer,
            managed: ManagedPlaces::for_tests(&self.etc),
            dialects: self.dialects.clone(),
            backends: match &self.answers {
                Answers::Scripted(_, backends) => backends.clone(),
                Answers::Programs(_) => Backends::Real,
            },
            cancel: Cancel::new(),
            on_start: None,
            program: None,
            presence: cli::Presence::Person,
        }
    }

    fn time(&self) -> (Arc<dyn Clock>, Arc<dyn Timer>) {
        let clock: Arc<dyn Clock> = match self.now {
            Some(now) => Arc::new(ManualClock::new(now)),
            None => Arc::new(SystemClock),
        };
        match &self.answers {
            Answers::Scripted(..) if !self.has_missions => (clock, Arc::new(Impatient)),
            Answers::Scripted(..) | Answers::Programs(_) => (clock, Arc::new(SystemTimer)),
        }
    }
}

impl Session for Inside {
    fn run(&mut self, call: &Call, script: &Script) -> Result<Printed, CaseError> {
        match &self.answers {
            Answers::Scripted(shared, _) => lock(shared).script = script.clone(),
            Answers::Programs(installed) => installed.teach(script)?,
        }
        let streams = Streams::default();
        let exit = cli::run(&call.args, self.world(call, &streams));
        Ok(Printed {
            exit: json!(exit),
            stdout: streams.out.take(),
            stderr: streams.err.take(),
        })
    }

    fn book(&mut self, script: &Script) -> Result<Book, CaseError> {
        match &mut self.answers {
            Answers::Scripted(shared, _) => Ok(std::mem::take(&mut lock(shared).book)),
            Answers::Programs(installed) => installed.calls(script),
        }
    }

    fn log(&mut self) -> Vec<Value> {
        self.log.take()
    }
}

/// A person who answers sits at a terminal.
fn terminal(case: &Case) -> Terminal {
    Terminal {
        stdin: case.given.terminal,
        stdout: case.given.terminal,
        stderr: case.given.terminal,
        width: case.given.terminal.then_some(100),
    }
}

/// Where the program writes.
#[derive(Default)]
struct Streams {
    out: Kept,
    err: Kept,
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
