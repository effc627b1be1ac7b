//! Every case as a test of its own, in process.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformance::{Driver, Fault, Requirements, Suite, Trial, Verdict};
use libtest_mimic::{Arguments, Failed, Trial as Test};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let requirements = Requirements::load(&package.join("requirements.toml"))
        .expect("the list of requirements is read");
    let suite = Suite::load(&package.join("cases"), &requirements).expect("the cases are read");
    let driver = Driver::library(PathBuf::from(env!("CARGO_BIN_EXE_fakehook")));
    let mut tests: Vec<Test> = suite.faults().iter().cloned().map(fault).collect();
    tests.extend(
        suite
            .trials()
            .into_iter()
            .map(|it| test(it, driver.clone())),
    );
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn fault(fault: Fault) -> Test {
    let name = format!("suite: {}", fault.place);
    Test::test(name, move || Err(Failed::from(fault.message.clone())))
}

fn test(trial: Trial, driver: Driver) -> Test {
    Test::test(trial.name(), move || match trial.run(&driver) {
        Verdict::Holds | Verdict::Gap(_) | Verdict::PassedOver(_) => Ok(()),
        Verdict::Fails(difference) => Err(Failed::from(difference)),
    })
}
