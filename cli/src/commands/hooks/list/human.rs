//! The list for people: layer by layer, then the latest runs, then what to do next.

use std::io::Write;

use hooks_core::{Handler, HandlerKind, Layer, OnFailure, TrustState};
use stdx::{Loaded, Problem};

use crate::commands::hooks::path::{self, Scope};
use crate::commands::hooks::runs;
use crate::context::{Context, Paint};
use crate::error::CommandError;
use crate::render::{self, Style, Table, counted, painted};
use crate::wire::run_log;

/// How many of the latest runs are shown.
const RECENT_RUNS: usize = 5;

/// Prints the list.
pub(super) fn print(
    context: &mut Context,
    layers: &[Layer],
    problems: &[Problem],
) -> Result<(), CommandError> {
    let speaking: Vec<_> = layers.iter().filter(|it| says_something(it)).collect();
    if speaking.is_empty() {
        nothing_here(context)?;
    }
    for layer in speaking {
        print_layer(context, layer)?;
    }
    recent_runs(context)?;
    held_back(context, layers)?;
    Ok(render::problems_on_stderr(context, problems)?)
}

/// A settings file without a word about hooks is no news.
fn says_something(layer: &Layer) -> bool {
    !layer.handlers.is_empty() || !layer.skipped.is_empty() || !layer.problems.is_empty()
}

fn print_layer(context: &mut Context, layer: &Layer) -> Result<(), CommandError> {
    let paint = context.paint;
    let columns = context.world.terminal.width;
    let file = painted(
        paint,
        Style::Strong,
        &render::shown_path(context, &layer.file),
    );
    let trust = painted(paint, Style::of_trust(layer.trust), layer.trust.as_str());
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "{file}  {} {}  {trust}",
        layer.dialect,
        layer.source.as_str()
    )?;
    if layer.handlers.is_empty() && layer.skipped.is_empty() {
        writeln!(
            out,
            "  {}",
            painted(paint, Style::Faint, "no hook of it can be read")
        )?;
    }
    hooks(&layer.handlers).within(columns).print(out, paint)?;
    skipped(out, layer, (paint, columns))?;
    writeln!(out)?;
    Ok(())
}

fn hooks(handlers: &[Handler]) -> Table {
    let mut table = Table::default().indented(2);
    for handler in handlers {
        let matcher = handler.matcher.text().unwrap_or_default();
        table.row([
            (Style::Plain, handler.event_word.clone()),
            (Style::Plain, render::one_line(matcher, 30)),
            (Style::Faint, render::shown_duration(handler.timeout)),
            (Style::Plain, shown_action(handler)),
        ]);
    }
    table
}

/// The command as it is written; other kinds say what they are.
fn shown_action(handler: &Handler) -> String {
    let summary = handler.action.summary();
    let guards = match handler.on_failure {
        OnFailure::Proceed => "",
        OnFailure::Block => "  (must answer)",
    };
    match handler.action.kind() {
        HandlerKind::Command => format!("{summary}{guards}"),
        kind => format!("{}: {summary}{guards}", kind.as_str()),
    }
}

/// "Not run here (N)" [V-23].
fn skipped(
    out: &mut dyn Write,
    layer: &Layer,
    (paint, columns): (Paint, Option<usize>),
) -> Result<(), CommandError> {
    if layer.skipped.is_empty() {
        return Ok(());
    }
    let title = format!("Not run here ({})", layer.skipped.len());
    writeln!(out, "  {}", painted(paint, Style::Odd, &title))?;
    let mut table = Table::default().indented(4).within(columns);
    for skipped in &layer.skipped {
        let line = skipped
            .line
            .map(|it| format!("line {it}"))
            .unwrap_or_default();
        table.row([
            (Style::Faint, line),
            (Style::Plain, skipped.event.clone()),
            (Style::Faint, skipped.reason.clone()),
        ]);
    }
    Ok(table.print(out, paint)?)
}

fn recent_runs(context: &mut Context) -> Result<(), CommandError> {
    let Loaded { value: records, .. } = run_log::newest(&context.roots);
    let here = context.roots.repository.to_string_lossy();
    let records: Vec<_> = records
        .into_iter()
        .filter(|it| it.project == here)
        .take(RECENT_RUNS)
        .collect();
    if records.is_empty() {
        return Ok(());
    }
    let table = runs::table(context, &records).indented(2);
    let title = painted(context.paint, Style::Strong, "Recent runs");
    writeln!(context.world.stdout, "{title}")?;
    table.print(&mut context.world.stdout, context.paint)?;
    writeln!(context.world.stdout)?;
    Ok(())
}

/// What waits for a decision, and how to decide.
fn held_back(context: &mut Context, layers: &[Layer]) -> Result<(), CommandError> {
    let waits = |it: &&Layer| matches!(it.trust, TrustState::Undecided | TrustState::Changed);
    let waiting = layers
        .iter()
        .filter(waits)
        .map(|it| it.handlers.len())
        .sum();
    if waiting == 0 {
        return Ok(());
    }
    let text = format!("{} not allowed to run", counted(waiting, "hook"));
    let text = painted(context.paint, Style::Odd, &text);
    writeln!(
        context.world.stdout,
        "{text}: `tackle hooks trust allow` shows them and asks"
    )?;
    Ok(())
}

/// No hook at all: where one can be put, and where to see some.
fn nothing_here(context: &mut Context) -> Result<(), CommandError> {
    let project = render::flat(&context.roots.repository.to_string_lossy());
    let mut table = Table::default().indented(2);
    let useful = |it: &path::ScopedPlace| matches!(it.scope, Scope::User | Scope::Project);
    for place in path::all(context).iter().filter(|it| useful(it)) {
        let file = render::shown_path(context, &place.file);
        let whose = if place.scope == Scope::User {
            "yours"
        } else {
            "this project's"
        };
        table.row([
            (Style::Plain, file),
            (Style::Faint, format!("{whose}, {}", place.dialect)),
        ]);
    }
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "No hook is active in {project}.\n\nOne can be written to any of these files:"
    )?;
    table.print(out, context.paint)?;
    writeln!(
        out,
        "\n`tackle hooks path` shows every place, `tackle hooks edit --create` opens a first file,"
    )?;
    writeln!(out, "and `tackle demo` shows hooks at work.\n")?;
    Ok(())
}
