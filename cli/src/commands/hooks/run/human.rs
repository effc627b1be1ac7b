//! One fired event for people: what each hook did, and what follows.

use std::io::Write;

use hooks_core::{HookRun, RunStatus, Verdict};

use super::Fired;
use super::permission::Proceeds;
use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, Style, Table};

/// Prints the runs, the outcome and what was held back.
pub(crate) fn print(context: &mut Context, fired: &Fired) -> Result<(), CommandError> {
    let paint = context.paint;
    let verbose = context.loudness == Loudness::Verbose;
    let out = &mut context.world.stdout;
    if fired.outcome.runs.is_empty() && fired.outcome.held_back.is_empty() {
        writeln!(
            out,
            "no hook matches this event; `tackle hooks list` shows those that are set"
        )?;
    } else {
        runs(fired, verbose).print(out, paint)?;
    }
    for line in said(fired) {
        writeln!(out, "{}", render::text(&line))?;
    }
    verdict(out, paint, fired)?;
    held_back(out, paint, fired)?;
    if context.loudness > Loudness::Quiet {
        render::problems_on_stderr(context, &fired.outcome.problems)?;
    }
    Ok(())
}

/// One line a hook.
fn runs(fired: &Fired, verbose: bool) -> Table {
    let mut table = Table::new(["", "hook", "from", "time", ""]);
    for run in &fired.outcome.runs {
        let from = format!("{} {}", run.dialect, run.layer.as_str());
        let took = match run.status {
            RunStatus::Skipped | RunStatus::Planned | RunStatus::Background => String::new(),
            _ => format!("{} ms", run.took.as_millis()),
        };
        let command = render::one_line(&run.command, 50);
        table.row([
            (Style::of(run.status), run.status.as_str().to_owned()),
            (Style::Plain, command),
            (Style::Faint, from),
            (Style::Faint, took),
            (Style::Faint, remark(run, verbose)),
        ]);
    }
    table
}

/// What a line says beyond its status.
fn remark(run: &HookRun, verbose: bool) -> String {
    let pass = if run.pass > 1 {
        "looked again at the final input"
    } else {
        ""
    };
    let why = run.why.as_deref().unwrap_or(pass);
    match (why.is_empty(), verbose, run.stderr.is_empty()) {
        (false, ..) => render::one_line(why, 200),
        (true, true, false) => render::one_line(&run.stderr, 200),
        _ => String::new(),
    }
}

/// What the hooks said to the agent and to the user.
fn said(fired: &Fired) -> Vec<String> {
    let outcome = &fired.outcome;
    let mut lines = Vec::new();
    let mut section = |title: &str, texts: &[String]| {
        for text in texts {
            let indented = text.trim_end().replace('\n', "\n  ");
            lines.push(format!("\n{title}\n  {indented}"));
        }
    };
    section("to the agent:", &outcome.contexts);
    section("to the agent, beside the result:", &outcome.feedback);
    section("to you:", &outcome.notes);
    section("the agent goes on:", outcome.keep_going.as_slice());
    if let Some(input) = &outcome.input {
        let text = serde_json::to_string_pretty(input).unwrap_or_default();
        section("the input is now:", &[text]);
    }
    if let Some(halt) = &outcome.halt {
        section(
            "everything stops:",
            &[halt
                .reason
                .clone()
                .unwrap_or_else(|| format!("hook `{}` says so", halt.by))],
        );
    }
    lines
}

/// The last word: what follows, and who decided it.
fn verdict(
    out: &mut dyn Write,
    paint: crate::context::Paint,
    fired: &Fired,
) -> Result<(), CommandError> {
    let permission = fired
        .permission
        .rule
        .as_ref()
        .map(|it| format!("rule `{it}`"));
    let (style, word, why) = match (&fired.outcome.verdict, fired.proceeds) {
        (Verdict::Block { by, reason }, _) => (Style::Bad, "blocked", format!("by {by}: {reason}")),
        (_, Proceeds::No) if fired.outcome.keep_going.is_some() => (
            Style::Odd,
            "goes on",
            "the agent does not finish yet".to_owned(),
        ),
        (_, Proceeds::No) if fired.outcome.halt.is_some() => {
            (Style::Bad, "stops", "a hook ended the turn".to_owned())
        }
        (_, Proceeds::No) => (
            Style::Bad,
            "refused",
            permission.unwrap_or_else(|| "by the mode".to_owned()),
        ),
        (Verdict::Ask { by, reason }, Proceeds::Asks) => (
            Style::Odd,
            "asks",
            format!(
                "by {by}: {}",
                reason.as_deref().unwrap_or("no reason given")
            ),
        ),
        (_, Proceeds::Asks) => (
            Style::Odd,
            "asks",
            permission.unwrap_or_else(|| "no rule decides, so a person is asked".to_owned()),
        ),
        (Verdict::Allow { by, .. }, Proceeds::Yes) => {
            (Style::Good, "goes ahead", format!("allowed by {by}"))
        }
        (_, Proceeds::Yes) => (Style::Good, "goes ahead", permission.unwrap_or_default()),
    };
    let word = render::painted(paint, style, word);
    let line = format!("{word}  {}", render::text(&why));
    writeln!(out, "\n{}", line.trim_end())?;
    Ok(())
}

/// What did not run because nobody allowed it, and how to allow it.
fn held_back(
    out: &mut dyn Write,
    paint: crate::context::Paint,
    fired: &Fired,
) -> Result<(), CommandError> {
    for held in &fired.outcome.held_back {
        let n = held.hooks;
        let hooks = render::counted(n, "hook");
        let head = render::painted(paint, Style::Odd, "held back");
        writeln!(
            out,
            "\n{head}  {hooks} of {}: {}",
            render::text(&held.file.to_string_lossy()),
            held.why.as_str()
        )?;
        for command in held.commands.iter().take(8) {
            writeln!(out, "  {}", render::one_line(command, 100))?;
        }
    }
    let denied = |it: &hooks_core::HeldBack| it.why == hooks_core::TrustState::Denied;
    if fired.outcome.held_back.iter().any(denied) {
        writeln!(
            out,
            "hint: you denied them; `tackle hooks trust forget` undoes it"
        )?;
    }
    if !fired.outcome.held_back.iter().all(denied) {
        writeln!(
            out,
            "hint: read them, then `tackle hooks trust allow`; `--trust-all` runs them this once"
        )?;
    }
    Ok(())
}
