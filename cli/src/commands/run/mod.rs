//! `tackle run`: a mission, from what was typed to its result.

use std::io::Read;

use missions::Status;

use self::drive::Driven;
use self::options::{HowOptions, RunOptions};
use self::order::{Asked, Order};
use self::report::ResultReport;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::missions::models::{beside, choose};
use crate::wire::missions::workers::is_external;
use crate::wire::presence;

pub(crate) mod drive;
mod leftovers;
pub(crate) mod options;
pub(crate) mod order;
mod prepare;
pub(crate) mod report;
mod servers;
pub(crate) mod session;
mod streams;
mod turn;
mod view;

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RunOptions) -> Result<u8, CommandError> {
    let prompt = prompt_text(context, &options.prompt)?;
    run_asked(context, (Asked::Text(prompt), &options.how))
}

/// Runs a mission as a person asked for it, and tells its result.
pub(crate) fn run_asked(
    context: &mut Context,
    (asked, how): (Asked, &HowOptions),
) -> Result<u8, CommandError> {
    presence::outside_missions(context, "start a mission of its own")?;
    let chosen = match is_external(&how.agent) {
        true => beside(context)?,
        false => choose(context, (how.model.as_deref(), how.base_url.as_deref()))?,
    };
    let order = Order {
        asked,
        how,
        chosen,
        watcher: None,
    };
    let driven = drive::drive(context, order)?;
    finish(context, driven)
}

/// The words as one text.
pub(crate) fn prompt_text(context: &mut Context, words: &[String]) -> Result<String, CommandError> {
    let text = match words {
        [dash] if dash == "-" => {
            let mut text = String::new();
            let stdin = &mut context.world.stdin;
            let read = stdin.take(64 << 20).read_to_string(&mut text);
            read.map_err(|it| CommandError::fault(format!("reading standard input failed: {it}")))?;
            text
        }
        words => words.join(" "),
    };
    match text.trim().is_empty() {
        true => Err(CommandError::usage("the prompt is empty")),
        false => Ok(text.trim().to_owned()),
    }
}

fn finish(context: &mut Context, driven: Driven) -> Result<u8, CommandError> {
    let Driven {
        record,
        end,
        problems,
    } = driven;
    let report = ResultReport::of(&record, &end, problems);
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => report::print(context, &report)?,
    }
    Ok(match end.status {
        Status::Done if end.goal.as_ref().is_none_or(|it| it.met) => exit::DONE,
        _ => exit::NO,
    })
}
