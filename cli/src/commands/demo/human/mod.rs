//! The demo for people: what the agent says and does, what hooks saw and said, and what follows.

use std::io::{self, Write};
use std::path::PathBuf;

use hooks_core::Ended;
use serde_json::Value;

use super::watcher::{Call, Moment, Run};
use super::witness::Seen;
use super::{Played, stage};
use crate::commands::missions::show::goal_words;
use crate::commands::missions::timeline::hook_style;
use crate::context::{Context, Paint};
use crate::error::CommandError;
use crate::render::{self, Style, Table, painted};

mod next;

/// The columns that every terminal has.
const COLUMNS: usize = 80;

/// The columns before what a hook saw and said.
const INDENT: usize = 11;

/// Prints the story.
pub(super) fn print(
    context: &mut Context,
    played: &Played,
    kept: Option<PathBuf>,
) -> Result<(), CommandError> {
    let paint = context.paint;
    let out = &mut context.world.stdout;
    opening(out, paint)?;
    for (index, scene) in played.scenes.iter().enumerate() {
        let title = format!("{}  {}", index + 1, render::flat(&scene.title));
        writeln!(out, "\n{}", painted(paint, Style::Strong, &title))?;
        for moment in &scene.moments {
            self::moment(out, paint, moment)?;
        }
    }
    result(out, paint, played)?;
    next::print(out, paint, (&played.driven.record.id, kept))?;
    Ok(())
}

fn opening(out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    writeln!(
        out,
        "A mission in a throw-away project. The model is a script; all else is real:\n"
    )?;
    let mut table = Table::default().indented(2).within(Some(COLUMNS));
    for (file, script, about) in stage::CAST {
        table.row([
            (Style::Plain, file.to_owned()),
            (Style::Plain, script.to_owned()),
            (Style::Faint, about.to_owned()),
        ]);
    }
    table.print(out, paint)?;
    writeln!(out, "\nIt is asked: {}", stage::PROMPT)?;
    writeln!(out, "Its goal:    {}", stage::GOAL)
}

fn moment(out: &mut dyn Write, paint: Paint, moment: &Moment) -> io::Result<()> {
    match moment {
        Moment::Hook(run) => hook(out, paint, run),
        Moment::Call(call) => follow(out, paint, called(call)),
        Moment::Helper(text) => follow(out, paint, (Style::Good, format!("it answers: {text}"))),
        Moment::Judged { met, reason, .. } => follow(out, paint, judged(*met, reason)),
        Moment::Note(text) => follow(out, paint, (Style::Odd, text.clone())),
    }
}

fn judged(met: bool, reason: &str) -> (Style, String) {
    match met {
        true => (Style::Good, format!("the goal is met: {reason}")),
        false => (
            Style::Odd,
            format!("the goal is not met, so the agent goes on: {reason}"),
        ),
    }
}

/// One hook that said something: who it is, what it saw, what it said. Who had nothing to say is in
/// the JSON.
fn hook(out: &mut dyn Write, paint: Paint, run: &Run) -> io::Result<()> {
    let word = |key: &str| run.run[key].as_str().unwrap_or_default().to_owned();
    let status = word("status");
    let is_silent = |it: &Seen| it.stdout.is_empty() && it.stderr.is_empty();
    let Some(seen) = run.seen.as_ref().filter(|it| !is_silent(it)) else {
        return Ok(());
    };
    let mut head = Table::default().indented(3).within(Some(COLUMNS));
    head.row([
        (Style::Mark, word("dialect")),
        (Style::Plain, word("command")),
    ]);
    head.print(out, paint)?;
    exchange(out, paint, (Style::Plain, "saw ", &saw(&seen.stdin)))?;
    exchange(out, paint, (hook_style(&status), "said", &said(seen)))?;
    if run.event == "PostToolUse" && status == "blocked" {
        let text = "the agent reads this beside the result".to_owned();
        return follow(out, paint, (Style::Odd, text));
    }
    Ok(())
}

/// What went one way between engine and hook, in at most three lines.
fn exchange(
    out: &mut dyn Write,
    paint: Paint,
    (style, word, text): (Style, &str, &str),
) -> io::Result<()> {
    let lines = render::chunks(&render::flat(text), COLUMNS - INDENT);
    for (index, line) in lines.iter().enumerate().take(3) {
        let word = if index == 0 { word } else { "    " };
        let word = painted(paint, Style::Faint, word);
        let line = match index == 2 && lines.len() > 3 {
            true => render::one_line(&format!("{line}…"), COLUMNS - INDENT),
            false => line.clone(),
        };
        writeln!(
            out,
            "     {word}  {}",
            painted(paint, style, line.trim_end())
        )?;
    }
    Ok(())
}

/// The heart of a payload: the event, the tool in the words of the hook's product, its input.
fn saw(stdin: &str) -> String {
    let payload: Value = serde_json::from_str(stdin).unwrap_or_default();
    let text = |key: &str| payload.get(key).and_then(Value::as_str).map(str::to_owned);
    let input = payload.get("tool_input").map(Value::to_string);
    let parts = [text("hook_event_name"), text("tool_name"), input];
    parts.into_iter().flatten().collect::<Vec<_>>().join("  ")
}

fn said(seen: &Seen) -> String {
    let end = match &seen.ended {
        Ended::Exit(code) => format!("exit {code}"),
        other => format!("{other:?}"),
    };
    let words = [&seen.stdout, &seen.stderr]
        .into_iter()
        .find(|it| !it.is_empty());
    match words {
        Some(words) => format!("{end}: {words}"),
        None => format!("{end}, nothing"),
    }
}

/// What a call came to.
fn called(call: &Call) -> (Style, String) {
    let who = call.helper.as_ref();
    let who = who.map(|it| format!("{it}: ")).unwrap_or_default();
    let style = match (&call.refused_by, call.ok) {
        (Some(_), _) => Style::Bad,
        (None, true) => Style::Good,
        (None, false) => Style::Odd,
    };
    (style, format!("{who}{}", came_to(call)))
}

fn came_to(call: &Call) -> String {
    let Call { tool, summary, .. } = call;
    let word = |key: &str| call.input.as_ref().and_then(|it| it[key].as_str());
    match (tool.as_str(), word("command"), word("prompt")) {
        // The summary says who refused it.
        _ if call.refused_by.is_some() => format!("{tool} is {summary}"),
        (_, Some(command), _) => format!("{tool} runs `{command}`: {summary}"),
        ("ask_agent", _, Some(prompt)) => {
            let agent = word("agent").unwrap_or("a helper");
            format!("{agent} is asked: {prompt}")
        }
        ("skill", ..) => format!("its text is read: {summary}"),
        _ => format!("{tool}: {summary}"),
    }
}

fn follow(out: &mut dyn Write, paint: Paint, (style, text): (Style, String)) -> io::Result<()> {
    let text = render::text(&text);
    let lines = render::wrap(&text, COLUMNS - 6);
    for (index, line) in lines.iter().enumerate() {
        let mark = if index == 0 { "→" } else { " " };
        writeln!(out, "   {mark} {}", painted(paint, style, line))?;
    }
    Ok(())
}

fn result(out: &mut dyn Write, paint: Paint, played: &Played) -> io::Result<()> {
    let record = &played.driven.record;
    let status = crate::commands::run::report::style(record.status);
    let status = painted(paint, status, record.status.as_str());
    let n_calls = usize::try_from(record.tool_calls).unwrap_or(usize::MAX);
    let calls = render::counted(n_calls, "tool call");
    let lines = render::counted(played.logbook.len(), "line");
    writeln!(
        out,
        "\n{status}  {calls}; the plugin wrote {lines} into its logbook"
    )?;
    if let Some(goal) = &record.goal {
        writeln!(out, "{}", goal_words(goal))?;
    }
    Ok(())
}
