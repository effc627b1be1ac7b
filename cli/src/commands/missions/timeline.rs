//! What happened in a mission, line by line.

use std::time::{Duration, SystemTime};

use missions::{HookRunRecord, StepRecord};
use serde_json::Value;

use crate::context::Loudness;
use crate::render::{self, Style, Table};

/// One line.
struct Moment {
    at: SystemTime,
    style: Style,
    mark: &'static str,
    text: String,
}

/// The steps and hook runs in the order in which they happened. A hook speaks before the call that it
/// is about is over, so at one moment hooks come first.
pub(super) fn table(steps: &[StepRecord], hooks: &[HookRunRecord], loudness: Loudness) -> Table {
    let hooks = hooks.iter().filter(|it| is_told(it, loudness)).map(hook);
    let mut moments: Vec<Moment> = hooks.chain(steps.iter().map(step)).collect();
    moments.sort_by_key(|it| it.at);
    let mut table = Table::default().indented(2);
    for moment in moments {
        let time = stdx::rfc3339(moment.at);
        table.row([
            (
                Style::Faint,
                time.get(11..19).unwrap_or_default().to_owned(),
            ),
            (moment.style, moment.mark.to_owned()),
            (Style::Plain, moment.text),
        ]);
    }
    table
}

fn step(record: &StepRecord) -> Moment {
    let (style, mark, text) = told(&record.kind, &record.fact);
    let text = match record.fact["helper"].as_str() {
        Some(helper) if record.kind != "helper" => said(helper, &text),
        _ => text,
    };
    Moment {
        at: record.at,
        style,
        mark,
        text,
    }
}

fn told(kind: &str, fact: &Value) -> (Style, &'static str, String) {
    let word = |key: &str| fact[key].as_str().unwrap_or_default();
    match kind {
        "message" => (Style::Plain, "»", word("text").to_owned()),
        "tool" => tool(fact),
        "approval" => {
            let text = format!("asked about {}: {}", word("tool"), word("answer"));
            (Style::Odd, "?", text)
        }
        "judge" => judged(fact, word("reason")),
        "helper" if fact["begun"] == true => (Style::Faint, "→", said("helper", word("text"))),
        "helper" => (Style::Faint, "←", said("helper", word("text"))),
        "compacted" => {
            let text = format!("summarised {} messages", fact["messages"]);
            (Style::Faint, "·", text)
        }
        _ => (Style::Odd, "·", word("text").to_owned()),
    }
}

fn judged(fact: &Value, reason: &str) -> (Style, &'static str, String) {
    let (style, met) = match fact["met"] == true {
        true => (Style::Good, "goal met"),
        false => (Style::Odd, "goal not met"),
    };
    let text = format!("{met} (round {}): {reason}", fact["round"]);
    (style, "◎", text)
}

fn said(who: &str, what: &str) -> String {
    format!("{who}: {what}")
}

fn tool(fact: &Value) -> (Style, &'static str, String) {
    let word = |key: &str| fact[key].as_str().unwrap_or_default();
    let took = Duration::from_millis(fact["duration_ms"].as_u64().unwrap_or(0));
    let took = render::shown_duration(took);
    let (tool, summary) = (word("tool"), word("summary"));
    match (fact["refused_by"].is_string(), fact["ok"] == true) {
        // The summary says who refused it.
        (true, _) => (Style::Bad, "✗", format!("{tool}  {summary}")),
        (false, true) => (Style::Good, "✓", format!("{tool}  {summary}  {took}")),
        (false, false) => (Style::Odd, "!", format!("{tool}  {summary}  {took}")),
    }
}

fn hook(record: &HookRunRecord) -> Moment {
    let word = |key: &str| record.run[key].as_str().unwrap_or_default();
    Moment {
        at: record.at,
        style: hook_style(word("status")),
        mark: "↯",
        text: hook_words(record),
    }
}

/// That a hook began beside the work is a detail: its end is told too.
pub(in crate::commands) fn is_told(record: &HookRunRecord, loudness: Loudness) -> bool {
    loudness >= Loudness::Verbose || record.run["status"] != "background"
}

/// How the word for the end of a run looks.
pub(in crate::commands) fn hook_style(status: &str) -> Style {
    match status {
        "blocked" => Style::Bad,
        "failed" | "timed-out" | "not-started" => Style::Odd,
        _ => Style::Faint,
    }
}

/// Event, tool, hook, and what it said.
pub(in crate::commands) fn hook_words(record: &HookRunRecord) -> String {
    let word = |key: &str| record.run[key].as_str().unwrap_or_default();
    let tool = record.tool.as_deref().unwrap_or_default();
    let said = [word("why"), word("stderr")];
    let said = said.into_iter().find(|it| !it.is_empty());
    let said = said.map(|it| format!(": {it}")).unwrap_or_default();
    let event = format!("{} {tool}", record.event);
    format!(
        "{}  {}  {}{said}",
        event.trim_end(),
        word("status"),
        word("command")
    )
}
