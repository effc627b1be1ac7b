//! Whether the cases have teeth: one rule after another is changed, and each change must be noticed.

use std::path::PathBuf;

use hooks_core::{DialectId, Dialects, Rules};

use super::pool;
use super::print::Printer;
use crate::drive::Driver;
use crate::error::CaseError;
use crate::suite::{Trial, Verdict};

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
    let sound = sound(chosen, driver);
    let n_quick = chosen.iter().filter(|it| it.is_quick()).count();
    printer.line(&format!(
        "{} of {n_quick} runs hold and can notice",
        sound.len()
    ))?;
    let mut n_flips = 0;
    let mut n_unnoticed = 0;
    for dialect in DialectId::ALL {
        let mut trials = of_dialect(&sound, dialect);
        for (field, rules) in hooks_core::flips(dialect.dialect().rules) {
            n_flips += 1;
            first_those_of(&mut trials, &field, dialect);
            let mutant = mutant(rules, fakehook.clone());
            if let Some(line) = unnoticed(&mut trials, &mutant, driver) {
                n_unnoticed += 1;
                printer.line(&format!("{line} {dialect}: {field}"))?;
            }
        }
    }
    printer.line(&format!(
        "{n_flips} rules were changed, {n_unnoticed} changes went unnoticed"
    ))?;
    Ok(u8::from(n_unnoticed > 0))
}

/// The library with other rules. A table of rules lives as long as the program; so do the few that
/// are tried here.
fn mutant(rules: Rules, fakehook: PathBuf) -> Driver {
    let dialects = Dialects::default().with_rules(Box::leak(Box::new(rules)));
    Driver::Library {
        dialects: Box::new(dialects),
        fakehook,
    }
}

/// What is to be said of a change that nothing notices, or nothing.
fn unnoticed(trials: &mut [&Trial], mutant: &Driver, driver: &Driver) -> Option<String> {
    let Some(index) = pool::first_failing(trials, mutant) else {
        return Some("SURVIVES".to_owned());
    };
    // One that fails by chance has noticed nothing.
    if trials[index].run(driver) != Verdict::Holds {
        return Some(format!(
            "UNSURE, as `{}` fails anyway:",
            trials[index].name()
        ));
    }
    // What noticed this one will often notice the next.
    trials[..=index].rotate_right(1);
    None
}

/// The trials that need no processes and hold as things are: one that fails anyway notices nothing.
fn sound(chosen: &[Trial], driver: &Driver) -> Vec<Trial> {
    let quick: Vec<Trial> = chosen.iter().filter(|it| it.is_quick()).cloned().collect();
    let done = pool::run_all(&quick, driver);
    let holds = done.into_iter().filter(|it| it.verdict == Verdict::Holds);
    holds.map(|it| it.trial).collect()
}

/// The trials in which a rule of this dialect can show: its own, and those without a dialect.
fn of_dialect(sound: &[Trial], dialect: DialectId) -> Vec<&Trial> {
    let speaks = |it: &&Trial| it.is_in(dialect) || it.dialect.is_none();
    let mut trials: Vec<&Trial> = sound.iter().filter(speaks).collect();
    // Its own first.
    trials.sort_by_key(|it| it.dialect.is_none());
    trials
}

/// Puts those in front that fire the event whose rule is changed.
fn first_those_of(trials: &mut [&Trial], field: &str, dialect: DialectId) {
    let rules = dialect.dialect().rules;
    let words = rules.events.iter().map(|it| (it.word, it.event.as_str()));
    let longest_first = words.filter(|(word, _)| field.starts_with(&format!("events.{word}")));
    if let Some((word, name)) = longest_first.max_by_key(|(word, _)| word.len()) {
        trials.sort_by_key(|it| !it.fires(word) && !it.fires(name));
    }
}
