//! The tables: one row for each tool that a dialect has a name for.
//!
//! Names that a source or the host's own documentation gives are binding; the others are our choice.

use crate::dialect::DialectId;
use crate::tool::Tool;

/// All words of one dialect.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) words: Words,
    pub(super) mcp: McpSpelling,
    pub(super) paths: PathRule,
    pub(super) rows: &'static [Row],
}

/// Whose words; several dialects may speak alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    Ours,
    Nemocode,
    Neuralinverse,
    AgentV,
    ClaudeCode,
}

/// How the tool of an MCP server is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum McpSpelling {
    /// `mcp__server__tool`.
    Double,
    /// `mcp_server_tool`.
    Single,
}

/// How hooks see paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathRule {
    /// As the agent wrote them.
    AsGiven,
    /// Absolute, without dots.
    Absolute,
}

/// One tool.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) tool: Tool,
    /// Shown and matched; the first one is shown.
    pub(super) names: &'static [&'static str],
    /// Understood from a caller, but neither shown nor matched for this tool.
    pub(super) heard: &'static [&'static str],
    pub(super) fields: &'static [Field],
    /// The fields inside each item of `edits`.
    pub(super) edits: &'static [Field],
}

/// A field in both words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) ours: &'static str,
    pub(super) theirs: &'static str,
}

impl Row {
    pub(super) fn hears(&self, spoken: &str) -> bool {
        self.names.contains(&spoken) || self.heard.contains(&spoken)
    }

    pub(super) const fn heard(mut self, heard: &'static [&'static str]) -> Row {
        self.heard = heard;
        self
    }

    pub(super) const fn edits(mut self, edits: &'static [Field]) -> Row {
        self.edits = edits;
        self
    }
}

impl McpSpelling {
    pub(super) fn name(self, server: &str, tool: &str) -> String {
        match self {
            McpSpelling::Double => format!("mcp__{server}__{tool}"),
            McpSpelling::Single => format!("mcp_{server}_{tool}"),
        }
    }

    /// The server and its tool. The double spelling is never ambiguous with a tool of another kind,
    /// so it is understood everywhere.
    pub(super) fn parse(self, spoken: &str) -> Option<Tool> {
        let double = spoken.strip_prefix("mcp__");
        let parts = match (double, self) {
            (Some(rest), _) => rest.split_once("__"),
            (None, McpSpelling::Single) => spoken.strip_prefix("mcp_")?.split_once('_'),
            (None, McpSpelling::Double) => None,
        };
        let (server, tool) =
            parts.filter(|(server, tool)| !server.is_empty() && !tool.is_empty())?;
        Some(Tool::Mcp {
            server: server.to_owned(),
            tool: tool.to_owned(),
        })
    }
}

pub(super) const fn row(
    tool: Tool,
    names: &'static [&'static str],
    fields: &'static [Field],
) -> Row {
    Row {
        tool,
        names,
        heard: &[],
        fields,
        edits: &[],
    }
}

pub(super) const fn same(name: &'static str) -> Field {
    Field {
        ours: name,
        theirs: name,
    }
}

pub(super) const fn renamed(ours: &'static str, theirs: &'static str) -> Field {
    Field { ours, theirs }
}

pub(super) const fn of(dialect: DialectId) -> &'static Table {
    match dialect {
        DialectId::Tackle => &OURS,
        DialectId::Nemocode | DialectId::NemocodeObserver => &NEMOCODE,
        DialectId::Neuralinverse => &NEURALINVERSE,
        DialectId::AgentV => &AGENT_V,
        DialectId::ClaudeCode | DialectId::Neo => &super::claude::CLAUDE_CODE,
    }
}

// The fields as we call them. Most dialects call them so, too.
const SHELL: &[Field] = &[same("command")];
const READ: &[Field] = &[same("path"), same("offset"), same("limit")];
const CREATE: &[Field] = &[same("path"), same("content")];
const EDIT: &[Field] = &[
    same("path"),
    same("old_text"),
    same("new_text"),
    same("replace_all"),
];
const EDIT_MANY: &[Field] = &[same("path"), same("edits")];
const DELETE: &[Field] = &[same("path")];
pub(super) const NOTEBOOK: &[Field] = &[
    same("notebook_path"),
    same("cell_id"),
    same("cell_type"),
    same("edit_mode"),
    same("new_source"),
];
pub(super) const LIST: &[Field] = &[same("path"), same("ignore")];
pub(super) const FIND: &[Field] = &[same("path"), same("pattern")];
const SEARCH: &[Field] = &[same("path"), same("pattern"), same("glob")];
pub(super) const FETCH: &[Field] = &[same("url"), same("prompt")];
const HELPER: &[Field] = &[same("prompt"), same("agent")];
const SKILL: &[Field] = &[same("name"), same("args")];
const WORKFLOW: &[Field] = &[same("name"), same("input")];

/// Ours. It has a row for every tool: what has no name elsewhere is shown under these.
pub(super) static OURS: Table = Table {
    words: Words::Ours,
    mcp: McpSpelling::Double,
    paths: PathRule::AsGiven,
    rows: &[
        row(Tool::Shell, &["run_command"], SHELL),
        row(Tool::Read, &["read_file"], READ),
        row(Tool::Create, &["create_file"], CREATE),
        row(Tool::Edit, &["edit_file"], EDIT),
        row(Tool::EditMany, &["edit_files"], EDIT_MANY).edits(EDIT),
        row(Tool::Delete, &["delete_file"], DELETE),
        row(Tool::Notebook, &["edit_notebook"], NOTEBOOK),
        row(Tool::List, &["list_files"], LIST),
        row(Tool::Find, &["find_files"], FIND),
        row(Tool::Search, &["search_code"], SEARCH),
        row(Tool::Fetch, &["fetch_url"], FETCH),
        row(Tool::Helper, &["ask_agent"], HELPER),
        row(Tool::Skill, &["skill"], SKILL),
        row(Tool::Workflow, &["run_workflow"], WORKFLOW),
    ],
};

/// Nemocode [N-HOOK-22].
static NEMOCODE: Table = Table {
    words: Words::Nemocode,
    mcp: McpSpelling::Double,
    paths: PathRule::AsGiven,
    rows: &[
        row(Tool::Shell, &["run_command"], SHELL),
        row(Tool::Read, &["read_file"], READ),
        row(Tool::Create, &["create_file"], CREATE),
        row(Tool::Edit, &["edit_file"], EDIT),
        row(Tool::EditMany, &["edit_files"], EDIT_MANY).edits(EDIT),
        row(Tool::List, &["list_files"], LIST),
        row(Tool::Find, &["find_files"], FIND),
        row(Tool::Search, &["search_code"], SEARCH),
        row(Tool::Fetch, &["fetch_url"], FETCH),
        row(Tool::Helper, &["ask_agent"], HELPER),
        row(Tool::Skill, &["skill"], SKILL),
        row(Tool::Workflow, &["run_workflow"], WORKFLOW),
    ],
};

/// NeuralInverse [NI-53, NI-54].
static NEURALINVERSE: Table = Table {
    words: Words::Neuralinverse,
    mcp: McpSpelling::Single,
    paths: PathRule::AsGiven,
    rows: &[
        row(Tool::Shell, &["run_shell"], SHELL),
        row(Tool::Read, &["read_file"], READ),
        row(Tool::Create, &["write_file"], CREATE),
        row(Tool::Edit, &["edit_file"], EDIT),
        row(Tool::EditMany, &["multi_edit"], EDIT_MANY).edits(EDIT),
        row(Tool::Delete, &["delete_file"], DELETE),
        row(Tool::List, &["list_files"], LIST),
        row(Tool::Find, &["find_files"], FIND),
        row(Tool::Search, &["search_code"], SEARCH),
        row(Tool::Fetch, &["fetch_url"], FETCH),
        row(Tool::Helper, &["ask_agent"], HELPER),
        row(Tool::Skill, &["skill"], SKILL),
        row(Tool::Workflow, &["run_workflow"], WORKFLOW),
    ],
};

/// Agent V [V-07]. Its `edit` writes a file or changes it in several places.
static AGENT_V: Table = Table {
    words: Words::AgentV,
    mcp: McpSpelling::Single,
    paths: PathRule::AsGiven,
    rows: &[
        row(Tool::Shell, &["terminal"], SHELL),
        row(Tool::Read, &["read"], READ),
        row(Tool::Create, &["edit"], CREATE),
        row(Tool::Edit, &["str_replace"], EDIT),
        row(Tool::EditMany, &["edit"], EDIT_MANY).edits(EDIT),
        row(Tool::Delete, &["delete"], DELETE),
        row(Tool::Notebook, &["edit_notebook"], NOTEBOOK),
        row(Tool::List, &["list_dir"], LIST),
        row(Tool::Find, &["glob"], FIND),
        row(Tool::Search, &["grep"], SEARCH),
        row(Tool::Fetch, &["browser_open"], FETCH),
        row(Tool::Helper, &["spawn_agent_instance"], HELPER),
        row(Tool::Skill, &["Skill"], SKILL),
    ],
};
