//! A small world for one command: a home, a project, a clock that stands still, a scripted person.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use hooks_core::Dialects;
use permissions::ManagedPlaces;
use stdx::fs::{Access, Limit, write_atomic};
use stdx::{Cancel, ManualClock, SystemTimer};
use tempfile::TempDir;

use crate::{Backends, Presence, Terminal, World};

/// A home and a project in a fresh folder.
pub(super) struct Ground {
    folder: TempDir,
    env: BTreeMap<OsString, OsString>,
    cwd: PathBuf,
    person: Option<String>,
}

/// What a command left behind. The folder of the test is written `[ROOT]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ran {
    pub(super) code: u8,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Ground {
    /// A project `repo` beside a home `home`, and nobody at the keyboard.
    pub(super) fn new() -> Ground {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it is there");
        for folder in ["repo/.git", "home"] {
            std::fs::create_dir_all(root.join(folder)).expect("a folder in it");
        }
        let path = std::env::split_paths("/usr/bin:/bin").map(PathBuf::into_os_string);
        let path = path.collect::<Vec<_>>().join(&OsString::from(":"));
        let env = [
            ("HOME".into(), root.join("home").into()),
            ("PATH".into(), path),
        ];
        Ground {
            cwd: root.join("repo"),
            folder,
            env: env.into(),
            person: None,
        }
    }

    /// The same with a file; its path is relative to the folder of the test.
    pub(super) fn file(self, path: &str, text: &str) -> Ground {
        self.write(path, text);
        self
    }

    /// The same with a person at a terminal who types this.
    pub(super) fn typing(mut self, text: &str) -> Ground {
        self.person = Some(text.to_owned());
        self
    }

    /// The same with a variable.
    pub(super) fn variable(mut self, name: &str, value: &str) -> Ground {
        let value = value.replace("[ROOT]", &self.root().to_string_lossy());
        self.env.insert(name.into(), value.into());
        self
    }

    /// The same in another folder.
    pub(super) fn standing_in(mut self, path: &str) -> Ground {
        self.cwd = self.root().join(path);
        std::fs::create_dir_all(&self.cwd).expect("a folder in it");
        self
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        write_atomic(&self.root().join(path), text.as_bytes(), Access::Keep).expect("a file in it");
    }

    pub(super) fn read(&self, path: &str) -> Option<String> {
        let bytes = stdx::fs::read(&self.root().join(path), Limit::mebibytes(1)).ok()?;
        Some(self.shown(&String::from_utf8_lossy(&bytes)))
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("it is there")
    }

    /// Runs one command.
    pub(super) fn run(&self, args: &[&str]) -> Ran {
        let (stdout, stderr) = (Buffer::default(), Buffer::default());
        let world = self.world(stdout.clone(), stderr.clone());
        let root = self.root().to_string_lossy().into_owned();
        let args: Vec<OsString> = args
            .iter()
            .map(|it| it.replace("[ROOT]", &root).into())
            .collect();
        let code = crate::run(&args, world);
        Ran {
            code,
            stdout: self.shown(&stdout.text()),
            stderr: self.shown(&stderr.text()),
        }
    }

    /// Runs a command that prints JSON, which must fit its schema.
    #[track_caller]
    pub(super) fn json(&self, args: &[&str]) -> serde_json::Value {
        let ran = self.run(&[&["--json"], args].concat());
        let printed = serde_json::from_str(&ran.stdout);
        let printed = printed.unwrap_or_else(|it| panic!("{it}: {ran:?}"));
        #[cfg(feature = "schemas")]
        crate::schemas::tests::check_output(args, &printed);
        printed
    }

    /// The same world, printing elsewhere and ended from outside.
    pub(super) fn world_of(&self, stdout: impl Write + Send + 'static, cancel: Cancel) -> World {
        World {
            stdout: Box::new(stdout),
            cancel,
            ..self.world(Buffer::default(), Buffer::default())
        }
    }

    fn world(&self, stdout: Buffer, stderr: Buffer) -> World {
        let is_terminal = self.person.is_some();
        let stdin = self.person.clone().unwrap_or_default();
        let clock = ManualClock::new(SystemTime::UNIX_EPOCH + Duration::from_secs(1));
        World {
            env: self.env.clone(),
            cwd: self.cwd.clone(),
            stdin: Box::new(io::Cursor::new(stdin.into_bytes())),
            stdout: Box::new(stdout),
            stderr: Box::new(stderr),
            terminal: Terminal {
                stdin: is_terminal,
                stdout: false,
                stderr: is_terminal,
                width: None,
            },
            clock: Arc::new(clock),
            timer: Arc::new(SystemTimer),
            managed: ManagedPlaces::for_tests(&self.root().join("etc")),
            dialects: Dialects::default(),
            backends: Backends::Real,
            cancel: Cancel::new(),
            on_start: None,
            program: None,
            presence: Presence::Person,
        }
    }

    fn shown(&self, text: &str) -> String {
        text.replace(self.root().to_string_lossy().as_ref(), "[ROOT]")
    }
}

/// Somewhere to print to.
#[derive(Clone, Debug, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Buffer {
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

/// A file of Claude Code's with one guard.
pub(super) const GUARD: &str = r#"{ "hooks": { "PreToolUse": [
  { "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh guard.sh", "timeout": 5 }] }
] } }
"#;

/// Whether a path ends a path.
pub(super) fn exists(root: &Path, path: &str) -> bool {
    root.join(path).exists()
}
