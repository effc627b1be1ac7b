//! `tackle hooks convert`: writes a hook file in another product's form; what is lost is said.
//!
//! Programs stay as they are: what they read and print is between them and the product that runs
//! them.

use std::path::{Path, PathBuf};

use clap::Args;
use hooks_core::{
    Config, Dialect, DialectId, Document, FILE_LIMIT, HttpLimits, Switch, parse_document,
};
use serde::Serialize;
use serde_json::Value;
use stdx::fs::Limit;
use stdx::{Loaded, Place, Problem};

use super::run::options::dialect;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

mod matcher;
#[cfg(test)]
mod tests;
mod variables;

/// What is converted to what.
#[derive(Debug, Args)]
pub(crate) struct ConvertOptions {
    /// Whose file it is.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(crate) from: DialectId,
    /// Whose form it gets.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(crate) to: DialectId,
    /// The file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// A converted file and what was lost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ConvertReport<'a> {
    /// The file in its new form; null when the old one could not be read.
    file: Option<&'a Value>,
    /// What was lost or wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// From one dialect to another.
#[derive(Clone, Copy)]
struct Conversion {
    from: Dialect,
    to: Dialect,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ConvertOptions) -> Result<u8, CommandError> {
    let file = context.world.cwd.join(&options.file);
    let bytes = stdx::fs::read(&file, Limit { bytes: FILE_LIMIT })?;
    let dialects = &context.world.dialects;
    let conversion = Conversion {
        from: dialects.get(options.from),
        to: dialects.get(options.to),
    };
    match parse_document(&file, &bytes) {
        Ok(document) => {
            print(context, &conversion.convert(&document).map(Some))?;
            Ok(exit::DONE)
        }
        Err(problem) => {
            print(context, &Loaded::from(None).with(problem))?;
            Ok(exit::FAULT)
        }
    }
}

fn print(context: &mut Context, converted: &Loaded<Option<Value>>) -> Result<(), CommandError> {
    let Loaded {
        value: file,
        problems,
    } = converted;
    let file = file.as_ref();
    if context.format == Format::Json {
        let report = ConvertReport { file, problems };
        return Ok(render::json_line(&mut context.world.stdout, &report)?);
    }
    if let Some(file) = file {
        let text = serde_json::to_string_pretty(file).expect("a value is JSON");
        writeln!(context.world.stdout, "{text}")?;
    }
    Ok(render::problems_on_stderr(context, problems)?)
}

impl Conversion {
    /// The file in the other form, and everything that was lost on the way.
    fn convert(&self, document: &Document) -> Loaded<Value> {
        let Config {
            mut handlers,
            skipped,
            mut problems,
            http,
            switch,
        } = (self.from.read_config)(self.from.rules, document);
        for skipped in skipped {
            let text = format!("`{}` is left out: {}", skipped.event, skipped.reason);
            let place = skipped.line.map(|line| Place { line, column: 1 });
            problems.push(loss(text, place));
        }
        if switch == Switch::Off {
            problems.push(loss(
                "`disableAllHooks` is left out: the new file turns nothing off".to_owned(),
                None,
            ));
        }
        if http != HttpLimits::default() {
            let text = "the limits on addresses and variables of HTTP hooks are left out";
            problems.push(loss(text.to_owned(), None));
        }
        for handler in &mut handlers {
            problems.extend(variables::losses(self, handler));
            problems.extend(self.matcher(handler));
        }
        let (file, losses) = (self.to.write_config)(self.to.rules, &handlers);
        problems.extend(losses);
        Loaded {
            value: file,
            problems: placed(problems, document.path()),
        }
    }
}

/// What a conversion loses.
fn loss(text: String, place: Option<Place>) -> Problem {
    let mut problem = Problem::warning("hooks/convert-loss", text);
    problem.place = place;
    problem
}

/// Problems in the order of the file that they are about.
fn placed(mut problems: Vec<Problem>, file: &Path) -> Vec<Problem> {
    for problem in &mut problems {
        problem.file.get_or_insert_with(|| file.to_owned());
    }
    problems.sort_by_key(|it| it.place);
    problems
}
