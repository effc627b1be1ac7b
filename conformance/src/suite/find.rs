//! Finds the folders that are cases, and those that should be.

use std::fs;
use std::path::{Path, PathBuf};

use super::Fault;
use crate::error::CaseError;

/// The folders of cases, sorted, and what is no case.
pub(super) struct Found {
    pub(super) cases: Vec<PathBuf>,
    pub(super) faults: Vec<Fault>,
}

pub(super) fn cases(root: &Path) -> Result<Found, CaseError> {
    let mut res = Found {
        cases: Vec::new(),
        faults: Vec::new(),
    };
    walk(root, root, &mut res)?;
    res.cases.sort();
    Ok(res)
}

fn walk(root: &Path, folder: &Path, res: &mut Found) -> Result<(), CaseError> {
    if folder.join("case.toml").is_file() {
        res.cases.push(folder.to_owned());
        return Ok(());
    }
    let mut has_files = false;
    for entry in fs::read_dir(folder).map_err(CaseError::io(folder))? {
        let entry = entry.map_err(CaseError::io(folder))?;
        match entry.path().is_dir() {
            true => walk(root, &entry.path(), res)?,
            false => has_files = true,
        }
    }
    if has_files {
        let message = "has files but no `case.toml`: such a case never runs".to_owned();
        res.faults.push(Fault {
            place: name(root, folder),
            message,
        });
    }
    Ok(())
}

/// The name of a case: its path below the cases.
pub(super) fn name(root: &Path, folder: &Path) -> String {
    let relative = folder.strip_prefix(root).unwrap_or(folder);
    let parts = relative
        .components()
        .map(|it| it.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}
