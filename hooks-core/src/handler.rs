//! One hook of a file: when it runs and what it does.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::Place;

use crate::event::EventName;
use crate::matcher::Matcher;

/// One hook as its file says it, defaults filled in.
#[derive(Clone, Debug)]
pub struct Handler {
    /// Stable within one load: source, file and position, for example `project:.claude/settings.json#2`.
    pub id: String,
    /// The event it waits for.
    pub event: EventName,
    /// The event as the file spells it.
    pub event_word: String,
    /// Which tools, or which sources or triggers.
    pub matcher: Matcher,
    /// A permission rule that the call must match as well (`if`).
    pub condition: Option<String>,
    /// What it does.
    pub action: Action,
    /// How long it may take, ceiling applied.
    pub timeout: Duration,
    /// What its failure means.
    pub on_failure: OnFailure,
    /// Whether the agent waits for it.
    pub waiting: Waiting,
    /// How often it runs.
    pub times: Times,
    /// Text for the status line while it runs.
    pub status_message: Option<String>,
    /// Where it stands in the file: line and column, 1-based.
    pub place: Option<Place>,
    /// Where it stands in the document, for example `hooks.PreToolUse[0].hooks[1]`.
    pub pointer: String,
}

/// What a hook does when its event fires.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Runs a program.
    Command(CommandLine),
    /// Posts the event to a URL.
    Http(HttpAction),
    /// Asks a model one question.
    Prompt(PromptAction),
    /// Sends a helper agent.
    Agent(PromptAction),
    /// Runs a registered skill; advisory [NEO-12].
    Skill(SkillAction),
    /// Calls a tool of an MCP server.
    McpTool(McpAction),
}

/// The kinds of [`Action`], as backends are chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandlerKind {
    /// [`Action::Command`].
    Command,
    /// [`Action::Http`].
    Http,
    /// [`Action::Prompt`].
    Prompt,
    /// [`Action::Agent`].
    Agent,
    /// [`Action::Skill`].
    Skill,
    /// [`Action::McpTool`].
    McpTool,
}

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandLine {
    /// A line for a shell.
    Shell {
        /// The line.
        line: String,
        /// Which shell reads it.
        shell: Shell,
    },
    /// A program and its arguments, no shell.
    Exec {
        /// The program: a path, or a name to look up.
        program: String,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// The shell that reads a command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// `/bin/sh`, on Windows `cmd.exe` [V-74].
    #[default]
    Standard,
    /// `bash`, asked for by name.
    Bash,
    /// PowerShell, asked for by name.
    PowerShell,
}

/// A URL to post the event to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAction {
    /// The address.
    pub url: String,
    /// Headers; values may name variables as `$NAME` or `${NAME}`.
    pub headers: Vec<(String, String)>,
    /// The variables that headers may name; others become empty.
    pub allowed_variables: Vec<String>,
}

/// A question for a model or a task for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptAction {
    /// The text; `$ARGUMENTS` stands for the event.
    pub prompt: String,
    /// The model, if the hook names one.
    pub model: Option<String>,
    /// What a "no" leads to.
    pub on_no: OnNo,
}

/// What a model's "no" leads to, where the event leaves a choice (`continueOnBlock`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnNo {
    /// The turn ends.
    #[default]
    EndTurn,
    /// The reason goes to the agent, which goes on.
    TellAgent,
}

/// A registered skill to run.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillAction {
    /// The skill's name.
    pub skill: String,
    /// Its arguments, handed over as compact JSON [NEO-20].
    pub args: Option<Map<String, Value>>,
}

/// A tool of an MCP server to call.
#[derive(Clone, Debug, PartialEq)]
pub struct McpAction {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Map<String, Value>,
}

/// What it means when a hook fails to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// The action goes on [N-HOOK-45].
    #[default]
    Proceed,
    /// The action is refused: a guard that must answer [A-25].
    Block,
}

/// Whether the agent waits for a hook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waiting {
    /// It waits for the answer, where the event has use for one.
    #[default]
    Awaited,
    /// It runs beside the work and decides nothing (`async`).
    Background,
    /// Like background; exit 2 wakes the agent (`asyncRewake`).
    Rewake,
}

/// How often a hook runs in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// On every event.
    #[default]
    Always,
    /// At most once a session; spent when the run starts [A-54].
    Once,
}

impl Action {
    /// The kind of backend that runs it.
    pub fn kind(&self) -> HandlerKind {
        match self {
            Action::Command(_) => HandlerKind::Command,
            Action::Http(_) => HandlerKind::Http,
            Action::Prompt(_) => HandlerKind::Prompt,
            Action::Agent(_) => HandlerKind::Agent,
            Action::Skill(_) => HandlerKind::Skill,
            Action::McpTool(_) => HandlerKind::McpTool,
        }
    }

    /// What a person recognises it by: the command line, the URL, the skill, the prompt.
    pub fn summary(&self) -> String {
        match self {
            Action::Command(CommandLine::Shell { line, .. }) => line.clone(),
            Action::Command(CommandLine::Exec { program, args }) => {
                let words = std::iter::once(program).chain(args);
                words.map(|it| quoted(it)).collect::<Vec<_>>().join(" ")
            }
            Action::Http(http) => http.url.clone(),
            Action::Prompt(it) | Action::Agent(it) => it.prompt.clone(),
            Action::Skill(it) => it.skill.clone(),
            Action::McpTool(it) => format!("{}:{}", it.server, it.tool),
        }
    }
}

/// A word as a shell would need it, for people to read.
fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "_-./:=@%+,".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

impl HandlerKind {
    /// The word that configuration files use.
    pub fn as_str(self) -> &'static str {
        match self {
            HandlerKind::Command => "command",
            HandlerKind::Http => "http",
            HandlerKind::Prompt => "prompt",
            HandlerKind::Agent => "agent",
            HandlerKind::Skill => "skill",
            HandlerKind::McpTool => "mcp_tool",
        }
    }

    /// The kind that a configuration file calls `word`.
    pub fn from_word(word: &str) -> Option<HandlerKind> {
        let all = [
            HandlerKind::Command,
            HandlerKind::Http,
            HandlerKind::Prompt,
            HandlerKind::Agent,
            HandlerKind::Skill,
            HandlerKind::McpTool,
        ];
        all.into_iter().find(|it| it.as_str() == word)
    }
}

/// The plugin that hooks belong to, and where they find their own files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFolders {
    /// The plugin's name.
    pub name: String,
    /// The plugin's installed folder, `CLAUDE_PLUGIN_ROOT`.
    pub root: PathBuf,
    /// The plugin's folder for data, `CLAUDE_PLUGIN_DATA`.
    pub data: Option<PathBuf>,
    /// What the person set, by key: `CLAUDE_PLUGIN_OPTION_<KEY>`.
    pub options: Vec<(String, String)>,
}

impl PluginFolders {
    /// The variables by which a hook finds its files and what the person set [A-28].
    pub(crate) fn variables(&self) -> Vec<(String, OsString)> {
        let root = [("CLAUDE_PLUGIN_ROOT".to_owned(), self.root.clone().into())];
        let data = self.data.iter().cloned();
        let data = data.map(|it| ("CLAUDE_PLUGIN_DATA".to_owned(), it.into()));
        let options = self.options.iter().map(|(key, value)| {
            let name = format!("CLAUDE_PLUGIN_OPTION_{}", key.to_ascii_uppercase());
            (name, value.into())
        });
        root.into_iter().chain(data).chain(options).collect()
    }
}
