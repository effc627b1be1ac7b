//! The program `conformance`: which trials, by which driver, and what is printed.

mod bless;
mod mutants;
mod options;
mod print;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::coverage::{Coverage, Done};
use crate::drive::Driver;
use crate::error::CaseError;
use crate::pool;
use crate::requirements::Requirements;
use crate::suite::{Suite, Trial};

use options::{Options, Task};

/// What the harness takes from outside.
#[derive(Debug)]
pub struct Surroundings<'a> {
    /// The words after the program's name.
    pub args: Vec<OsString>,
    /// The binary to drive, from `TACKLE_BIN`.
    pub tackle: Option<PathBuf>,
    /// The stand-in for programs, from `FAKEHOOK_BIN`.
    pub fakehook: PathBuf,
    /// Whether this is a build machine, where nothing is blessed.
    pub is_build_machine: bool,
    /// The folder of this package: the cases and the list of requirements.
    pub package: &'a Path,
}

/// Runs the harness; the exit code is 0 when all is well, 1 when a case fails, 2 for wrong usage, 3
/// when the cases cannot be read.
pub fn harness(surroundings: Surroundings<'_>, out: &mut dyn Write) -> u8 {
    let options = match options::read(surroundings.args.clone()) {
        Ok(options) => options,
        Err(message) => return say(out, &message, 2),
    };
    match run(&options, &surroundings, out) {
        Ok(code) => code,
        Err(error) => say(out, &error.chain(), 3),
    }
}

fn say(out: &mut dyn Write, message: &str, code: u8) -> u8 {
    // Nobody is left to hear that nobody listens.
    let _ = writeln!(out, "error: {message}");
    code
}

fn run(
    options: &Options,
    surroundings: &Surroundings<'_>,
    out: &mut dyn Write,
) -> Result<u8, CaseError> {
    let requirements = Requirements::load(&surroundings.package.join("requirements.toml"))?;
    let cases = options
        .cases
        .clone()
        .unwrap_or_else(|| surroundings.package.join("cases"));
    let suite = Suite::load(&cases, &requirements)?;
    let chosen: Vec<Trial> = suite
        .trials()
        .into_iter()
        .filter(|it| options.chooses(it))
        .collect();
    let driver = driver(options, surroundings)?;
    let printer = print::Printer::new(out, options);
    match options.task {
        Task::List => printer.list(&chosen),
        Task::Mutants => mutants::run(&chosen, &driver, printer),
        Task::Bless => bless::run(options, surroundings, (&chosen, &driver), printer),
        Task::Run => {
            let done = pool::run_all(&chosen, &driver);
            let coverage = Coverage::of(&done, &requirements);
            report(&suite, &done, &coverage, printer)
        }
    }
}

fn report(
    suite: &Suite,
    done: &[Done],
    coverage: &Coverage,
    mut printer: print::Printer<'_>,
) -> Result<u8, CaseError> {
    printer.faults(suite.faults())?;
    printer.done(done)?;
    printer.coverage(coverage)?;
    let is_well = suite.faults().is_empty() && coverage.n_failed == 0;
    Ok(u8::from(!is_well))
}

fn driver(options: &Options, surroundings: &Surroundings<'_>) -> Result<Driver, CaseError> {
    let fakehook = surroundings.fakehook.clone();
    match options.via.as_str() {
        "lib" => Ok(Driver::library(fakehook)),
        "cli" => {
            let missing = || {
                CaseError::nonsense(
                    "`TACKLE_BIN` must name the binary; `cargo xtask conformance` sets it",
                )
            };
            let tackle = surroundings.tackle.clone().ok_or_else(missing)?;
            Ok(Driver::Binary { tackle, fakehook })
        }
        other => {
            let program = other.strip_prefix("cmd:").map(PathBuf::from);
            let unknown = || {
                CaseError::nonsense(format!(
                    "`--via` must be `lib`, `cli` or `cmd:PROGRAM`, found `{other}`"
                ))
            };
            program.map(Driver::Program).ok_or_else(unknown)
        }
    }
}
