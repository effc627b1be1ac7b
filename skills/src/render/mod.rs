//! Makes the prompt of a skill: placeholders filled, commands run, once.
//!
//! One pass over the text: what is put in is never looked at again, be it an argument or the
//! output of a command (sk-06).

mod exit;
mod injections;
mod plan;
mod quote;
mod rereads;
mod tokens;
mod values;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use stdx::Problem;

use crate::error::SkillError;
use crate::ports::{Injection, InjectionReply, InjectionRunner};
use crate::skill::Skill;

use plan::{Part, Plan};

pub(crate) use injections::injections;
pub(crate) use tokens::{Piece, TokenKind, pieces};
#[cfg(test)]
pub(crate) use {exit::is_failure, words::words as argument_words};

/// The most characters of a command's output that enter a prompt.
pub const MAX_OUTPUT_CHARS: usize = 30_000;

/// With what a skill is invoked.
#[derive(Clone, Debug, Default)]
pub struct RenderRequest<'a> {
    /// The arguments as typed.
    pub arguments: &'a str,
    /// The session's id, `${CLAUDE_SESSION_ID}`.
    pub session_id: Option<&'a str>,
    /// The project's folder, `${CLAUDE_PROJECT_DIR}`.
    pub project_dir: Option<&'a Path>,
    /// The effort in force, `${CLAUDE_EFFORT}`.
    pub effort: Option<&'a str>,
    /// Where the skill's plugin stands; counts in a skill of a plugin alone.
    pub plugin: Option<PluginValues<'a>>,
    /// Whether the skill may grant what it says under `allowed-tools`.
    pub grants: Grants,
}

/// What a skill of a plugin knows of its plugin.
#[derive(Clone, Debug)]
pub struct PluginValues<'a> {
    /// Its folder, `${CLAUDE_PLUGIN_ROOT}`.
    pub root: &'a Path,
    /// Its folder for data, `${CLAUDE_PLUGIN_DATA}`.
    pub data: &'a Path,
    /// Options that are not secret, `${user_config.KEY}`.
    pub user_config: &'a BTreeMap<String, String>,
}

/// Whether `allowed-tools` has an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grants {
    /// It has: the skill is the person's own, or trusted.
    #[default]
    Given,
    /// It has none, and the answer says so.
    HeldBack,
}

/// A skill, ready for the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rendered {
    /// What the agent reads.
    pub prompt: String,
    /// Rules that are granted for this turn. They restrict nothing.
    pub allowed_tools: Vec<String>,
    /// What did not go as its author may think.
    pub problems: Vec<Problem>,
}

/// Renders a skill [claude-code.md 2.4].
///
/// # Errors
/// Any of the injection variants of [`SkillError`]: a command that is refused or fails ends the
/// whole invocation, and what would run after it does not run.
pub async fn render(
    skill: &Skill,
    request: &RenderRequest<'_>,
    runner: &dyn InjectionRunner,
) -> Result<Rendered, SkillError> {
    let plan = Plan::new(skill, request)?;
    let mut res = Rendered {
        prompt: String::with_capacity(skill.body().len()),
        allowed_tools: plan.allowed_tools,
        problems: plan.problems,
    };
    for part in plan.parts {
        match part {
            Part::Text(text) => res.prompt.push_str(&text),
            Part::Command(command) => {
                let output = run(skill, &command, runner).await?;
                push_output(skill, &output, &mut res);
            }
        }
    }
    Ok(res)
}

async fn run(
    skill: &Skill,
    command: &str,
    runner: &dyn InjectionRunner,
) -> Result<String, SkillError> {
    let injection = Injection {
        skill: &skill.name,
        file: &skill.file,
        command,
        shell: skill.shell,
    };
    let reply = runner.run(injection).await;
    output_of(reply, (skill.name.clone(), command.to_owned()))
}

fn output_of(
    reply: InjectionReply,
    (skill, command): (String, String),
) -> Result<String, SkillError> {
    match reply {
        InjectionReply::Ran { exit, output } if exit::is_failure(&command, exit) => {
            Err(SkillError::InjectionExit {
                skill,
                command,
                exit,
                output: stdx::text::cut_chars(output.trim(), 500).0.to_owned(),
            })
        }
        InjectionReply::Ran { output, .. } => Ok(output),
        InjectionReply::Refused { reason } => Err(SkillError::InjectionRefused {
            skill,
            command,
            reason,
        }),
        InjectionReply::Failed { reason } => Err(SkillError::InjectionFailed {
            skill,
            command,
            reason,
        }),
    }
}

fn push_output(skill: &Skill, output: &str, res: &mut Rendered) {
    let (kept, was_cut) = stdx::text::cut_chars(output.trim_end(), MAX_OUTPUT_CHARS);
    res.prompt.push_str(kept);
    if was_cut {
        let message =
            format!("a command printed more than {MAX_OUTPUT_CHARS} characters; the rest is cut");
        res.problems
            .push(Problem::warning("skills/output-cut", message).in_file(&skill.file));
    }
}
