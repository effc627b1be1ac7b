//! `tackle agents list`: every custom agent that is known here [N-AGENT-17, N-AGENT-19].

use std::path::Path;

use agents_md::{AgentEntry, AgentSource, Role, Standing};
use serde::Serialize;
use stdx::{Loaded, Problem};

use super::report::AgentReport;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, painted};
use crate::wire::agents::{AgentSet, places};

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
    let mut table = Table::default().within(context.world.terminal.width);
    for ListedAgent { agent, shadowed_by } in agents {
        let (style, about_style, about) = match shadowed_by {
            Some(file) => {
                let text = format!("shadowed by {}", render::shown_path(context, file));
                (Style::Faint, Style::Faint, text)
            }
            None => (Style::Strong, Style::Plain, described(agent)),
        };
        table.row([
            (style, render::one_line(agent.name, 40)),
            (Style::Faint, agent.source.to_owned()),
            (about_style, about),
        ]);
    }
    table
}

/// When to use it, after what is unlike most agents.
fn described(agent: &AgentReport<'_>) -> String {
    let role = (agent.role != Role::Explore.word()).then_some(agent.role);
    let tools = agent.tools.is_empty().then_some("no tools");
    let unlike: Vec<_> = role.into_iter().chain(tools).collect();
    match unlike.is_empty() {
        true => agent.description.to_owned(),
        false => format!("({}) {}", unlike.join(", "), agent.description),
    }
}

/// Tools for people; nothing at all is said in words.
pub(super) fn shown_tools(tools: &[&str]) -> String {
    match tools.is_empty() {
        true => "none".to_owned(),
        false => tools.join(", "),
    }
}

fn nobody_here(context: &mut Context) -> Result<(), CommandError> {
    let mut table = Table::default().indented(2);
    for place in places(context) {
        let folder = render::shown_path(context, &place.dir.join("<name>.md"));
        let whose = match place.source {
            AgentSource::Personal => "yours",
            AgentSource::Repository => "this project's",
            AgentSource::Project | AgentSource::Plugin { .. } => continue,
        };
        table.row([(Style::Plain, folder), (Style::Faint, whose.to_owned())]);
    }
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "There is no custom agent yet.\n\nOne is a Markdown file in any of these places:"
    )?;
    table.print(out, context.paint)?;
    let command = "tackle agents add NAME --description TEXT --instructions TEXT";
    let command = painted(context.paint, Style::Mark, command);
    writeln!(out, "\n`{command}` writes one.")?;
    Ok(())
}
