//! The result of a mission, for scripts and for people.

use std::io::Write;

use missions::{MissionEnd, MissionRecord, Status};
use serde::Serialize;
use serde_json::Value;
use stdx::Problem;

use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, Style, painted};

/// The last line of `tackle run --json`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ResultReport {
    /// Always `result`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The mission's id.
    mission: String,
    /// The session's id, to go on with.
    session: String,
    /// How it ended.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    status: Status,
    /// What the agent said last, or why it ended.
    summary: String,
    /// How its goal came out; `null` without one.
    goal: Option<Value>,
    /// What it used.
    usage: UsageReport,
    /// What was wrong with files on the way.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// What a mission used.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct UsageReport {
    /// Tokens that models read.
    input_tokens: u64,
    /// Tokens that models wrote.
    output_tokens: u64,
    /// Tokens that came from a cache.
    cached_tokens: u64,
    /// Tool calls.
    tool_calls: u64,
    /// What that cost, where `prices` in the settings know the model.
    cost: Option<f64>,
}

impl ResultReport {
    pub(crate) fn of(
        record: &MissionRecord,
        end: &MissionEnd,
        problems: Vec<Problem>,
    ) -> ResultReport {
        ResultReport {
            kind: "result",
            mission: record.id.clone(),
            session: record.session.clone(),
            status: end.status,
            summary: end.summary.clone(),
            goal: record.goal.clone(),
            usage: UsageReport {
                input_tokens: end.usage.input_tokens,
                output_tokens: end.usage.output_tokens,
                cached_tokens: end.usage.cached_tokens,
                tool_calls: end.tool_calls,
                cost: end.cost,
            },
            problems,
        }
    }
}

/// The style of a status.
pub(crate) fn style(status: Status) -> Style {
    match status {
        Status::Done => Style::Good,
        Status::Queued | Status::Running => Style::Plain,
        Status::Cancelled | Status::Stuck | Status::OverBudget | Status::Interrupted => Style::Odd,
        Status::Blocked | Status::Failed => Style::Bad,
    }
}

/// Prints the result for a person: the agent's last words were shown while it spoke.
pub(crate) fn print(context: &mut Context, report: &ResultReport) -> Result<(), CommandError> {
    let paint = context.paint;
    let out = &mut context.world.stdout;
    let word = painted(paint, style(report.status), report.status.as_str());
    let tokens =
        report.usage.input_tokens + report.usage.output_tokens + report.usage.cached_tokens;
    let mut facts = vec![render::counted(
        usize::try_from(report.usage.tool_calls).unwrap_or(usize::MAX),
        "tool call",
    )];
    if tokens > 0 {
        facts.push(format!("{tokens} tokens"));
    }
    if let Some(cost) = report.usage.cost {
        facts.push(format!("{cost:.4} spent"));
    }
    facts.push(format!("session {}", report.session));
    let facts = painted(paint, Style::Faint, &facts.join(", "));
    writeln!(out, "\n{word}  {facts}")?;
    if report.status != Status::Done {
        writeln!(out, "{}", render::text(&report.summary))?;
    }
    if let Some(goal) = &report.goal {
        let met = if goal["met"] == true {
            "goal met"
        } else {
            "goal not met"
        };
        let reason = goal["reason"].as_str().unwrap_or_default();
        writeln!(out, "{met}: {}", render::text(reason))?;
    }
    if context.loudness > Loudness::Quiet {
        render::problems_on_stderr(context, &report.problems)?;
    }
    Ok(())
}
