//! Builds the binary and the harness, then runs the cases by one driver or by both.
//!
//! The cases are read, run and judged by `conformance`, a program of its own. It finds the binary
//! it drives in `TACKLE_BIN` and the stand-in for hook scripts in `FAKEHOOK_BIN`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::project;
use crate::relay::{self, Streams};

/// What the words after `conformance` ask for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The ways to run a case, in order.
    pub(crate) drivers: Vec<String>,
    /// The words that go to the harness as they are.
    pub(crate) passed: Vec<String>,
    pub(crate) report: Report,
}

/// Who speaks last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// Each run of the harness, by itself.
    Harness,
    /// We do: one line of JSON over the runs of all drivers.
    OneLine,
}

/// Runs the cases, or with `corpus` reads a tree of public files.
pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    if let ["corpus", words @ ..] = words {
        return corpus(words);
    }
    let plan = plan(words)?;
    let programs = project::build(&[
        "--package=cli",
        "--package=conformance",
        "--bin=tackle",
        "--bin=fakehook",
        "--bin=attended",
        "--bin=conformance",
    ])?;
    let mut failed = Vec::new();
    let mut reports = Vec::new();
    for driver in &plan.drivers {
        let (is_green, report) = drive(harness(&programs, driver, &plan)?, plan.report)?;
        reports.extend(report);
        if !is_green {
            failed.push(driver.as_str());
        }
    }
    if plan.report == Report::OneLine {
        println!("{}", merge(&reports));
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "cases failed by driver {}",
            failed.join(" and ")
        ))),
    }
}

/// Holds a tree against a list of facts. Paths are as seen from where this was called.
fn corpus(words: &[&str]) -> Result<(), Failure> {
    let programs = project::build(&["--package=conformance", "--bin=conformance"])?;
    let missing = || Failure::new("cargo built no program `conformance`");
    let mut command = Command::new(programs.get("conformance").ok_or_else(missing)?);
    command.arg("corpus").args(words);
    project::run(command, "conformance corpus")
}

/// Reads the words: `--via` is ours, everything else is the harness's.
pub(crate) fn plan(words: &[&str]) -> Result<Plan, Failure> {
    let mut drivers = Vec::new();
    let mut passed = Vec::new();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word.strip_prefix("--via") {
            Some("") => {
                let driver = words.next().ok_or_else(no_driver)?;
                drivers.push((*driver).to_owned());
            }
            Some(rest) => drivers.push(rest.strip_prefix('=').ok_or_else(no_driver)?.to_owned()),
            None => passed.push(word.to_owned()),
        }
    }
    if drivers.is_empty() {
        drivers = usual_drivers(&passed)
            .iter()
            .map(|&it| it.to_owned())
            .collect();
    }
    let is_json = passed.iter().any(|word| word == "--json") && drivers.len() > 1;
    let report = if is_json {
        Report::OneLine
    } else {
        Report::Harness
    };
    Ok(Plan {
        drivers,
        passed,
        report,
    })
}

fn no_driver() -> Failure {
    Failure::usage("`--via` needs a driver: `lib`, `cli` or `cmd:PROGRAM`")
}

/// A list, a blessing and a mutation are about the cases themselves, so one driver is enough.
fn usual_drivers(passed: &[String]) -> &'static [&'static str] {
    let once = ["--list", "--bless", "--mutants"];
    match passed.iter().any(|word| once.contains(&word.as_str())) {
        true => &["lib"],
        false => &["lib", "cli"],
    }
}

fn harness(
    programs: &BTreeMap<String, PathBuf>,
    driver: &str,
    plan: &Plan,
) -> Result<Command, Failure> {
    let program = |name: &str| {
        let message = format!("cargo built no program `{name}`");
        programs.get(name).ok_or_else(|| Failure::new(message))
    };
    let mut command = Command::new(program("conformance")?);
    command
        .current_dir(project::root())
        .env("TACKLE_BIN", program("tackle")?)
        .env("FAKEHOOK_BIN", program("fakehook")?)
        .args(["--via", driver])
        .args(&plan.passed);
    if !plan.passed.iter().any(|word| word.starts_with("--cases")) {
        command
            .arg("--cases")
            .arg(project::root().join("conformance/cases"));
    }
    Ok(command)
}

/// Runs the harness; with a report of our own to write, holds back the harness's.
fn drive(mut command: Command, report: Report) -> Result<(bool, Option<Value>), Failure> {
    if report == Report::Harness {
        let status = command
            .status()
            .map_err(|error| Failure::new(format!("`conformance` did not start: {error}")))?;
        return Ok((status.success(), None));
    }
    let mut last = None;
    let status = relay::run(command, Streams::Out, |line| match coverage(line) {
        Some(coverage) => last = Some(coverage),
        None => println!("{line}"),
    })?;
    Ok((status.success(), last))
}

/// The last line of a run with `--json`.
fn coverage(line: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(line).ok()?;
    value.get("requirements").is_some().then_some(value)
}

/// One report over the runs of several drivers: what one of them proves is proved.
pub(crate) fn merge(reports: &[Value]) -> Value {
    let number = |report: &Value, key: &str| report[key].as_u64().unwrap_or(0);
    let most = |key: &str| reports.iter().map(|it| number(it, key)).max().unwrap_or(0);
    let failed: u64 = reports.iter().map(|it| number(it, "failed")).sum();
    let totals = reports
        .iter()
        .map(|it| number(&it["requirements"], "total"));
    let total = totals.max().unwrap_or(0);
    let unproved = unproved(reports);
    json!({
        "cases": most("cases"),
        "failed": failed,
        "gaps": most("gaps"),
        "requirements": {
            "total": total,
            "proved": total.saturating_sub(unproved.len() as u64),
            "unproved": unproved,
        },
    })
}

/// The ids no driver proves, in the order of the first report.
fn unproved(reports: &[Value]) -> Vec<String> {
    let ids = |report: &Value| -> Vec<String> {
        let list = report["requirements"]["unproved"].as_array();
        list.into_iter()
            .flatten()
            .filter_map(|id| id.as_str().map(str::to_owned))
            .collect()
    };
    let Some((first, others)) = reports.split_first() else {
        return Vec::new();
    };
    let others: Vec<BTreeSet<String>> = others
        .iter()
        .map(|report| ids(report).into_iter().collect())
        .collect();
    ids(first)
        .into_iter()
        .filter(|id| others.iter().all(|other| other.contains(id)))
        .collect()
}
