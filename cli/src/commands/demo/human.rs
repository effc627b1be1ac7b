//! The demo for people: what each hook saw and said, what follows, and where to go next.

use std::io::{self, Write};
use std::path::PathBuf;

use hooks_core::{Ended, EventName, HookRun, Verdict};
use serde_json::Value;

use super::{Played, Seen, stage};
use crate::commands::hooks::run::Fired;
use crate::context::{Context, Paint};
use crate::error::CommandError;
use crate::render::{self, Style, Table, painted};

/// The columns that every terminal has.
const COLUMNS: usize = 80;

/// The columns before what a hook saw and said.
const INDENT: usize = 11;

/// Prints the story.
pub(super) fn print(
    context: &mut Context,
    played: &[Played],
    kept: Option<PathBuf>,
) -> Result<(), CommandError> {
    let paint = context.paint;
    let out = &mut context.world.stdout;
    opening(out, paint)?;
    for (index, played) in played.iter().enumerate() {
        let title = format!("{}  {}", index + 1, played.scene.title);
        writeln!(out, "\n{}", painted(paint, Style::Strong, &title))?;
        for run in &played.fired.outcome.runs {
            let seen = played.seen.iter().find(|it| it.id == run.id);
            hook(out, paint, (run, seen))?;
        }
        for (style, text) in follows(&played.fired) {
            follow(out, paint, (style, &text))?;
        }
    }
    ending(out, paint, kept)?;
    Ok(())
}

fn opening(out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    writeln!(
        out,
        "A throw-away project with hook files of three products, and real scripts:\n"
    )?;
    let mut table = Table::default().indented(2).within(Some(COLUMNS));
    for (file, script, about) in stage::CAST {
        table.row([
            (Style::Plain, file.to_owned()),
            (Style::Plain, script.to_owned()),
            (Style::Faint, about.to_owned()),
        ]);
    }
    table.print(out, paint)
}

/// One hook: who it is, what it saw, what it said.
fn hook(
    out: &mut dyn Write,
    paint: Paint,
    (run, seen): (&HookRun, Option<&Seen>),
) -> io::Result<()> {
    let mut head = Table::default().indented(3).within(Some(COLUMNS));
    let took = render::shown_duration(run.took);
    head.row([
        (Style::Mark, run.dialect.to_string()),
        (Style::Faint, took),
        (Style::Plain, run.command.clone()),
    ]);
    head.print(out, paint)?;
    let Some(seen) = seen else {
        return writeln!(out, "     {}", run.why.clone().unwrap_or_default());
    };
    exchange(out, paint, (Style::Plain, "saw ", &saw(&seen.stdin)))?;
    exchange(out, paint, (Style::of(run.status), "said", &said(seen)))
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

/// What follows from all hooks together.
fn follows(fired: &Fired) -> Vec<(Style, String)> {
    let outcome = &fired.outcome;
    let mut res = Vec::new();
    if let Verdict::Block { reason, .. } = &outcome.verdict {
        res.push((Style::Bad, format!("refused: {reason}")));
    }
    if let Some(input) = &outcome.input {
        let command = input
            .get("command")
            .and_then(Value::as_str)
            .unwrap_or_default();
        res.push((Style::Good, format!("goes ahead, and runs `{command}`")));
    }
    let told = outcome.contexts.iter().chain(&outcome.feedback);
    res.extend(told.map(|it| (Style::Good, format!("the agent is told: {it}"))));
    if let Some(reason) = &outcome.keep_going {
        res.push((Style::Odd, format!("the agent goes on: {reason}")));
    }
    if res.is_empty() {
        let nothing = if fired.event.name == EventName::Stop {
            "the agent may finish"
        } else {
            "goes ahead"
        };
        res.push((Style::Good, nothing.to_owned()));
    }
    res
}

fn follow(out: &mut dyn Write, paint: Paint, (style, text): (Style, &str)) -> io::Result<()> {
    for (index, line) in render::wrap(&render::text(text), COLUMNS - 6)
        .iter()
        .enumerate()
    {
        let mark = if index == 0 { "→" } else { " " };
        writeln!(out, "   {mark} {}", painted(paint, style, line))?;
    }
    Ok(())
}

fn ending(out: &mut dyn Write, paint: Paint, kept: Option<PathBuf>) -> io::Result<()> {
    let (place, run) = match kept {
        Some(folder) => {
            let project = render::flat(&folder.join("project").to_string_lossy());
            (
                format!("The project stays in {project}"),
                format!("cd {project}"),
            )
        }
        None => (
            "The project is gone; `tackle demo --keep` leaves it".to_owned(),
            "cd your/project".to_owned(),
        ),
    };
    writeln!(
        out,
        "\n{place}.\n\n{}",
        painted(paint, Style::Strong, "Where to go next")
    )?;
    let mut table = Table::default().indented(2);
    let rows = [
        (run.as_str(), ""),
        (
            "tackle hooks list",
            "which hooks apply there, and where they come from",
        ),
        (
            "tackle hooks trust allow",
            "let hooks that came with a project run",
        ),
        (
            "tackle hooks run PreToolUse --tool Bash --tool-input '{\"command\":\"git push\"}'",
            "",
        ),
        ("tackle hooks edit --create", "write a hook of your own"),
    ];
    for (command, about) in rows {
        let cells = [
            (Style::Mark, command.to_owned()),
            (Style::Faint, about.to_owned()),
        ];
        // A command without a remark would push all remarks out of sight.
        let n_cells = if about.is_empty() { 1 } else { 2 };
        table.row(cells.into_iter().take(n_cells));
    }
    table.print(out, paint)
}
