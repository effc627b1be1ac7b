//! Runs the binary as a process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use procs::{Ended, Finished, Keep, Limits, Spec};
use serde_json::{Value, json};
use stdx::Cancel;

use super::{Call, Printed, Session, path_with, variables};
use crate::case::Case;
use crate::error::CaseError;
use crate::stage::{Stage, disk};
use crate::stubs::{Book, Installed, Script};

/// After this a run hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most that is kept of what the binary prints.
const KEPT: Keep = Keep {
    head: 256 << 20,
    tail: 0,
};

/// A case that is driven through the binary.
pub(super) struct Outside {
    tackle: PathBuf,
    /// Gives a program a controlling terminal.
    attended: PathBuf,
    cwd: PathBuf,
    env: BTreeMap<String, String>,
    /// What is laid over `/etc`, if anything is.
    etc: Option<PathBuf>,
    installed: Installed,
}

impl Outside {
    pub(super) fn new(
        case: &Case,
        stage: &Stage,
        (tackle, fakehook, script): (&Path, &Path, &Script),
    ) -> Result<Outside, CaseError> {
        let env = variables(case, stage, &path_with(stage));
        if case.real {
            // A script that an agent runs finds our program, and what makes a terminal, by name.
            let attended = fakehook.with_file_name("attended");
            for (name, program) in [("tackle", tackle), ("attended", &attended)] {
                disk::link(program, &stage.stubs().join(name))?;
            }
        }
        Ok(Outside {
            tackle: tackle.to_owned(),
            attended: fakehook.with_file_name("attended"),
            cwd: stage.cwd(case)?,
            etc: case.has_managed_files().then(|| stage.etc()),
            installed: Installed::new((case, stage), (fakehook, script), env.clone())?,
            env,
        })
    }

    fn spec(&self, call: &Call) -> Spec {
        let (program, args) = match &self.etc {
            None => (self.tackle.clone().into_os_string(), call.args.clone()),
            Some(etc) => ("/bin/sh".into(), mounted(etc, &self.tackle, &call.args)),
        };
        let (program, args) = match wants_person(&call.args) {
            true => attended(&self.attended, program, args),
            false => (program, args),
        };
        Spec {
            program,
            args,
            env: self
                .env
                .iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            cwd: self.cwd.clone(),
            stdin: call.stdin.clone().into(),
            timeout: PATIENCE,
            limits: Limits {
                stdout: KEPT,
                stderr: KEPT,
            },
            grace: Spec::GRACE,
        }
    }
}

impl Session for Outside {
    fn run(&mut self, call: &Call, script: &Script) -> Result<Printed, CaseError> {
        self.installed.teach(script)?;
        let finished = procs::run(&self.spec(call), &Cancel::new())?;
        Ok(Printed {
            exit: exit(&finished),
            stdout: finished.stdout.head,
            stderr: finished.stderr.head,
        })
    }

    fn book(&mut self, script: &Script) -> Result<Book, CaseError> {
        self.installed.calls(script)
    }

    fn log(&mut self) -> Vec<Value> {
        Vec::new()
    }
}

/// Whether the command decides something that only a person at a terminal may.
fn wants_person(args: &[OsString]) -> bool {
    let has = |word: &str| args.iter().any(|it| it == word);
    let switches = ["enable", "disable", "on", "off"];
    has("trust") && !has("list") || has("plugins") && switches.iter().any(|it| has(it))
}

/// The same program, with a terminal of its own to stand behind it.
fn attended(helper: &Path, program: OsString, args: Vec<OsString>) -> (OsString, Vec<OsString>) {
    let words = std::iter::once(program).chain(args);
    (helper.into(), words.collect())
}

fn exit(finished: &Finished) -> Value {
    match finished.ended {
        Ended::Exit(code) => json!(code),
        Ended::Signal(signal) => json!(format!("signal {signal}")),
        Ended::TimedOut => json!(format!("killed after {} s", PATIENCE.as_secs())),
        Ended::Cancelled => json!("cancelled"),
    }
}

/// Lays a folder over `/etc`, for this process alone, and runs the binary.
///
/// The binary knows of no option for the place of managed files, so the place itself is changed.
const OVER_ETC: &str = r#"
mount -t overlay overlay -o "lowerdir=$0:/etc" /etc 2>/dev/null || mount --bind "$0" /etc || exit 98
exec "$@"
"#;

fn mounted(etc: &Path, tackle: &Path, args: &[OsString]) -> Vec<OsString> {
    let line = r#"exec unshare -m /bin/sh -c "$0" "$@""#;
    let words = [
        "-c".into(),
        line.into(),
        OVER_ETC.into(),
        etc.into(),
        tackle.into(),
    ];
    words.into_iter().chain(args.iter().cloned()).collect()
}

/// Whether this process may change what it sees at `/etc`.
pub(crate) fn can_mount() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| cfg!(target_os = "linux") && tried())
}

fn tried() -> bool {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(_) => return false,
    };
    let spec = Spec {
        program: "/bin/sh".into(),
        args: mounted(folder.path(), Path::new("/bin/true"), &[]),
        env: vec![("PATH".into(), "/usr/sbin:/usr/bin:/sbin:/bin".into())],
        cwd: "/".into(),
        stdin: [].as_slice().into(),
        timeout: PATIENCE,
        limits: Limits::default(),
        grace: Spec::GRACE,
    };
    let finished = procs::run(&spec, &Cancel::new());
    finished.is_ok_and(|it| it.ended == Ended::Exit(0))
}
