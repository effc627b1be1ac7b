//! What the harness prints, for people or as lines of JSON.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::options::{Format, Options};
use crate::coverage::{Coverage, Done};
use crate::error::CaseError;
use crate::suite::{Fault, Trial, Verdict};

/// Prints.
pub(super) struct Printer<'o> {
    out: &'o mut dyn Write,
    format: Format,
    via: String,
    /// Whether the run is of all cases, so that what is not proved means something.
    is_whole: bool,
}

/// Lines of one difference that are printed.
const SHOWN: usize = 80;

impl<'o> Printer<'o> {
    pub(super) fn new(out: &'o mut dyn Write, options: &Options) -> Printer<'o> {
        Printer {
            out,
            format: options.format,
            via: options.via.clone(),
            is_whole: !options.has_filter(),
        }
    }

    /// One line or several.
    pub(super) fn line(&mut self, text: &str) -> Result<(), CaseError> {
        let written = writeln!(self.out, "{}", text.trim_end()).and_then(|()| self.out.flush());
        written.map_err(CaseError::io(Path::new("standard output")))
    }

    /// The trials, without running them.
    pub(super) fn list(mut self, trials: &[Trial]) -> Result<u8, CaseError> {
        for trial in trials {
            let about = &trial.case.case.about;
            let text = match self.format {
                Format::Human => format!("{}  # {about}", trial.name()),
                Format::Json => {
                    json!({ "case": trial.name(), "about": about, "req": trial.requirements() })
                        .to_string()
                }
            };
            self.line(&text)?;
        }
        Ok(0)
    }

    /// What is wrong with the cases themselves.
    pub(super) fn faults(&mut self, faults: &[Fault]) -> Result<(), CaseError> {
        for fault in faults {
            let text = match self.format {
                Format::Human => format!("BROKEN {}\n{}\n", fault.place, fault.message),
                Format::Json => {
                    json!({ "case": fault.place, "verdict": "broken", "why": fault.message })
                        .to_string()
                }
            };
            self.line(&text)?;
        }
        Ok(())
    }

    /// The trials that need a look; as JSON all of them.
    pub(super) fn done(&mut self, done: &[Done]) -> Result<(), CaseError> {
        for it in done {
            match (self.format, &it.verdict) {
                (Format::Json, _) => {
                    let line = self.json(it);
                    self.line(&line.to_string())?;
                }
                (Format::Human, Verdict::Fails(difference)) => {
                    let difference = start_of(difference);
                    self.line(&format!(
                        "FAILED {} by {}\n{difference}\n",
                        it.trial.name(),
                        self.via
                    ))?;
                }
                (Format::Human, Verdict::Gap(why)) => {
                    self.line(&format!("gap {}: {why}", it.trial.name()))?;
                }
                (Format::Human, Verdict::Holds | Verdict::PassedOver(_)) => {}
            }
        }
        Ok(())
    }

    fn json(&self, done: &Done) -> Value {
        let (word, why) = match &done.verdict {
            Verdict::Holds => ("holds", None),
            Verdict::Gap(why) => ("gap", Some(why)),
            Verdict::PassedOver(why) => ("passed-over", Some(why)),
            Verdict::Fails(difference) => ("fails", Some(difference)),
        };
        json!({ "case": done.trial.name(), "via": self.via, "verdict": word, "why": why })
    }

    /// What the run proves.
    pub(super) fn coverage(&mut self, coverage: &Coverage) -> Result<(), CaseError> {
        let text = match self.format {
            Format::Human => {
                let unproved = if self.is_whole {
                    coverage.unproved_text()
                } else {
                    String::new()
                };
                format!("{}{unproved}by {}", coverage.text(), self.via)
            }
            Format::Json => coverage.json().to_string(),
        };
        self.line(&text)
    }
}

/// A difference without what nobody reads on a screen.
fn start_of(difference: &str) -> String {
    let n_lines = difference.lines().count();
    if n_lines <= SHOWN {
        return difference.to_owned();
    }
    let lines: Vec<&str> = difference.lines().take(SHOWN).collect();
    format!("{}\n  … {} lines more\n", lines.join("\n"), n_lines - SHOWN)
}
