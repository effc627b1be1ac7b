//! `tackle agents list`: every custom agent that is known here [N-AGENT-17, N-AGENT-19].

use std::path::Path;

use agents_md::{AgentEntry, Standing};
use serde::Serialize;
use stdx::{Loaded, Problem};

use super::report::AgentReport;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, painted};
use crate::wire::agents::AgentSet;

/// Every agent, the winning places first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ListReport<'a> {
    /// The agents.
    agents: Vec<ListedAgent<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// An agent of the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ListedAgent<'a> {
    /// The agent.
    #[serde(flatten)]
    agent: AgentReport<'a>,
    /// The file of the agent that answers to its name instead.
    #[serde(serialize_with = "file_or_null")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    shadowed_by: Option<&'a Path>,
}

fn file_or_null<S: serde::Serializer>(
    file: &Option<&Path>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    file.map(render::path_text).serialize(serializer)
}

/// Runs the command.
pub(crate) fn run(context: &mut Context) -> Result<u8, CommandError> {
    let Loaded {
        value: agents,
        problems,
    } = AgentSet::read(context);
    let agents: Vec<_> = agents.entries().map(listed).collect();
    match context.format {
        Format::Json => {
            let problems = &problems;
            let report = ListReport { agents, problems };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => print(context, &agents, &problems)?,
    }
    Ok(exit::DONE)
}

fn listed(entry: &AgentEntry) -> ListedAgent<'_> {
    ListedAgent {
        agent: AgentReport::of(&entry.agent),
        shadowed_by: match &entry.standing {
            Standing::Active => None,
            Standing::Shadowed { by } => Some(by),
        },
    }
}

fn print(
    context: &mut Context,
    agents: &[ListedAgent<'_>],
    problems: &[Problem],
) -> Result<(), CommandError> {
    match agents.is_empty() {
        true => nobody_here(context)?,
        false => table(context, agents).print(&mut context.world.stdout, context.paint)?,
    }
    Ok(render::problems_on_stderr(context, problems)?)
}

fn table(context: &Context, agents: &[ListedAgent<'_>]) -> Table {
    let titles = ["name", "role", "tools", "model", "file", "when to use it"];
    let mut table = Table::new(titles).within(context.world.terminal.width);
    for ListedAgent { agent, shadowed_by } in agents {
        let style = shadowed_by.map_or(Style::Plain, |_| Style::Faint);
        let about = match shadowed_by {
            Some(_) => "(shadowed)".to_owned(),
            None => render::one_line(agent.description, 80),
        };
        table.row([
            (style, render::one_line(agent.name, 40)),
            (Style::Faint, agent.role.to_owned()),
            (style, shown_tools(&agent.tools)),
            (Style::Faint, agent.model.unwrap_or("–").to_owned()),
            (Style::Faint, render::shown_path(context, agent.file)),
            (style, about),
        ]);
    }
    table
}

/// Tools for people; nothing at all is said in words.
pub(super) fn shown_tools(tools: &[&str]) -> String {
    match tools.is_empty() {
        true => "none".to_owned(),
        false => tools.join(", "),
    }
}

fn nobody_here(context: &mut Context) -> Result<(), CommandError> {
    let command = "tackle agents add NAME --description TEXT --instructions TEXT";
    let command = painted(context.paint, Style::Mark, command);
    writeln!(
        context.world.stdout,
        "There is no custom agent yet.\n\n`{command}` writes one. Agents of `.claude/agents` and `.nemocode/agents` are read too."
    )?;
    Ok(())
}
