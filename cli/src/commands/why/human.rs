//! The answer for people: a word in the margin, and what it is about beside it.

use missions::{HookRunRecord, MissionRecord, Origin, StepRecord};

use super::{approvals, refusals};
use crate::commands::kept::shown_time;
use crate::commands::missions::report::{first_line, took};
use crate::commands::missions::show::goal_words;
use crate::commands::missions::timeline::{hook_style, hook_words, is_told};
use crate::commands::run::report::style;
use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, Style, Table, painted};

/// Hook runs that had nothing to say are counted beyond these.
const SHOWN_HOOKS: usize = 8;

/// Prints the answer.
pub(super) fn print(
    context: &mut Context,
    mission: &MissionRecord,
    (steps, hooks): (&[StepRecord], &[HookRunRecord]),
) -> Result<(), CommandError> {
    let mut table = Table::default().within(context.world.terminal.width);
    started(&mut table, mission);
    for it in approvals(steps) {
        let text = format!("{} to {}", it.answer, it.tool);
        row(&mut table, "approved", (Style::Plain, text));
    }
    spoke(&mut table, hooks, context.loudness);
    for it in refusals(steps) {
        let who = it.helper.map(|it| format!("{it}: ")).unwrap_or_default();
        let text = format!("{who}{}  {}  ({})", it.tool, it.reason, it.by);
        row(&mut table, "refused", (Style::Bad, text));
    }
    ended(context, &mut table, mission);
    let out = &mut context.world.stdout;
    let id = painted(context.paint, Style::Strong, &render::flat(&mission.id));
    writeln!(out, "{id}")?;
    Ok(table.indented(2).print(out, context.paint)?)
}

fn row(table: &mut Table, word: &str, cell: (Style, String)) {
    table.row([(Style::Faint, word.to_owned()), cell]);
}

fn started(table: &mut Table, mission: &MissionRecord) {
    let who = match mission.origin {
        Origin::Keyboard => "a person at the keyboard",
        Origin::Schedule => "the schedule of a person",
        Origin::AgentSchedule => "a schedule that an agent made",
        Origin::Connector => "a report from outside",
        Origin::Workflow => "a workflow",
        Origin::Hook => "a hook",
        Origin::Agent => "another agent",
    };
    let approved = mission.approved_by.as_ref();
    let approved = approved.map(|it| format!(", approved by {it}"));
    let approved = approved.unwrap_or_default();
    let text = format!("{who}, {}{approved}", shown_time(mission.created));
    row(table, "started by", (Style::Plain, text));
    let prompt = first_line(&mission.prompt).to_owned();
    row(table, "asked", (Style::Plain, prompt));
    let session = mission.session.clone();
    row(table, "session", (Style::Plain, session));
    let worked = format!("{} on {}", mission.agent, mission.model);
    row(table, "worked", (Style::Plain, worked));
}

fn spoke(table: &mut Table, hooks: &[HookRunRecord], loudness: Loudness) {
    let limit = match loudness {
        Loudness::Verbose => usize::MAX,
        _ => SHOWN_HOOKS,
    };
    let hooks: Vec<&HookRunRecord> = hooks.iter().filter(|it| is_told(it, loudness)).collect();
    let n_loud = hooks.iter().filter(|it| super::weight(it) < 2).count();
    let n_shown = limit.max(n_loud).min(hooks.len());
    for hook in &hooks[..n_shown] {
        let style = hook_style(hook.run["status"].as_str().unwrap_or_default());
        row(table, "hook", (style, hook_words(hook)));
    }
    if n_shown < hooks.len() {
        let n = hooks.len() - n_shown;
        let text = format!("and {} more; `-v` shows them", render::counted(n, "run"));
        row(table, "", (Style::Faint, text));
    }
    if hooks.is_empty() {
        row(table, "hook", (Style::Faint, "none ran".to_owned()));
    }
}

fn ended(context: &Context, table: &mut Table, mission: &MissionRecord) {
    let status = mission.status;
    let took = took(mission, context.world.clock.now());
    let took = took.map(|it| format!(" after {}", render::shown_duration(it)));
    let said = match first_line(&mission.summary) {
        "" => String::new(),
        line => format!(": {line}"),
    };
    let text = format!("{}{}{said}", status.as_str(), took.unwrap_or_default());
    let word = match status.is_ended() {
        true => "ended",
        false => "stands",
    };
    row(table, word, (style(status), text));
    if let Some(goal) = &mission.goal {
        let words = goal_words(goal);
        let words = words.strip_prefix("goal ").unwrap_or(&words);
        row(table, "goal", (Style::Plain, words.to_owned()));
    }
}
