//! A custom agent and what its header says.

use std::path::PathBuf;

use frontmatter::{Field, Node, Word};
use stdx::Place;

use crate::{AgentPlace, ToolEntry, ToolLimit};

/// A named role with instructions of its own [N-AGENT-01].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomAgent {
    /// What it is called by: its name, or `plugin:folder:name` for an agent of a plugin.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where the name comes from.
    pub name_from: NameFrom,
    /// When to use it, never empty [N-AGENT-18].
    pub description: String,
    /// What its author wants it for; recorded and shown [N-AGENT-12].
    pub role: Role,
    /// Which tools the header leaves; see [`helper_tools`](crate::helper_tools).
    pub tools: ToolLimit,
    /// Tools that the header takes away before anything else (`disallowedTools`). One with a
    /// pattern takes the whole tool away.
    pub refused_tools: Vec<ToolEntry>,
    /// The model it names.
    pub model: Option<Model>,
    /// The further fields of Claude Code's format.
    pub settings: AgentSettings,
    /// Fields nobody knows, as they are.
    pub unknown: Vec<Field>,
    /// The body: what is added to, or replaces, the instructions of the main agent. Without blank
    /// lines before it and white space after it.
    pub instructions: String,
    /// The file it was read from.
    pub file: PathBuf,
    /// Where the file belongs.
    pub place: AgentPlace,
}

/// Where a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFrom {
    /// The field `name`.
    Header,
    /// The name of the file without its ending.
    FileStem,
}

/// What an agent is for. It gives no rights [N-AGENT-13].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It looks into things.
    #[default]
    Explore,
    /// It is meant to be given work.
    Delegate,
}

impl Role {
    /// The word in a header.
    pub fn word(self) -> &'static str {
        match self {
            Role::Explore => "explore",
            Role::Delegate => "delegate",
        }
    }
}

/// The model that a header names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// As written: `sonnet`, `inherit`, an id.
    pub name: String,
    /// Whether it chooses anything.
    pub meaning: ModelMeaning,
}

/// Whether `model` chooses the model that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelMeaning {
    /// It does.
    Honoured,
    /// It is shown only: the model comes from the role [N-AGENT-03, N-AGENT-04].
    Shown,
}

/// A value of a header and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Its place in the file.
    pub place: Place,
}

/// The fields which Claude Code has beyond ours [claude-code.md 4.2]. They are read in every place;
/// whether one is in force is for whoever runs the agent, and in a repository it takes trust.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentSettings {
    /// `permissionMode`: how tool calls are approved.
    pub permission_mode: Option<Placed<PermissionMode>>,
    /// `maxTurns`: after so many turns the result is partial.
    pub max_turns: Option<Placed<u32>>,
    /// `skills`: their bodies are loaded from the start.
    pub skills: Vec<Word>,
    /// `mcpServers` as written.
    pub mcp_servers: Option<Node>,
    /// `hooks` as written, for whoever reads hooks.
    pub hooks: Option<Node>,
    /// `memory`: where it keeps notes from one session to the next.
    pub memory: Option<Placed<Memory>>,
    /// `background`: whether it stays in the background.
    pub background: Option<Placed<Switch>>,
    /// `effort`, as written.
    pub effort: Option<Placed<String>>,
    /// `isolation`: where it works.
    pub isolation: Option<Placed<Isolation>>,
    /// `color`, as written.
    pub color: Option<Placed<String>>,
    /// `initialPrompt`: what a session that runs as the agent starts with.
    pub initial_prompt: Option<Placed<String>>,
    /// `omitClaudeMd`: whether it works without the files of instructions.
    pub omit_claude_md: Option<Placed<Switch>>,
    /// `experimental.cacheTtl`, as written.
    pub cache_ttl: Option<Placed<String>>,
}

/// A yes or no that was written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

/// How the tool calls of an agent are approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermissionMode {
    /// `default` or `manual`: it asks.
    Default,
    /// `acceptEdits`: edits pass.
    AcceptEdits,
    /// `auto`: a judge decides.
    Auto,
    /// `dontAsk`: what is not allowed is refused.
    DontAsk,
    /// `bypassPermissions`: everything passes.
    Bypass,
    /// `plan`: nothing is changed.
    Plan,
}

/// Whose folder holds the memory of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The person's.
    User,
    /// The repository's.
    Project,
    /// The repository's, kept out of version control.
    Local,
}

/// Where an agent works, if not in the folder of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// In a work tree of its own, removed if nothing changed.
    Worktree,
}
