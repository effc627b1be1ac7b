//! Whether the cases have teeth: one rule after another is changed, and each change must be noticed.

use hooks_core::{DialectId, Dialects};

use super::pool;
use super::print::Printer;
use crate::drive::Driver;
use crate::error::CaseError;
use crate::suite::Trial;

/// Flips every rule of every dialect and prints the flips that no case notices.
pub(super) fn run(
    chosen: &[Trial],
    driver: &Driver,
    mut printer: Printer<'_>,
) -> Result<u8, CaseError> {
    let Driver::Library { fakehook, .. } = driver else {
        return Err(CaseError::nonsense(
            "`--mutants` changes the library, so it needs `--via lib`",
        ));
    };
    let mut n_flips = 0;
    let mut n_survivors = 0;
    for dialect in DialectId::ALL {
        let mut trials = of_dialect(chosen, dialect);
        if trials.is_empty() {
            printer.line(&format!("{dialect}: no case to notice anything"))?;
        }
        for (field, rules) in hooks_core::flips(dialect.dialect().rules) {
            n_flips += 1;
            // A table of rules lives as long as the program; so do the few that are tried here.
            let dialects = Dialects::default().with_rules(Box::leak(Box::new(rules)));
            let mutant = Driver::Library {
                dialects: Box::new(dialects),
                fakehook: fakehook.clone(),
            };
            match pool::first_failing(&trials, &mutant) {
                // What noticed this one will often notice the next.
                Some(index) => trials[..=index].rotate_right(1),
                None => {
                    n_survivors += 1;
                    printer.line(&format!("SURVIVES {dialect}: {field}"))?;
                }
            }
        }
    }
    printer.line(&format!(
        "{n_flips} rules were changed, {n_survivors} changes went unnoticed"
    ))?;
    Ok(u8::from(n_survivors > 0))
}

/// The trials in which a rule of this dialect can show: its own, and those without a dialect.
fn of_dialect(chosen: &[Trial], dialect: DialectId) -> Vec<&Trial> {
    let speaks = |it: &&Trial| it.is_quick() && (it.is_in(dialect) || it.dialect.is_none());
    let mut trials: Vec<&Trial> = chosen.iter().filter(speaks).collect();
    // Its own first.
    trials.sort_by_key(|it| it.dialect.is_none());
    trials
}
