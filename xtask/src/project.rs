//! Where the workspace is, and how cargo is asked about it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::failure::Failure;

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this crate is a folder of the workspace")
}

/// Cargo in the root of the workspace, with these words.
///
/// On a build machine nothing is compiled twice, so what incremental builds store is wasted there.
pub(crate) fn cargo(words: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a command to its end with our own input and output.
pub(crate) fn run(mut command: Command, called: &str) -> Result<(), Failure> {
    let status = command
        .status()
        .map_err(|error| Failure::new(format!("`{called}` did not start: {error}")))?;
    match status.success() {
        true => Ok(()),
        false => Err(Failure::new(format!("`{called}` ended with {status}"))),
    }
}

/// Runs a command to its end and returns what it wrote to standard output.
pub(crate) fn output(mut command: Command, called: &str) -> Result<String, Failure> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure::new(format!("`{called}` did not start: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Failure::new(format!(
            "`{called}` ended with {}",
            output.status
        ))),
    }
}

/// Builds with these words and returns the programs that came out, by name.
pub(crate) fn build(words: &[&str]) -> Result<BTreeMap<String, PathBuf>, Failure> {
    let called = format!("cargo build {}", words.join(" "));
    let mut command = cargo(&["build", "--message-format=json-render-diagnostics"]);
    command.args(words);
    output(command, &called).map(|messages| programs(&messages))
}

/// The programs that cargo's messages name.
pub(crate) fn programs(messages: &str) -> BTreeMap<String, PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|message| {
            let name = message["target"]["name"].as_str()?;
            let program = message["executable"].as_str()?;
            Some((name.to_owned(), PathBuf::from(program)))
        })
        .collect()
}

/// What cargo knows about the members of the workspace, dependencies left out.
pub(crate) fn metadata() -> Result<Value, Failure> {
    let text = output(
        cargo(&["metadata", "--no-deps", "--format-version", "1"]),
        "cargo metadata",
    )?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(format!("cargo metadata did not print JSON: {error}")))
}

/// An empty folder of this name below the target folder.
pub(crate) fn scratch(name: &str) -> Result<PathBuf, Failure> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    let folder = root().join(target).join("xtask").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Failure::io(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| Failure::io(&folder, &error))?;
    Ok(folder)
}
