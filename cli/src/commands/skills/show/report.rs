//! The JSON of one skill.

use serde::Serialize;
use skills::{Layout, Placed, Run, Shell, Skill, Waiting};
use stdx::Problem;

use super::super::found::file_of;
use super::Shown;
use crate::render;

/// All there is to know about one skill.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ShowReport<'a> {
    /// The name by which it is invoked.
    name: &'a str,
    /// What it is for: `description`, or else the first paragraph of its text.
    description: &'a str,
    /// Who brought it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::SkillSource"))]
    source: &'static str,
    /// Its file; `null` if it is shipped, for then it is part of the program.
    file: Option<String>,
    /// The form it is written in: a folder with a `SKILL.md`, or the older file of a command.
    form: Form,
    /// The files of skills of the same name which are not in force because of this one.
    shadows: Vec<String>,
    /// Whether what it wants run may run; its file may have come with the repository.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Trust"))]
    trust: &'static str,
    /// Whether the model may invoke it.
    model_invocable: bool,
    /// Whether the user may invoke it by name.
    user_invocable: bool,
    /// `name` of its header, a label.
    label: Option<&'a str>,
    /// `when_to_use`.
    when_to_use: Option<&'a str>,
    /// `argument-hint`, as it is written.
    argument_hint: Option<&'a str>,
    /// `arguments`: the names of its arguments, by position.
    arguments: Vec<&'a str>,
    /// `allowed-tools`: rules that it grants.
    allowed_tools: Vec<&'a str>,
    /// `disallowed-tools`: rules that it refuses.
    disallowed_tools: Vec<&'a str>,
    /// `model`.
    model: Option<&'a str>,
    /// `effort`.
    effort: Option<&'a str>,
    /// `context` and `background`: where it runs, and whether one waits for it.
    context: RunWord,
    /// `agent`: who runs it where it is a fork.
    agent: Option<&'a str>,
    /// `paths`: the files for which it is offered by itself; none means always.
    paths: Vec<&'a str>,
    /// `shell`: what its commands are written for.
    shell: ShellWord,
    /// `license`.
    license: Option<&'a str>,
    /// `compatibility`.
    compatibility: Option<&'a str>,
    /// Keys of its header that mean nothing here.
    unknown: Vec<&'a str>,
    /// Its whole header, as JSON.
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    header: serde_json::Value,
    /// How many hooks it carries.
    hooks: usize,
    /// The commands in its text, which run when it is rendered, as they are written.
    commands: Vec<CommandLine<'a>>,
    /// Its text.
    body: &'a str,
    /// What was wrong with it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// A command in the text of a skill.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CommandLine<'a> {
    /// The line of the file on which it stands.
    line: u32,
    /// The command, placeholders not filled in.
    command: &'a str,
}

/// The form that a skill is written in.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum Form {
    /// A folder with a `SKILL.md`.
    Folder,
    /// A Markdown file of a command.
    Command,
}

/// Where a skill runs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum RunWord {
    /// Its text enters the conversation.
    Inline,
    /// An agent of its own runs it, and the session goes on.
    Fork,
    /// An agent of its own runs it, and the session waits.
    ForkAwaited,
}

/// A shell.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
enum ShellWord {
    /// Bash.
    Bash,
    /// PowerShell.
    Powershell,
}

impl<'a> ShowReport<'a> {
    pub(super) fn of(shown: &'a Shown) -> ShowReport<'a> {
        let skill = shown.skill.as_ref();
        ShowReport {
            name: &skill.name,
            description: &skill.description,
            source: skill.source.word(),
            file: file_of(skill).map(|it| render::path_text(&it)),
            form: form_of(skill),
            shadows: shown
                .shadows
                .iter()
                .filter_map(|it| file_of(it))
                .map(|it| render::path_text(&it))
                .collect(),
            trust: super::trust_of(shown.standing).as_str(),
            model_invocable: skill.invocable.by_model(),
            user_invocable: skill.invocable.by_user(),
            label: text(&skill.label),
            when_to_use: text(&skill.when_to_use),
            argument_hint: text(&skill.argument_hint),
            arguments: texts(&skill.arguments),
            allowed_tools: texts(&skill.allowed_tools),
            disallowed_tools: texts(&skill.disallowed_tools),
            model: text(&skill.model),
            effort: text(&skill.effort),
            context: run_word(skill.run),
            agent: text(&skill.agent),
            paths: texts(&skill.paths),
            shell: shell_word(skill.shell),
            license: text(&skill.license),
            compatibility: text(&skill.compatibility),
            unknown: texts(&skill.unknown),
            header: skill.header().to_json(),
            hooks: shown.hooks.as_ref().map_or(0, |it| it.handlers.len()),
            commands: shown.commands.iter().map(CommandLine::of).collect(),
            body: skill.body(),
            problems: &shown.problems,
        }
    }
}

impl<'a> CommandLine<'a> {
    fn of(command: &'a Placed<String>) -> CommandLine<'a> {
        CommandLine {
            line: command.place.line,
            command: &command.value,
        }
    }
}

fn text(field: &Option<Placed<String>>) -> Option<&str> {
    field.as_ref().map(|it| it.value.as_str())
}

fn texts(fields: &[Placed<String>]) -> Vec<&str> {
    fields.iter().map(|it| it.value.as_str()).collect()
}

fn form_of(skill: &Skill) -> Form {
    match skill.layout {
        Layout::Folders => Form::Folder,
        Layout::Commands => Form::Command,
    }
}

fn run_word(run: Run) -> RunWord {
    match run {
        Run::Inline => RunWord::Inline,
        Run::Fork(Waiting::Background) => RunWord::Fork,
        Run::Fork(Waiting::Foreground) => RunWord::ForkAwaited,
    }
}

fn shell_word(shell: Shell) -> ShellWord {
    match shell {
        Shell::Bash => ShellWord::Bash,
        Shell::PowerShell => ShellWord::Powershell,
    }
}
