//! Writes the files that are generated and checked in, or says which of them are out of date.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::project;
use crate::tidy::tree;

/// Whether files may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// Where generated files live. Everything below these is generated.
const PLACES: &[&str] = &["schemas/", "docs/reference/", "conformance/STATUS.md"];

/// Files by their path below the root, with `/` between the parts.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// How a checked-in file differs from what is generated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    Missing(String),
    Changed(String),
    /// Nothing generates it any more.
    Stale(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing(path) => write!(f, "missing  {path}"),
            Difference::Changed(path) => write!(f, "changed  {path}"),
            Difference::Stale(path) => write!(f, "stale    {path}"),
        }
    }
}

/// Generates into a scratch folder, then compares or copies.
pub(crate) fn run(mode: Mode) -> Result<(), Failure> {
    let generated = generate()?;
    if let Some(path) = generated.keys().find(|path| !is_ours(path)) {
        return Err(Failure::new(format!(
            "`{path}` is generated, but not below {PLACES:?}"
        )));
    }
    let differences = differences(&generated, &checked_in()?);
    for difference in &differences {
        println!("{difference}");
    }
    match mode {
        Mode::Write => differences.iter().try_for_each(|it| mend(it, &generated)),
        Mode::Check if differences.is_empty() => Ok(()),
        Mode::Check => Err(Failure::new("generated files are out of date")
            .with_hint("`cargo xtask codegen` writes them; read the diff before you commit it")),
    }
}

fn generate() -> Result<Files, Failure> {
    let folder = project::scratch("codegen")?;
    let mut command = project::cargo(&[
        "run",
        "--quiet",
        "--package=conformance",
        "--bin=codegen",
        "--",
    ]);
    command.arg(&folder);
    project::run(command, "codegen")?;
    read(&folder)
}

fn checked_in() -> Result<Files, Failure> {
    let mut files = Files::new();
    for place in PLACES {
        let path = project::root().join(place);
        if path.is_dir() {
            files.extend(
                read(&path)?
                    .into_iter()
                    .map(|(name, bytes)| (place.to_string() + &name, bytes)),
            );
        } else if path.is_file() {
            files.insert(place.to_string(), read_file(&path)?);
        }
    }
    Ok(files)
}

fn read(folder: &Path) -> Result<Files, Failure> {
    let paths = tree::paths(folder)?;
    paths
        .into_iter()
        .map(|path| Ok((path.clone(), read_file(&folder.join(path))?)))
        .collect()
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::io(path, &error))
}

fn is_ours(path: &str) -> bool {
    PLACES
        .iter()
        .any(|place| path == *place || (place.ends_with('/') && path.starts_with(place)))
}

/// What has to happen for the checked-in files to equal the generated ones.
pub(crate) fn differences(generated: &Files, checked_in: &Files) -> Vec<Difference> {
    let new = generated
        .iter()
        .filter_map(|(path, bytes)| match checked_in.get(path) {
            None => Some(Difference::Missing(path.clone())),
            Some(old) if old != bytes => Some(Difference::Changed(path.clone())),
            Some(_) => None,
        });
    let stale = checked_in
        .keys()
        .filter(|path| !generated.contains_key(*path));
    new.chain(stale.cloned().map(Difference::Stale)).collect()
}

fn mend(difference: &Difference, generated: &Files) -> Result<(), Failure> {
    match difference {
        Difference::Missing(path) | Difference::Changed(path) => {
            let target = project::root().join(path);
            let folder = target.parent().expect("a file below the root has a folder");
            fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
            fs::write(&target, &generated[path]).map_err(|error| Failure::io(&target, &error))
        }
        Difference::Stale(path) => {
            let target = project::root().join(path);
            fs::remove_file(&target).map_err(|error| Failure::io(&target, &error))
        }
    }
}
