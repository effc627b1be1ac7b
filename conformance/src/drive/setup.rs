//! What a person decided before a case begins.

use cli::{Backends, Terminal, World};
use permissions::ManagedPlaces;
use stdx::{Cancel, SystemClock, SystemTimer};

use crate::case::TrustWord;
use crate::error::CaseError;
use crate::stage::Stage;

/// Makes the decisions that a case gives, by the door that a person takes.
pub(crate) fn decide(stage: &Stage) -> Result<(), CaseError> {
    for (path, word) in &stage.trust {
        match word {
            TrustWord::Undecided => {}
            TrustWord::Allowed => say(stage, "allow", path)?,
            TrustWord::Denied => say(stage, "deny", path)?,
            TrustWord::Changed => changed(stage, path)?,
        }
    }
    Ok(())
}

/// Other bytes were allowed: a file without hooks.
fn changed(stage: &Stage, path: &str) -> Result<(), CaseError> {
    let file = stage.path(path)?;
    let bytes = stdx::fs::read(&file, crate::stage::FILE_LIMIT)?;
    stage.put_text(path, "{}\n")?;
    say(stage, "allow", path)?;
    crate::stage::disk::put_file(&file, &bytes, None)
}

fn say(stage: &Stage, word: &str, path: &str) -> Result<(), CaseError> {
    let file = stage.path(path)?;
    let home = stage.home().join(".tackle");
    let args = [
        "--home".into(),
        home.into_os_string(),
        "--project".into(),
        stage.repo().into_os_string(),
        "hooks".into(),
        "trust".into(),
        word.into(),
        "--file".into(),
        file.into_os_string(),
    ];
    match cli::run(&args, world(stage)) {
        0 => Ok(()),
        code => Err(CaseError::nonsense(format!(
            "`tackle hooks trust {word} --file {path}` ended with {code}"
        ))),
    }
}

/// A person at a terminal who says yes.
fn world(stage: &Stage) -> World {
    World {
        env: [("HOME".into(), stage.home().into_os_string())].into(),
        cwd: stage.repo(),
        stdin: Box::new(std::io::Cursor::new(b"y\ny\ny\n")),
        stdout: Box::new(std::io::sink()),
        stderr: Box::new(std::io::sink()),
        terminal: Terminal {
            stdin: true,
            stdout: true,
            stderr: true,
            width: None,
        },
        clock: std::sync::Arc::new(SystemClock),
        timer: std::sync::Arc::new(SystemTimer),
        managed: ManagedPlaces::for_tests(&stage.etc()),
        dialects: hooks_core::Dialects::default(),
        backends: Backends::Real,
        cancel: Cancel::new(),
        on_start: None,
        program: None,
        presence: cli::Presence::Person,
    }
}
