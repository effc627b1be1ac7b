//! Stubs as programs: `fakehook` under each stub's name, with its script beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::scripted::{Shared, lock};
use super::{Answer, Book, Call, Ending, Script};
use crate::case::Case;
use crate::error::CaseError;
use crate::stage::{FILE_LIMIT, Stage, disk};

/// The programs of one case.
#[derive(Debug)]
pub(crate) struct Installed {
    folder: PathBuf,
    /// The servers beside them.
    server: Option<Arc<Mutex<Shared>>>,
    /// The variables around the whole.
    env: BTreeMap<String, String>,
    /// How many calls of each stub were read.
    n_read: BTreeMap<String, usize>,
}

/// What a shell adds to the environment of what it runs, and what is internal to us.
const NOISE: [&str; 5] = ["PWD", "OLDPWD", "SHLVL", "_", "TACKLE_TRAIL"];

impl Installed {
    /// Puts `fakehook` at the front of the path under the name of every stub.
    pub(crate) fn new(
        (case, stage): (&Case, &Stage),
        (fakehook, script): (&Path, &Script),
        env: BTreeMap<String, String>,
    ) -> Result<Installed, CaseError> {
        let folder = stage.stubs();
        for name in script.programs() {
            disk::link(fakehook, &folder.join(name))?;
            disk::make_folder(&folder.join(format!("{name}.d/calls")))?;
        }
        let server = stage.server().map(|it| Arc::clone(&it.shared));
        if let Some(server) = &server {
            lock(server).shows_headers = case.real;
        }
        Ok(Installed {
            folder,
            server,
            env,
            n_read: BTreeMap::new(),
        })
    }

    /// Tells the programs how to answer from now on.
    pub(crate) fn teach(&self, script: &Script) -> Result<(), CaseError> {
        if let Some(server) = &self.server {
            lock(server).script = script.clone();
        }
        for name in script.programs() {
            let answers = &script.answers[name];
            for (number, answer) in answers.iter().enumerate() {
                let number = if answers.len() == 1 {
                    "all".to_owned()
                } else {
                    number.to_string()
                };
                self.write(name, &number, answer)?;
            }
        }
        Ok(())
    }

    fn write(&self, name: &str, number: &str, answer: &Answer) -> Result<(), CaseError> {
        let path = |what: &str| self.folder.join(format!("{name}.d/{number}.{what}"));
        disk::put_file(&path("stdout"), &answer.stdout, None)?;
        disk::put_file(&path("stderr"), &answer.stderr, None)?;
        disk::put_file(&path("script"), lines(answer).as_bytes(), None)
    }

    /// The calls since the last look.
    pub(crate) fn calls(&mut self, script: &Script) -> Result<Book, CaseError> {
        let mut res = Book::default();
        if let Some(server) = &self.server {
            res.merge(std::mem::take(&mut lock(server).book));
        }
        for name in script.programs() {
            let folder = self.folder.join(format!("{name}.d/calls"));
            let n_read = self.n_read.entry(name.to_owned()).or_default();
            while folder.join(n_read.to_string()).exists() {
                res.note(name, read(&folder.join(n_read.to_string()), &self.env)?);
                *n_read += 1;
            }
            if self.folder.join(format!("{name}.d/unscripted")).exists() {
                res.unscripted.push(name.to_owned());
            }
        }
        Ok(res)
    }
}

/// The language of `fakehook`: one word a line.
fn lines(answer: &Answer) -> String {
    let mut res = String::new();
    if !answer.reads_stdin {
        res += "deaf\n";
    }
    if let Some(other) = &answer.waits_for {
        res += &format!("wait {other}\n");
    }
    res += &match answer.ending {
        Ending::Exit(code) => format!("exit {code}\n"),
        Ending::Signal(signal) => format!("signal {signal}\n"),
        Ending::Killed => "hang\n".to_owned(),
    };
    res
}

fn read(call: &Path, around: &BTreeMap<String, String>) -> Result<Call, CaseError> {
    let part = |what: &str| -> Result<Vec<u8>, CaseError> {
        let path = call.with_extension(what);
        match fs::exists(&path) {
            Ok(true) => Ok(stdx::fs::read(&path, FILE_LIMIT)?),
            // It was killed before it came so far.
            _ => Ok(Vec::new()),
        }
    };
    let texts = |bytes: Vec<u8>| -> Vec<String> {
        let texts = bytes.split(|it| *it == 0);
        let mut texts: Vec<_> = texts
            .map(|it| String::from_utf8_lossy(it).into_owned())
            .collect();
        texts.pop();
        texts
    };
    let env = texts(part("env")?);
    let env: BTreeMap<_, _> = env
        .iter()
        .filter_map(|it| it.split_once('='))
        .filter(|(name, _)| !NOISE.contains(name))
        .collect();
    let is_new =
        |(name, value): &(&&str, &&str)| around.get(**name).map(String::as_str) != Some(**value);
    let removed: BTreeSet<_> = around
        .keys()
        .filter(|it| !env.contains_key(it.as_str()))
        .cloned()
        .collect();
    Ok(Call {
        stdin: part("stdin")?,
        args: texts(part("args")?),
        cwd: texts(part("cwd")?)
            .into_iter()
            .next()
            .map(PathBuf::from)
            .unwrap_or_default(),
        env: env
            .iter()
            .filter(is_new)
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        removed,
        ..Call::default()
    })
}
