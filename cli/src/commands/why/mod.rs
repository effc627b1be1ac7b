//! `tackle why`: what started a mission, who allowed what, which hooks spoke, how it ended.

use clap::Args;
use missions::{HookRunRecord, MissionRecord, Origin, Status, StepRecord};
use serde::Serialize;
use serde_json::Value;
use stdx::rfc3339;

use crate::commands::kept::Kept;
use crate::commands::missions::report::{HookReport, MissionReport};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

mod human;

/// What is asked about.
#[derive(Debug, Args)]
pub(crate) struct WhyOptions {
    /// A mission: its id, or enough of its beginning; or the id of a hook, for the last mission in
    /// which it ran.
    id: String,
}

/// Why a mission came about, and why it ended as it did.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct WhyReport<'a> {
    /// The mission.
    mission: MissionReport,
    /// What started it.
    started_by: StartedBy<'a>,
    /// What a person was asked, and answered.
    approvals: Vec<Approval<'a>>,
    /// The runs of hooks: those that blocked first, then those that failed, then the others.
    hooks: Vec<HookReport<'a>>,
    /// The calls that did not run.
    refusals: Vec<Refusal<'a>>,
    /// How it ended.
    end: End<'a>,
}

/// What started a mission.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct StartedBy<'a> {
    /// Where its text came from.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    origin: Origin,
    /// The session.
    session: &'a str,
    /// What was asked.
    prompt: &'a str,
    /// When.
    at: String,
    /// Who approved it, where that was needed.
    approved_by: Option<&'a str>,
}

/// A question to a person.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Approval<'a> {
    /// When it was answered.
    at: String,
    /// The tool.
    tool: &'a str,
    /// `once`, `mission`, `always`, `no` or `nobody`.
    answer: &'a str,
}

/// A call that did not run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Refusal<'a> {
    /// When.
    at: String,
    /// The tool.
    tool: &'a str,
    /// Who refused it.
    by: &'a str,
    /// Why, as the agent was told.
    reason: &'a str,
    /// The helper that wanted it.
    helper: Option<&'a str>,
}

/// How a mission ended.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct End<'a> {
    /// How it stands, or ended.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    status: Status,
    /// When; `null` while it works.
    at: Option<String>,
    /// What it said last, or why it ended.
    summary: &'a str,
    /// How its goal came out; `null` without one.
    goal: Option<&'a Value>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &WhyOptions) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let mission = mission(&kept, &options.id)?;
    let (steps, mut hooks) = kept.history(&mission.id)?;
    hooks.sort_by_key(weight);
    match context.format {
        Format::Json => {
            let report = WhyReport::of(&mission, &steps, &hooks);
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => human::print(context, &mission, (&steps, &hooks))?,
    }
    Ok(exit::DONE)
}

fn mission(kept: &Kept, id: &str) -> Result<MissionRecord, CommandError> {
    kept.mission(id)
        .or_else(|unknown| match kept.mission_of_hook(id)? {
            Some(mission) => kept.mission(&mission),
            None => Err(unknown),
        })
}

/// What blocked comes first, then what failed.
fn weight(record: &HookRunRecord) -> u8 {
    match record.run["status"].as_str() {
        Some("blocked") => 0,
        Some("failed" | "timed-out" | "not-started") => 1,
        _ => 2,
    }
}

impl<'a> WhyReport<'a> {
    fn of(
        mission: &'a MissionRecord,
        steps: &'a [StepRecord],
        hooks: &'a [HookRunRecord],
    ) -> WhyReport<'a> {
        WhyReport {
            mission: MissionReport::of(mission),
            started_by: StartedBy {
                origin: mission.origin,
                session: &mission.session,
                prompt: &mission.prompt,
                at: rfc3339(mission.created),
                approved_by: mission.approved_by.as_deref(),
            },
            approvals: approvals(steps),
            hooks: hooks.iter().map(HookReport::of).collect(),
            refusals: refusals(steps),
            end: End {
                status: mission.status,
                at: mission.ended.map(rfc3339),
                summary: &mission.summary,
                goal: mission.goal.as_ref(),
            },
        }
    }
}

fn approvals(steps: &[StepRecord]) -> Vec<Approval<'_>> {
    let approvals = steps.iter().filter(|it| it.kind == "approval");
    approvals
        .map(|it| Approval {
            at: rfc3339(it.at),
            tool: it.fact["tool"].as_str().unwrap_or_default(),
            answer: it.fact["answer"].as_str().unwrap_or_default(),
        })
        .collect()
}

fn refusals(steps: &[StepRecord]) -> Vec<Refusal<'_>> {
    let tools = steps.iter().filter(|it| it.kind == "tool");
    let refused = tools.filter_map(|it| Some((it, it.fact["refused_by"].as_str()?)));
    refused
        .map(|(it, by)| Refusal {
            at: rfc3339(it.at),
            tool: it.fact["tool"].as_str().unwrap_or_default(),
            by,
            reason: it.fact["summary"].as_str().unwrap_or_default(),
            helper: it.fact["helper"].as_str(),
        })
        .collect()
}
