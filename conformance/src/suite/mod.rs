//! All cases: found, checked, and turned into trials.

mod check;
mod find;
mod trial;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::case::{self, Case};
use crate::error::CaseError;
use crate::pool;
use crate::requirements::Requirements;

pub use check::Fault;
pub use trial::{Trial, Verdict};

/// The cases below a folder.
#[derive(Clone, Debug)]
pub struct Suite {
    root: PathBuf,
    cases: Vec<Arc<LoadedCase>>,
    faults: Vec<Fault>,
}

/// A case and the folder that it came from.
#[derive(Debug)]
pub(crate) struct LoadedCase {
    /// Its path below the cases, which is its claim.
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// The parsed text, so that a path can be put into it before each run.
    pub(crate) table: toml::Table,
    pub(crate) case: Case,
    /// Whether its hooks post to `[SERVER]`.
    pub(crate) has_server: bool,
}

impl Suite {
    /// Reads all cases below a folder. What cannot be read is a [`Fault`].
    ///
    /// # Errors
    /// The folder itself cannot be listed.
    pub fn load(root: &Path, requirements: &Requirements) -> Result<Suite, CaseError> {
        let found = find::cases(root)?;
        let mut suite = Suite {
            root: root.to_owned(),
            cases: Vec::new(),
            faults: found.faults,
        };
        let read = pool::map(&found.cases, |folder| {
            let name = find::name(root, folder);
            match LoadedCase::read(name.clone(), folder.clone()) {
                Ok(case) => Ok((check::case(&case, requirements), Arc::new(case))),
                Err(error) => Err(Fault {
                    place: name,
                    message: error.chain(),
                }),
            }
        });
        for res in read {
            match res {
                Ok((faults, case)) => {
                    suite.faults.extend(faults);
                    suite.cases.push(case);
                }
                Err(fault) => suite.faults.push(fault),
            }
        }
        Ok(suite)
    }

    /// What is wrong with the cases themselves.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Every case in each of its dialects, in the order of names and dialects.
    pub fn trials(&self) -> Vec<Trial> {
        self.cases.iter().flat_map(Trial::of).collect()
    }

    /// The folder of the cases.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn cases(&self) -> &[Arc<LoadedCase>] {
        &self.cases
    }
}

impl LoadedCase {
    fn read(name: String, folder: PathBuf) -> Result<LoadedCase, CaseError> {
        let path = folder.join("case.toml");
        let bytes = stdx::fs::read(&path, crate::stage::FILE_LIMIT)?;
        let text = String::from_utf8_lossy(&bytes);
        let (table, case) = case::parse(&path, &text)?;
        case.dialects()?;
        Ok(LoadedCase {
            name,
            folder,
            table,
            case,
            has_server: text.contains(trial::SERVER),
        })
    }
}
