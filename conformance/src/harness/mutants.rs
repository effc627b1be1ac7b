//! Whether the cases have teeth: one rule after another is changed, and each change must be noticed.

use std::collections::BTreeMap;
use std::path::PathBuf;

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
    let mut n_flips = 0;
    let mut n_unnoticed = 0;
    let mut hunt = Hunt::default();
    for dialect in DialectId::ALL {
        let mut trials = of_dialect(&sound, dialect);
        let n_before = n_flips;
        for (field, rules) in hooks_core::flips(dialect.dialect().rules) {
            n_flips += 1;
            let kind = hunt.order(&mut trials, &field, dialect);
            let mutant = mutant(rules, fakehook.clone());
            match noticed(&trials, &mutant, driver) {
                Ok(trial) => hunt.remember(kind, trial),
                Err(why) => {
                    n_unnoticed += 1;
                    printer.line(&format!("{why} {dialect}: {field}"))?;
                }
            }
        }
        printer.line(&format!(
            "{dialect}: {} rules were changed",
            n_flips - n_before
        ))?;
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
    let index = pool::find(trials, |it| it.notices(mutant)).ok_or("SURVIVES")?;
    let trial = trials[index];
    // One that fails by chance has noticed nothing.
    match trial.notices(driver) {
        false => Ok(trial),
        true => Err(format!("UNSURE, as `{}` fails anyway:", trial.name())),
    }
}

/// Which trials noticed which kind of change, so that the next one of the kind is found at once.
#[derive(Debug, Default)]
struct Hunt {
    families: BTreeMap<String, Vec<String>>,
}

impl Hunt {
    /// Puts those in front that noticed such a change before, then those that fire its event; the
    /// kind of the change.
    fn order(&self, trials: &mut [&Trial], field: &str, dialect: DialectId) -> String {
        let rules = dialect.dialect().rules;
        let words = rules.events.iter().map(|it| (it.word, it.event.as_str()));
        let longest = words
            .filter(|(word, _)| field.starts_with(&format!("events.{word}")))
            .max_by_key(|(word, _)| word.len());
        let kind = match longest {
            Some((word, _)) => field.replacen(word, "*", 1),
            None => field.to_owned(),
        };
        let known = self
            .families
            .get(&kind)
            .map(Vec::as_slice)
            .unwrap_or_default();
        trials.sort_by_cached_key(|trial| {
            let family = family(trial);
            let rank = known.iter().rposition(|it| *it == family);
            let fires = longest.is_some_and(|(word, name)| trial.fires(word) || trial.fires(name));
            (std::cmp::Reverse(rank), !fires, trial.dialect.is_none())
        });
        kind
    }

    fn remember(&mut self, kind: String, trial: &Trial) {
        let family = family(trial);
        let known = self.families.entry(kind).or_default();
        known.retain(|it| *it != family);
        known.push(family);
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
