//! Whether the cases have teeth: one rule after another is changed, and each change must be noticed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hooks_core::{DialectId, Dialects, Rules};

use super::print::Printer;
use crate::drive::Driver;
use crate::error::CaseError;
use crate::pool;
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
    let hunt = Hunt::default();
    let mut n_flips = 0;
    let mut n_unnoticed = 0;
    for dialect in DialectId::ALL {
        let trials = of_dialect(&sound, dialect);
        let flips = hooks_core::flips(dialect.dialect().rules);
        let found = pool::map(&flips, |(field, rules)| {
            let (kind, trials) = hunt.order(&trials, field, dialect);
            let noticed = noticed(&trials, &mutant(rules.clone(), fakehook.clone()), driver);
            noticed.map(|it| hunt.remember(kind, it))
        });
        for ((field, _), found) in flips.iter().zip(&found) {
            if let Err(why) = found {
                n_unnoticed += 1;
                printer.line(&format!("{why} {dialect}: {field}"))?;
            }
        }
        n_flips += flips.len();
        printer.line(&format!("{dialect}: {} rules were changed", flips.len()))?;
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

/// The trial that notices a change, or what is to be said of one that nothing notices.
fn noticed<'t>(
    trials: &[&'t Trial],
    mutant: &Driver,
    driver: &Driver,
) -> Result<&'t Trial, String> {
    let trial = trials.iter().find(|it| notices(it, mutant));
    let trial = *trial.ok_or("SURVIVES")?;
    // One that fails by chance has noticed nothing.
    match trial.notices(driver) {
        false => Ok(trial),
        true => Err(format!("UNSURE, as `{}` fails anyway:", trial.name())),
    }
}

/// A panic is noticed too.
fn notices(trial: &Trial, mutant: &Driver) -> bool {
    let test = AssertUnwindSafe(|| trial.notices(mutant));
    std::panic::catch_unwind(test).unwrap_or(true)
}

/// Which trials noticed which kind of change, so that the next one of the kind is found at once.
#[derive(Debug, Default)]
struct Hunt {
    families: Mutex<BTreeMap<String, Vec<String>>>,
}

impl Hunt {
    /// The kind of a change, and the trials in the order in which they are tried: those in front
    /// that noticed such a change before, then those that fire its event.
    fn order<'t>(
        &self,
        trials: &[&'t Trial],
        field: &str,
        dialect: DialectId,
    ) -> (String, Vec<&'t Trial>) {
        let rules = dialect.dialect().rules;
        let words = rules.events.iter().map(|it| (it.word, it.event.as_str()));
        let event = words
            .filter(|(word, _)| field.starts_with(&format!("events.{word}")))
            .max_by_key(|(word, _)| word.len());
        let kind = match event {
            Some((word, _)) => field.replacen(word, "*", 1),
            None => field.to_owned(),
        };
        let known = self.families().get(&kind).cloned().unwrap_or_default();
        let mut trials = trials.to_vec();
        trials.sort_by_cached_key(|trial| {
            let family = family(trial);
            let rank = known.iter().rposition(|it| *it == family);
            let fires = event.is_some_and(|(word, name)| trial.fires(word) || trial.fires(name));
            (Reverse(rank), !fires, trial.dialect.is_none())
        });
        (kind, trials)
    }

    fn remember(&self, kind: String, trial: &Trial) {
        let family = family(trial);
        let mut families = self.families();
        let known = families.entry(kind).or_default();
        known.retain(|it| *it != family);
        known.push(family);
    }

    fn families(&self) -> MutexGuard<'_, BTreeMap<String, Vec<String>>> {
        self.families.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the same claim is called in all dialects.
fn family(trial: &Trial) -> String {
    let name = &trial.case.name;
    let is_dialect = |it: &str| DialectId::from_word(it).is_some();
    match name.rsplit_once('/') {
        Some((family, last)) if is_dialect(last) => family.to_owned(),
        _ => name.clone(),
    }
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
    sound.iter().filter(speaks).collect()
}
