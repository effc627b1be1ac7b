//! `tackle missions show`.

use clap::Args;
use missions::{HookRunRecord, MissionRecord, StepRecord};
use serde::Serialize;
use stdx::Problem;

use super::report::{HookReport, MissionReport, StepReport, took};
use super::timeline;
use crate::commands::kept::{Kept, shown_time};
use crate::commands::run::report::style;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, painted};

/// Which mission is shown.
#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// Its id, or enough of its beginning.
    id: String,
}

/// One mission with everything that is kept of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ShowReport<'a> {
    /// The mission.
    mission: MissionReport,
    /// Its steps, in their order.
    steps: Vec<StepReport<'a>>,
    /// The runs of hooks, in their order.
    hooks: Vec<HookReport<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ShowOptions) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let mission = kept.mission(&options.id)?;
    let (steps, hooks) = kept.history(&mission.id)?;
    match context.format {
        Format::Json => {
            let report = ShowReport {
                mission: MissionReport::of(&mission),
                steps: steps.iter().map(StepReport::of).collect(),
                hooks: hooks.iter().map(HookReport::of).collect(),
                problems: Vec::new(),
            };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => print(context, &mission, (&steps, &hooks))?,
    }
    Ok(exit::DONE)
}

fn print(
    context: &mut Context,
    mission: &MissionRecord,
    (steps, hooks): (&[StepRecord], &[HookRunRecord]),
) -> Result<(), CommandError> {
    let paint = context.paint;
    let facts = facts(context, mission);
    let out = &mut context.world.stdout;
    let status = painted(paint, style(mission.status), mission.status.as_str());
    let id = painted(paint, Style::Strong, &render::flat(&mission.id));
    writeln!(out, "{id}  {status}")?;
    facts.print(out, paint)?;
    writeln!(out, "\n{}", render::text(mission.prompt.trim_end()))?;
    if !steps.is_empty() || !hooks.is_empty() {
        writeln!(out)?;
        timeline::table(steps, hooks, context.loudness).print(out, paint)?;
    }
    if !mission.summary.is_empty() {
        writeln!(out, "\n{}", render::text(mission.summary.trim_end()))?;
    }
    if let Some(goal) = &mission.goal {
        writeln!(out, "{}", goal_words(goal))?;
    }
    Ok(())
}

fn facts(context: &Context, mission: &MissionRecord) -> Table {
    let took = took(mission, context.world.clock.now());
    let used = [
        took.map(render::shown_duration),
        Some(render::counted(
            usize::try_from(mission.tool_calls).unwrap_or(usize::MAX),
            "tool call",
        )),
        Some(mission.usage.total())
            .filter(|it| *it > 0)
            .map(|it| format!("{it} tokens")),
    ];
    let used: Vec<String> = used.into_iter().flatten().collect();
    let mut table = Table::default().indented(2);
    let facts = [
        ("project", render::shown_path(context, &mission.project)),
        ("session", mission.session.clone()),
        ("asked", shown_time(mission.created)),
        ("worked", format!("{} on {}", mission.agent, mission.model)),
        ("used", used.join(", ")),
    ];
    for (key, value) in facts {
        table.row([(Style::Faint, key.to_owned()), (Style::Plain, value)]);
    }
    table
}

/// How a goal came out, in words.
pub(in crate::commands) fn goal_words(goal: &serde_json::Value) -> String {
    let met = match goal["met"] == true {
        true => "goal met",
        false => "goal not met",
    };
    let reason = goal["reason"].as_str().unwrap_or_default();
    format!("{met} (round {}): {}", goal["rounds"], render::text(reason))
}
