//! `tackle agents show`: one agent with everything that its file says.

use agents_md::{AgentSettings, CustomAgent, Isolation, Memory, PermissionMode, Switch};
use clap::Args;
use hooks_core::{DialectId, Source};
use serde::Serialize;
use stdx::{Loaded, Problem};

use super::list::shown_tools;
use super::report::{AgentReport, words};
use crate::commands::check::not_loaded::hint_if_not_loaded;
use crate::commands::plugins::switch::hint_if_off;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, painted};
use crate::wire::agents::AgentSet;
use crate::wire::header_hooks::{HeaderPlace, layer_of_header};

/// Which agent is shown.
#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// Its name; `plugin:name` for an agent of a plugin.
    pub(crate) name: String,
}

/// One agent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ShowReport<'a> {
    /// The agent.
    #[serde(flatten)]
    agent: AgentReport<'a>,
    /// What it is told.
    instructions: &'a str,
    /// Tools that its file takes away, as they are written.
    refused_tools: Vec<&'a str>,
    /// What else its file says; a key that is not there is not said.
    settings: SettingsReport<'a>,
    /// How many hooks its file has.
    hooks: usize,
    /// Fields that nobody here knows.
    unknown: Vec<&'a str>,
    /// What is wrong with its file.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// The further fields of an agent's file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SettingsReport<'a> {
    /// How its tool calls are approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_mode: Option<&'static str>,
    /// After so many turns the result is partial.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_turns: Option<u32>,
    /// Skills that it has from the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skills: Vec<&'a str>,
    /// The names of its MCP servers; what is set for them may be secret.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mcp_servers: Vec<String>,
    /// Where it keeps notes from one session to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<&'static str>,
    /// Whether it stays in the background.
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<bool>,
    /// How hard its model thinks.
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'a str>,
    /// Where it works.
    #[serde(skip_serializing_if = "Option::is_none")]
    isolation: Option<&'static str>,
    /// Its colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'a str>,
    /// What a session that runs as the agent starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_prompt: Option<&'a str>,
    /// Whether it works without the files of instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    omit_claude_md: Option<bool>,
    /// How long its prompt is cached.
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_ttl: Option<&'a str>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ShowOptions) -> Result<u8, CommandError> {
    let Loaded {
        value: agents,
        problems,
    } = AgentSet::read(context);
    let agent = agents.get(&options.name).map_err(|error| {
        let hint = why_not(context, (&agents, &problems), &options.name)
            .or_else(|| error.hint())
            .unwrap_or_else(|| "`tackle agents list` shows all".to_owned());
        CommandError::usage(error.to_string()).hint(hint)
    })?;
    let report = report(agent, problems);
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => print(context, &report)?,
    }
    Ok(exit::DONE)
}

/// Why nobody has this name, if that can be told.
fn why_not(
    context: &Context,
    (agents, problems): (&AgentSet, &[Problem]),
    name: &str,
) -> Option<String> {
    let words = (name, "tackle agents check");
    let ends_so = |it: &&str| it.rsplit_once(':').is_some_and(|(_, last)| last == name);
    hint_if_not_loaded(context, problems, words)
        .or_else(|| hint_if_off(context, name))
        .or_else(|| {
            let mut names = agents.entries().map(|it| it.agent.id.as_str());
            names
                .find(ends_so)
                .map(|it| format!("did you mean `{it}`?"))
        })
}

fn report(agent: &CustomAgent, problems: Vec<Problem>) -> ShowReport<'_> {
    let is_own = |it: &Problem| it.file.as_deref() == Some(&agent.file);
    let mut problems: Vec<_> = problems.into_iter().filter(is_own).collect();
    let hooks = agent.settings.hooks.as_ref().map(|node| {
        let place = HeaderPlace::unasked(&agent.file, Source::Agent);
        let layer = layer_of_header(node, place, DialectId::ClaudeCode.dialect());
        problems.extend(layer.problems);
        layer.handlers.len()
    });
    ShowReport {
        agent: AgentReport::of(agent),
        instructions: &agent.instructions,
        refused_tools: words(&agent.refused_tools),
        settings: settings(&agent.settings),
        hooks: hooks.unwrap_or_default(),
        unknown: agent.unknown.iter().map(|it| it.key.as_str()).collect(),
        problems,
    }
}

fn settings(settings: &AgentSettings) -> SettingsReport<'_> {
    SettingsReport {
        permission_mode: settings.permission_mode.map(|it| mode(it.value)),
        max_turns: settings.max_turns.map(|it| it.value),
        skills: settings.skills.iter().map(|it| it.text.as_str()).collect(),
        mcp_servers: servers(settings),
        memory: settings.memory.map(|it| memory(it.value)),
        background: settings.background.map(|it| it.value == Switch::On),
        effort: settings.effort.as_ref().map(|it| it.value.as_str()),
        isolation: settings.isolation.map(|it| match it.value {
            Isolation::Worktree => "worktree",
        }),
        color: settings.color.as_ref().map(|it| it.value.as_str()),
        initial_prompt: settings.initial_prompt.as_ref().map(|it| it.value.as_str()),
        omit_claude_md: settings.omit_claude_md.map(|it| it.value == Switch::On),
        cache_ttl: settings.cache_ttl.as_ref().map(|it| it.value.as_str()),
    }
}

/// A server is named by a word, or by the key under which it is set up.
fn servers(settings: &AgentSettings) -> Vec<String> {
    let Some(node) = &settings.mcp_servers else {
        return Vec::new();
    };
    let items = node.items().unwrap_or(std::slice::from_ref(node));
    let names = items.iter().flat_map(|it| match it.fields() {
        Some(fields) => fields.iter().map(|it| it.key.clone()).collect(),
        None => it.words().into_iter().map(|it| it.text).collect::<Vec<_>>(),
    });
    names.collect()
}

fn mode(mode: PermissionMode) -> &'static str {
    match mode {
        PermissionMode::Default => "default",
        PermissionMode::AcceptEdits => "acceptEdits",
        PermissionMode::Auto => "auto",
        PermissionMode::DontAsk => "dontAsk",
        PermissionMode::Bypass => "bypassPermissions",
        PermissionMode::Plan => "plan",
    }
}

fn memory(memory: Memory) -> &'static str {
    match memory {
        Memory::User => "user",
        Memory::Project => "project",
        Memory::Local => "local",
    }
}

fn print(context: &mut Context, report: &ShowReport<'_>) -> Result<(), CommandError> {
    let paint = context.paint;
    let name = painted(paint, Style::Strong, &render::flat(report.agent.name));
    let table = table(context, report);
    let out = &mut context.world.stdout;
    writeln!(out, "{name}")?;
    table.print(out, paint)?;
    let instructions = render::text(report.instructions);
    writeln!(out, "\n{instructions}")?;
    Ok(render::problems_on_stderr(context, &report.problems)?)
}

fn table(context: &Context, report: &ShowReport<'_>) -> Table {
    let agent = &report.agent;
    let read_only = if agent.read_only { ", read-only" } else { "" };
    let mut rows = vec![
        ("when to use it", agent.description.to_owned()),
        ("role", agent.role.to_owned()),
        ("tools", has_tools(&agent.tools)),
    ];
    let line = agent.tools_line.as_deref();
    rows.extend(line.map(|it| ("its file names", shown_tools(it))));
    let meaning = if agent.model_used {
        ""
    } else {
        " (shown only)"
    };
    rows.extend(agent.model.map(|it| ("model", format!("{it}{meaning}"))));
    if report.hooks > 0 {
        rows.push(("hooks", report.hooks.to_string()));
    }
    rows.push(("source", format!("{}{read_only}", agent.source)));
    rows.push(("file", render::shown_path(context, agent.file)));
    let rows = rows.into_iter().map(|it| (it.0.to_owned(), it.1));
    let mut table = Table::default().indented(2);
    for (key, value) in rows.chain(further(&report.settings)) {
        table.row([(Style::Faint, key), (Style::Plain, value)]);
    }
    table
}

/// Why a tool that the file names may be missing.
fn has_tools(tools: &[&str]) -> String {
    match tools.is_empty() {
        true => shown_tools(tools),
        false => format!("{} (an agent only reads)", shown_tools(tools)),
    }
}

fn further(settings: &SettingsReport<'_>) -> Vec<(String, String)> {
    let value = serde_json::to_value(settings).expect("settings are text, numbers and lists");
    let fields = value.as_object().into_iter().flatten();
    let shown = |it: &serde_json::Value| match it.as_str() {
        Some(text) => text.to_owned(),
        None => it.to_string(),
    };
    fields.map(|(key, it)| (key.clone(), shown(it))).collect()
}
