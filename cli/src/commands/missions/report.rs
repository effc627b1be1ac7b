//! A mission as every command prints it.

use std::time::{Duration, SystemTime};

use missions::{HookRunRecord, MissionRecord, Origin, Status, StepRecord, Usage};
use serde::Serialize;
use serde_json::Value;
use stdx::rfc3339;

use crate::commands::kept::shown_time;
use crate::commands::run::report::style;
use crate::context::Context;
use crate::render::{self, Style, Table};

/// One mission.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct MissionReport {
    /// Its id.
    id: String,
    /// Its session.
    session: String,
    /// The project's root.
    project: String,
    /// What started it.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    origin: Origin,
    /// Who approved it, where that was needed.
    approved_by: Option<String>,
    /// How it stands, or ended.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    status: Status,
    /// What was asked.
    prompt: String,
    /// Who works on it.
    agent: String,
    /// On which model.
    model: String,
    /// What it said last, or why it ended.
    summary: String,
    /// The tokens that it used.
    usage: TokensReport,
    /// How many tool calls it made.
    tool_calls: u64,
    /// When it was asked for.
    created: String,
    /// When it got its turn.
    started: Option<String>,
    /// When it ended.
    ended: Option<String>,
    /// How its goal came out; `null` without one.
    goal: Option<Value>,
}

/// Tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct TokensReport {
    /// Those that models read.
    input_tokens: u64,
    /// Those that models wrote.
    output_tokens: u64,
    /// Those that came from a cache.
    cached_tokens: u64,
}

/// One step of a mission.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct StepReport<'a> {
    /// When.
    at: String,
    /// `message`, `tool`, `approval`, `judge`, `helper`, `note` or `compacted`.
    kind: &'a str,
    /// All of it.
    fact: &'a Value,
}

/// One run of a hook in a mission.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct HookReport<'a> {
    /// When it ended.
    at: String,
    /// The event's internal name.
    event: &'a str,
    /// The tool, on events about one.
    tool: Option<&'a str>,
    /// The run, as `tackle hooks run` prints it.
    run: &'a Value,
}

impl MissionReport {
    pub(crate) fn of(record: &MissionRecord) -> MissionReport {
        MissionReport {
            id: record.id.clone(),
            session: record.session.clone(),
            project: render::path_text(&record.project),
            origin: record.origin,
            approved_by: record.approved_by.clone(),
            status: record.status,
            prompt: record.prompt.clone(),
            agent: record.agent.clone(),
            model: record.model.clone(),
            summary: record.summary.clone(),
            usage: TokensReport::of(record.usage),
            tool_calls: record.tool_calls,
            created: rfc3339(record.created),
            started: record.started.map(rfc3339),
            ended: record.ended.map(rfc3339),
            goal: record.goal.clone(),
        }
    }
}

impl TokensReport {
    fn of(usage: Usage) -> TokensReport {
        TokensReport {
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            cached_tokens: usage.cached_tokens,
        }
    }
}

impl<'a> StepReport<'a> {
    pub(crate) fn of(record: &'a StepRecord) -> StepReport<'a> {
        StepReport {
            at: rfc3339(record.at),
            kind: &record.kind,
            fact: &record.fact,
        }
    }
}

impl<'a> HookReport<'a> {
    pub(crate) fn of(record: &'a HookRunRecord) -> HookReport<'a> {
        HookReport {
            at: rfc3339(record.at),
            event: &record.event,
            tool: record.tool.as_deref(),
            run: &record.run,
        }
    }
}

/// Whether a list names the project of each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Across {
    /// It is about one project.
    One,
    /// It is about all.
    All,
}

/// Missions as a table.
pub(crate) fn table(context: &Context, missions: &[MissionRecord], across: Across) -> Table {
    let titles = ["mission", "when", "status", "took"];
    let last = match across {
        Across::One => vec!["asked"],
        Across::All => vec!["project", "asked"],
    };
    let mut table = Table::default().within(context.world.terminal.width);
    let heads = titles.into_iter().chain(last);
    table.row(heads.map(|it| (Style::Faint, it.to_owned())));
    for record in missions {
        table.row(row(context, record, across));
    }
    table
}

fn row(context: &Context, record: &MissionRecord, across: Across) -> Vec<(Style, String)> {
    let took = took(record, context.world.clock.now());
    let mut row = vec![
        (Style::Mark, record.id.clone()),
        (Style::Faint, shown_time(record.created)),
        (style(record.status), record.status.as_str().to_owned()),
        (
            Style::Faint,
            took.map(render::shown_duration).unwrap_or_default(),
        ),
    ];
    if across == Across::All {
        row.push((Style::Faint, render::shown_path(context, &record.project)));
    }
    row.push((Style::Plain, first_line(&record.prompt).to_owned()));
    row
}

/// How long it worked, until now if it still does.
pub(crate) fn took(record: &MissionRecord, now: SystemTime) -> Option<Duration> {
    let until = record.ended.unwrap_or(now);
    until.duration_since(record.started?).ok()
}

pub(crate) fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines.find(|it| !it.is_empty()).unwrap_or_default()
}
