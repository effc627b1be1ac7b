//! Lets another program run a whole case.

use std::path::Path;
use std::time::Duration;

use hooks_core::DialectId;
use procs::{Keep, Limits, Spec};
use serde_json::{Value, json};
use stdx::Cancel;

use crate::error::CaseError;
use crate::stage::Stage;

/// After this the program hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A case for another program.
pub(crate) struct Request<'a> {
    pub(crate) name: &'a str,
    /// The folder of the case, for what is copied from it.
    pub(crate) folder: &'a Path,
    /// The text of the case, parsed.
    pub(crate) case: &'a toml::Table,
}

/// Gives a program the case as one line of JSON and takes the transcript from its first line.
pub(crate) fn ask(
    program: &Path,
    request: &Request<'_>,
    stage: &Stage,
) -> Result<Value, CaseError> {
    let line = json!({
        "name": request.name,
        "folder": request.folder,
        "root": stage.root(),
        "dialect": stage.run_in.map(DialectId::as_str),
        "case": request.case,
    });
    let spec = Spec {
        program: program.into(),
        args: Vec::new(),
        env: vec![("PATH".into(), super::path_with(stage).into())],
        cwd: stage.root().to_owned(),
        stdin: format!("{line}\n").into_bytes().into(),
        timeout: PATIENCE,
        limits: Limits {
            stdout: Keep {
                head: 64 << 20,
                tail: 0,
            },
            ..Limits::default()
        },
        grace: Spec::GRACE,
    };
    let finished = procs::run(&spec, &Cancel::new())?;
    let text = finished.stdout.text();
    let line = text.lines().next().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| {
        let stderr = finished.stderr.text();
        CaseError::nonsense(format!(
            "`{}` did not answer with a transcript: {error}\n{stderr}",
            program.display()
        ))
    })
}
