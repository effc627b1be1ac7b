//! `tackle hooks runs`: the latest runs of hooks, newest first [V-26..V-28].

use std::time::Duration;

use clap::Args;
use serde::Serialize;
use stdx::{Loaded, Problem};

use crate::context::{Context, Format, Loudness};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table};
use crate::wire::run_log::{self, RunRecord};

/// How many runs are shown.
#[derive(Debug, Args)]
pub(crate) struct RunsOptions {
    /// The most that are shown.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
}

/// The latest runs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct RunsReport<'a> {
    /// The runs, newest first.
    runs: &'a [RunRecord],
    /// What was wrong with the log.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RunsOptions) -> Result<u8, CommandError> {
    let Loaded {
        value: mut records,
        problems,
    } = run_log::newest(&context.roots);
    records.truncate(options.limit);
    if context.format == Format::Json {
        let report = RunsReport {
            runs: &records,
            problems: &problems,
        };
        render::json_line(&mut context.world.stdout, &report)?;
        return Ok(exit::DONE);
    }
    if records.is_empty() && problems.is_empty() {
        let text = "no hook ran yet; `tackle hooks run EVENT` fires an event, `tackle demo` shows some at work";
        writeln!(context.world.stdout, "{text}")?;
    }
    table(context, &records).print(&mut context.world.stdout, context.paint)?;
    render::problems_on_stderr(context, &problems)?;
    Ok(exit::DONE)
}

/// One line a run, and the start of its error output below one that did not go well.
pub(crate) fn table(context: &Context, records: &[RunRecord]) -> Table {
    let mut table = Table::new(["when", "event", "outcome", "took", "command"])
        .within(context.world.terminal.width);
    for record in records {
        let (style, outcome) = outcome(record);
        let took = render::shown_duration(Duration::from_millis(record.duration_ms));
        table.row([
            (Style::Faint, shown_time(&record.time)),
            (Style::Plain, record.event.clone()),
            (style, outcome),
            (Style::Faint, took),
            (Style::Plain, record.command.clone()),
        ]);
        if let Some(detail) = detail(record, context.loudness) {
            table.row([(Style::Plain, String::new()), (Style::Faint, detail)]);
        }
    }
    table
}

/// What a list says of the end of a run [V-27].
fn outcome(record: &RunRecord) -> (Style, String) {
    match (record.status.as_str(), record.exit_code, record.signal) {
        ("ok", ..) => (Style::Good, "ok".to_owned()),
        ("blocked", ..) => (Style::Bad, "blocked".to_owned()),
        ("timed-out", ..) => (Style::Odd, "timed out".to_owned()),
        ("failed", Some(code), _) => (Style::Odd, format!("exit {code}")),
        ("failed", None, Some(signal)) => (Style::Odd, format!("signal {signal}")),
        (other, ..) => (Style::Odd, other.replace('-', " ")),
    }
}

/// The start of the error output, or why a run ended as it did.
fn detail(record: &RunRecord, loudness: Loudness) -> Option<String> {
    let went_well = record.status == "ok";
    if went_well && loudness < Loudness::Verbose {
        return None;
    }
    let why = record.why.clone().unwrap_or_default();
    let detail = if record.stderr.is_empty() {
        why
    } else {
        record.stderr.clone()
    };
    (!detail.is_empty()).then_some(detail)
}

/// `2026-01-02 03:04:05Z` of an RFC 3339 time.
pub(crate) fn shown_time(time: &str) -> String {
    match (time.get(..10), time.get(11..19)) {
        (Some(date), Some(of_day)) => format!("{date} {of_day}Z"),
        _ => time.to_owned(),
    }
}
