//! Writes down what happens now as what should happen.

use super::Surroundings;
use super::options::Options;
use super::print::Printer;
use crate::drive::Driver;
use crate::error::CaseError;
use crate::pool;
use crate::suite::{Trial, Verdict};

/// Blesses the failing trials and shows every difference.
pub(super) fn run(
    options: &Options,
    surroundings: &Surroundings<'_>,
    (chosen, driver): (&[Trial], &Driver),
    mut printer: Printer<'_>,
) -> Result<u8, CaseError> {
    if surroundings.is_build_machine {
        return Err(CaseError::nonsense("nothing is blessed where `CI` is set"));
    }
    if !options.has_filter() && !options.all {
        return Err(CaseError::nonsense("`--bless` needs a filter, or `--all`"));
    }
    let mut n_blessed = 0;
    let mut n_refused = 0;
    for done in pool::run_all(chosen, driver) {
        let Verdict::Fails(difference) = &done.verdict else {
            continue;
        };
        match done.trial.bless(driver) {
            Ok(()) => {
                n_blessed += 1;
                printer.line(&format!("blessed {}\n{difference}", done.trial.name()))?;
            }
            Err(error) => {
                n_refused += 1;
                printer.line(&format!("REFUSED {}\n{}", done.trial.name(), error.chain()))?;
            }
        }
    }
    printer.line(&format!(
        "{n_blessed} blessed, {n_refused} refused; read `git diff conformance/`"
    ))?;
    Ok(u8::from(n_refused > 0))
}
