//! `tackle skills render`: the prompt of a skill as an agent would get it.

use clap::Args;
use serde::Serialize;
use skills::{Grants, RenderRequest, Skill, SkillError, commands};
use stdx::{Problem, block_on};

use super::found::named;
use crate::commands::hooks::run::permission::rules_of_project;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::injections::{CommandRunner, Leave};
use crate::wire::skills::{SkillSet, Standing};

/// What to do where nothing that came with the project may run.
const HOW_TO_ALLOW: &str = "look at its commands, then add `--allow-commands`, or list the folder under `trusted_folders` in your own settings";

/// What is rendered.
#[derive(Debug, Args)]
pub(crate) struct RenderOptions {
    /// The skill: its name as `tackle skills list` has it.
    pub(crate) name: String,
    /// Its arguments: one is the whole text as it stands, of several each is a word.
    pub(crate) args: Vec<String>,
    /// Runs the commands in its text although it came with a project that is not trusted. Rules
    /// that deny a command or want a person to be asked still hold.
    #[arg(long)]
    pub(crate) allow_commands: bool,
}

/// A skill, ready for an agent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct RenderReport {
    /// What the agent reads; `null` if a command in the text may not run or failed, for then
    /// nothing of the skill is used.
    prompt: Option<String>,
    /// The rules that it grants for the turn.
    allowed_tools: Vec<String>,
    /// What was wrong, or did not go as its author may think.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RenderOptions) -> Result<u8, CommandError> {
    let set = SkillSet::read(context);
    let skill = named(context, &set, &options.name)?;
    let runner = runner(context, options, (&set, skill));
    let report = rendered(context, options, (&set, skill, &runner));
    if context.world.cancel.is_cancelled() {
        return Err(CommandError::fault("interrupted: nothing was rendered"));
    }
    print(context, &report)
}

fn rendered(
    context: &Context,
    options: &RenderOptions,
    (set, skill, runner): (&SkillSet, &Skill, &CommandRunner),
) -> RenderReport {
    let arguments = arguments(&options.args);
    let request = RenderRequest {
        arguments: &arguments,
        project_dir: Some(&context.roots.repository),
        plugin: set.plugin_values(skill),
        grants: match set.standing(&context.roots, skill) {
            Standing::Own | Standing::Trusted => Grants::Given,
            Standing::Untrusted => Grants::HeldBack,
        },
        ..RenderRequest::default()
    };
    match block_on(skills::render(skill, &request, runner)) {
        Ok(rendered) => RenderReport {
            prompt: Some(rendered.prompt),
            allowed_tools: rendered.allowed_tools,
            problems: rendered.problems,
        },
        Err(error) => RenderReport {
            prompt: None,
            allowed_tools: Vec::new(),
            problems: vec![problem(skill, &error, runner)],
        },
    }
}

/// What runs the commands of a skill, if it has any.
fn runner(
    context: &Context,
    options: &RenderOptions,
    (set, skill): (&SkillSet, &Skill),
) -> CommandRunner {
    let leave = match set.standing(&context.roots, skill) {
        Standing::Own | Standing::Trusted => Leave::Given,
        Standing::Untrusted if options.allow_commands => Leave::Given,
        Standing::Untrusted => {
            Leave::Refused("the skill came with the project, which is not trusted".to_owned())
        }
    };
    let runs_something = leave == Leave::Given && !commands(skill).is_empty();
    if let Some(on_start) = context.world.on_start.filter(|_| runs_something) {
        on_start(&context.world.cancel);
    }
    let rules = match runs_something {
        true => rules_of_project(context),
        false => Default::default(),
    };
    CommandRunner::new(context, leave, rules)
}

/// One argument is the text as it was typed; of several each stays one word.
pub(super) fn arguments(words: &[String]) -> String {
    match words {
        [text] => text.clone(),
        words => words
            .iter()
            .map(|it| quoted(it))
            .collect::<Vec<_>>()
            .join(" "),
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |it: char| !it.is_whitespace() && !matches!(it, '\'' | '"' | '\\');
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Why nothing was rendered, at the command that is the reason.
fn problem(skill: &Skill, error: &SkillError, runner: &CommandRunner) -> Problem {
    let code = match error {
        SkillError::InjectionRefused { .. } => "skills/command-refused",
        SkillError::UnsafeArgument { .. } => "skills/unsafe-argument",
        SkillError::InjectionFailed { .. }
        | SkillError::InjectionExit { .. }
        | SkillError::Unknown { .. }
        | SkillError::Ambiguous { .. } => "skills/command-failed",
    };
    let last = runner.n_asked().checked_sub(1);
    let place = last.and_then(|it| commands(skill).get(it).map(|it| it.place));
    let mut problem = Problem::error(code, error.to_string()).in_file(&skill.file);
    problem.place = place;
    problem.hint = match runner.leave() {
        Leave::Given => error.hint(),
        Leave::Refused(_) => Some(HOW_TO_ALLOW.to_owned()),
    };
    problem
}

fn print(context: &mut Context, report: &RenderReport) -> Result<u8, CommandError> {
    match (context.format, &report.prompt) {
        (Format::Json, _) => render::json_line(&mut context.world.stdout, report)?,
        (Format::Human, prompt) => {
            if let Some(prompt) = prompt {
                writeln!(context.world.stdout, "{}", render::text(prompt))?;
            }
            render::problems_on_stderr(context, &report.problems)?;
        }
    }
    Ok(match report.prompt {
        Some(_) => exit::DONE,
        None => exit::NO,
    })
}
