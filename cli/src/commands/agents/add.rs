//! `tackle agents add`: writes a new agent [N-AGENT-02, N-AGENT-05].

use std::io::Read;
use std::path::PathBuf;

use agents_md::{AgentError, AgentPlace, AgentSource, Existing, NewAgent, Product, Role, save};
use clap::{Args, ValueEnum};
use serde::Serialize;
use stdx::Problem;
use stdx::fs::Limit;

use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::agents::{AgentSet, places};

/// The longest instructions that are read.
const LIMIT: Limit = Limit::mebibytes(1);

/// What is written, and where to.
#[derive(Debug, Args)]
pub(crate) struct AddOptions {
    /// Its name, which is the name of its file too.
    pub(crate) name: String,
    /// When to use it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: String,
    /// What it is for; a helper only reads either way.
    #[arg(long, value_name = "ROLE", default_value = "explore")]
    pub(crate) role: RoleWord,
    /// Its tools, divided by commas; without the option all of them, with an empty list none.
    #[arg(long, value_name = "LIST")]
    pub(crate) tools: Option<String>,
    /// The model that is shown with it; the model which runs comes from the role.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Whom it is for.
    #[arg(long, value_name = "SCOPE", default_value = "personal")]
    pub(crate) scope: AgentScope,
    /// What it is told: a text, `@FILE`, or `-` for standard input.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) instructions: String,
    /// Replaces a file that is there.
    #[arg(long)]
    pub(crate) replace: bool,
}

/// A role, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoleWord {
    /// It looks into things.
    Explore,
    /// It is meant to be given work.
    Delegate,
}

/// Whom an agent is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AgentScope {
    /// You, in every project.
    Personal,
    /// You, in this project; outside the repository.
    Project,
    /// Everybody who has the repository.
    Repository,
}

/// What became of a new agent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct AddReport {
    /// Its name.
    name: String,
    /// Where it was written; `null` if it was not.
    file: Option<String>,
    /// Why it was not written, or what is worth knowing about it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: AddOptions) -> Result<u8, CommandError> {
    let instructions = instructions(context, &options.instructions)?;
    let place = place(context, options.scope)?;
    let existing = match options.replace {
        true => Existing::Replace,
        false => Existing::Refuse,
    };
    let agent = NewAgent {
        name: options.name,
        description: options.description,
        role: match options.role {
            RoleWord::Explore => Role::Explore,
            RoleWord::Delegate => Role::Delegate,
        },
        tools: options.tools.as_deref().map(tools),
        model: options.model,
        instructions,
    };
    let saved = save(&agent, &place, existing);
    let report = report(context, agent.name, saved)?;
    print(context, &report)?;
    Ok(match report.file {
        Some(_) => exit::DONE,
        None => exit::NO,
    })
}

/// Entries between commas outside of parentheses; `Bash(git add, git commit)` is one.
fn tools(list: &str) -> Vec<String> {
    let place = stdx::Place { line: 1, column: 1 };
    let value = frontmatter::Value::Text(list.to_owned());
    let words = frontmatter::Node::new(value, place).words();
    words.into_iter().map(|it| it.text).collect()
}

fn instructions(context: &mut Context, given: &str) -> Result<String, CommandError> {
    if given == "-" {
        let mut bytes = Vec::new();
        let most = LIMIT.bytes;
        let mut stdin = context.world.stdin.by_ref().take(most + 1);
        stdin
            .read_to_end(&mut bytes)
            .map_err(|it| CommandError::fault(format!("standard input cannot be read: {it}")))?;
        if bytes.len() as u64 > most {
            let message = format!("instructions have more than {most} bytes");
            return Err(CommandError::usage(message));
        }
        return text(bytes, "standard input");
    }
    match given.strip_prefix('@') {
        Some(file) => text(stdx::fs::read(&context.world.cwd.join(file), LIMIT)?, file),
        None => Ok(given.to_owned()),
    }
}

fn text(bytes: Vec<u8>, what: &str) -> Result<String, CommandError> {
    let not_text = || CommandError::usage(format!("`{what}` is not UTF-8 text"));
    String::from_utf8(bytes).map_err(|_| not_text())
}

fn place(context: &Context, scope: AgentScope) -> Result<AgentPlace, CommandError> {
    let source = match scope {
        AgentScope::Personal => AgentSource::Personal,
        AgentScope::Project => AgentSource::Project,
        AgentScope::Repository => AgentSource::Repository,
    };
    let is_it = |it: &AgentPlace| it.source == source && it.product == Product::Ours;
    let found = places(context).into_iter().find(is_it);
    found.ok_or_else(|| CommandError::fault("this scope has no folder of agents"))
}

/// What is wrong with the words is wrong usage; what stands in the way is an answer.
fn report(
    context: &Context,
    name: String,
    saved: Result<PathBuf, AgentError>,
) -> Result<AddReport, CommandError> {
    let (file, problems) = match saved {
        Ok(file) => {
            let found = AgentSet::read(context).problems.into_iter();
            let problems = found.filter(|it| it.file.as_ref() == Some(&file)).collect();
            (Some(render::path_text(&file)), problems)
        }
        Err(error) => (None, vec![refused(error)?]),
    };
    Ok(AddReport {
        name,
        file,
        problems,
    })
}

fn refused(error: AgentError) -> Result<Problem, CommandError> {
    let hint = match &error {
        AgentError::Exists { .. } => Some("`--replace` replaces it".to_owned()),
        _ => error.hint(),
    };
    match error {
        AgentError::File { source } => Err(source.into()),
        AgentError::Exists { .. }
        | AgentError::NameTaken { .. }
        | AgentError::ReadOnly { .. }
        | AgentError::Link { .. } => {
            let problem = Problem::error("agents/not-saved", error.to_string());
            Ok(match hint {
                Some(hint) => problem.with_hint(hint),
                None => problem,
            })
        }
        AgentError::Unknown { .. }
        | AgentError::Name { .. }
        | AgentError::NoDescription { .. }
        | AgentError::NotFaithful { .. } => {
            let usage = CommandError::usage(error.to_string());
            Err(match hint {
                Some(hint) => usage.hint(hint),
                None => usage,
            })
        }
    }
}

fn print(context: &mut Context, report: &AddReport) -> Result<(), CommandError> {
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, report)?);
    }
    if let Some(file) = &report.file {
        let file = render::shown_path(context, file.as_ref());
        writeln!(context.world.stdout, "{file}")?;
    }
    Ok(render::problems_on_stderr(context, &report.problems)?)
}
