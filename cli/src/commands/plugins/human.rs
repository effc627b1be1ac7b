//! Plugins for people: one line each, or all about one.

use std::path::Path;

use super::report::{PluginReport, PluginsReport};
use super::show::ShowReport;
use crate::context::Context;
use crate::error::CommandError;
use crate::render::{self, Style, Table, counted, painted};

/// Prints the list.
pub(super) fn list(context: &mut Context, report: &PluginsReport) -> Result<(), CommandError> {
    if report.plugins.is_empty() {
        nothing_here(context)?;
    }
    let mut table = Table::default().within(context.world.terminal.width);
    for plugin in &report.plugins {
        let (style, state) = state(plugin);
        table.row([
            (Style::Strong, named(plugin)),
            (style, state),
            (Style::Faint, plugin.source.to_owned()),
            (Style::Plain, what_of_it(context, plugin)),
        ]);
    }
    let paint = context.paint;
    table.print(&mut context.world.stdout, paint)?;
    what_next(context, report)?;
    let own = report.plugins.iter().flat_map(|it| &it.problems);
    let problems: Vec<_> = report.problems.iter().chain(own).cloned().collect();
    Ok(render::problems_on_stderr(context, &problems)?)
}

fn named(plugin: &PluginReport) -> String {
    match &plugin.version {
        Some(version) => format!("{} {version}", plugin.name),
        None => plugin.name.clone(),
    }
}

/// What becomes of it, in a word or two.
fn state(plugin: &PluginReport) -> (Style, String) {
    match (plugin.off, &plugin.shadowed_by) {
        (Some("all" | "disabled"), _) => (Style::Faint, "off".to_owned()),
        (Some(why), _) => (Style::Faint, format!("off ({why})")),
        (None, Some(_)) => (Style::Odd, "shadowed".to_owned()),
        (None, None) => (Style::Good, "on".to_owned()),
    }
}

/// What it brings, or which plugin is there in its stead.
fn what_of_it(context: &Context, plugin: &PluginReport) -> String {
    match (&plugin.shadowed_by, hooks_obey(plugin)) {
        (Some(by), _) => format!("shadowed by {}", render::shown_path(context, Path::new(by))),
        (None, obey) if obey.is_empty() => brings(plugin),
        (None, obey) => format!("{} ({obey})", brings(plugin)),
    }
}

fn brings(plugin: &PluginReport) -> String {
    let counts = [
        (plugin.skills.len(), "skill"),
        (plugin.agents.len(), "agent"),
        (plugin.commands.len(), "command"),
        (plugin.workflows.len(), "workflow"),
        (plugin.hooks, "hook"),
    ];
    let counts = counts.into_iter().filter(|(n, _)| *n > 0);
    let texts: Vec<_> = counts.map(|(n, noun)| counted(n, noun)).collect();
    match texts.is_empty() {
        true => "nothing".to_owned(),
        false => texts.join(", "),
    }
}

/// Which rules its hooks obey, and whether they wait for a person.
fn hooks_obey(plugin: &PluginReport) -> String {
    match (plugin.hooks, plugin.trust.runs()) {
        (0, _) => String::new(),
        (_, true) => plugin.dialect.to_string(),
        (_, false) => format!("{}, {}", plugin.dialect, plugin.trust.as_str()),
    }
}

fn what_next(context: &mut Context, report: &PluginsReport) -> Result<(), CommandError> {
    let waits = |it: &&PluginReport| {
        it.enabled && it.shadowed_by.is_none() && it.hooks > 0 && !it.trust.runs()
    };
    if report.plugins.iter().any(|it| waits(&it)) {
        writeln!(
            context.world.stdout,
            "\n`tackle hooks trust allow` shows the hooks that wait for a decision, and asks"
        )?;
    }
    if report.plugins.iter().any(|it| it.off == Some("all")) {
        let text = "All plugins are off: `tackle plugins on` lets them be on again";
        writeln!(context.world.stdout, "\n{text}")?;
    }
    Ok(())
}

/// No plugin at all: where one can be put.
fn nothing_here(context: &mut Context) -> Result<(), CommandError> {
    let mut table = Table::default().indented(2);
    for place in crate::wire::plugins::places(context) {
        let whose = super::report::word_of_source(place.source);
        table.row([
            (Style::Plain, render::shown_path(context, &place.dir)),
            (
                Style::Faint,
                format!("{whose}, {}", place.product.dialect_word()),
            ),
        ]);
    }
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "There is no plugin here.\n\nA plugin is a folder with a `.claude-plugin/plugin.json`, in any of these:"
    )?;
    table.print(out, context.paint)?;
    writeln!(
        out,
        "\n`tackle plugins check DIR` checks one before it is put there."
    )?;
    Ok(())
}

/// Prints all about one plugin.
pub(super) fn show(context: &mut Context, report: &ShowReport) -> Result<(), CommandError> {
    let plugin = &report.plugin;
    let paint = context.paint;
    let (style, state) = state(plugin);
    let head = painted(paint, Style::Strong, &render::flat(&named(plugin)));
    let state = painted(paint, style, &state);
    writeln!(context.world.stdout, "{head}  {state}")?;
    for line in render::wrap(plugin.description.as_deref().unwrap_or_default(), 78) {
        writeln!(context.world.stdout, "{}", render::flat(&line))?;
    }
    facts(context, report).print(&mut context.world.stdout, paint)?;
    hooks(report).print(&mut context.world.stdout, paint)?;
    Ok(render::problems_on_stderr(context, &plugin.problems)?)
}

fn facts(context: &Context, report: &ShowReport) -> Table {
    let plugin = &report.plugin;
    let path = |text: &str| render::shown_path(context, Path::new(text));
    let options = report.options.iter().map(|it| match it.set {
        true => it.key.clone(),
        false => format!("{} (not set)", it.key),
    });
    let rows = [
        ("folder", path(&plugin.dir)),
        ("source", plugin.source.to_owned()),
        (
            "shadowed by",
            plugin.shadowed_by.as_deref().map(path).unwrap_or_default(),
        ),
        ("skills", plugin.skills.join(", ")),
        ("agents", plugin.agents.join(", ")),
        ("commands", plugin.commands.join(", ")),
        ("workflows", plugin.workflows.join(", ")),
        ("needs", report.dependencies.join(", ")),
        ("options", options.collect::<Vec<_>>().join(", ")),
        ("hooks", hooks_obey(plugin)),
    ];
    let mut table = Table::default();
    for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        table.row([(Style::Faint, name.to_owned()), (Style::Plain, value)]);
    }
    table
}

fn hooks(report: &ShowReport) -> Table {
    let mut table = Table::default().indented(2);
    for hook in &report.hook_commands {
        let matcher = hook.matcher.as_deref().unwrap_or_default();
        table.row([
            (Style::Plain, hook.event.clone()),
            (Style::Plain, render::one_line(matcher, 30)),
            (Style::Plain, hook.command.clone()),
        ]);
    }
    table
}
