//! The tools of the house, and what other products call them.

/// A tool by our internal word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// Runs a command.
    Shell,
    /// Reads a file.
    Read,
    /// Creates a file.
    Create,
    /// Changes a file in one place.
    Edit,
    /// Changes files in several places.
    EditMany,
    /// Deletes a file.
    Delete,
    /// Changes a notebook.
    Notebook,
    /// Lists a folder.
    List,
    /// Finds files by name.
    Find,
    /// Searches the text of files.
    Search,
    /// Fetches a page.
    Fetch,
    /// Asks another agent.
    Helper,
    /// Uses a skill.
    Skill,
    /// Runs a workflow.
    Workflow,
}

impl Tool {
    /// Every tool.
    pub const ALL: [Tool; 14] = [
        Tool::Shell,
        Tool::Read,
        Tool::Create,
        Tool::Edit,
        Tool::EditMany,
        Tool::Delete,
        Tool::Notebook,
        Tool::List,
        Tool::Find,
        Tool::Search,
        Tool::Fetch,
        Tool::Helper,
        Tool::Skill,
        Tool::Workflow,
    ];

    /// The internal word, as hooks and permissions know it.
    pub fn word(self) -> &'static str {
        match self {
            Tool::Shell => "shell",
            Tool::Read => "read",
            Tool::Create => "create",
            Tool::Edit => "edit",
            Tool::EditMany => "edit-many",
            Tool::Delete => "delete",
            Tool::Notebook => "notebook",
            Tool::List => "list",
            Tool::Find => "find",
            Tool::Search => "search",
            Tool::Fetch => "fetch",
            Tool::Helper => "helper",
            Tool::Skill => "skill",
            Tool::Workflow => "workflow",
        }
    }

    /// The name of the tool in our own loop; a notebook has none.
    pub fn our_name(self) -> Option<&'static str> {
        let of_tool = |row: &&Row| row.tools == [self];
        NAMES.iter().find(of_tool).and_then(|row| row.ours)
    }
}

/// One tool, or one word of a foreign product for several of ours, with all its names.
struct Row {
    tools: &'static [Tool],
    ours: Option<&'static str>,
    foreign: &'static [&'static str],
}

const fn row(tool: &'static [Tool], ours: &'static str, foreign: &'static [&'static str]) -> Row {
    Row {
        tools: tool,
        ours: Some(ours),
        foreign,
    }
}

/// Nemocode's names are ours. The others are, in this order where they differ, those of
/// NeuralInverse, Agent V, Claude Code (and Neo), and of editors whose agent files are converted.
/// A name that stands for several of ours is a row of its own.
const NAMES: &[Row] = &[
    row(
        &[Tool::Shell],
        "run_command",
        &[
            "run_shell",
            "terminal",
            "Bash",
            "PowerShell",
            "runCommands",
            "runInTerminal",
        ],
    ),
    row(&[Tool::Read], "read_file", &["Read", "readFile"]),
    row(
        &[Tool::Create],
        "create_file",
        &["write_file", "Write", "createFile"],
    ),
    row(&[Tool::Edit], "edit_file", &["str_replace"]),
    row(
        &[Tool::EditMany],
        "edit_files",
        &["multi_edit", "MultiEdit"],
    ),
    row(&[Tool::Delete], "delete_file", &["delete"]),
    Row {
        tools: &[Tool::Notebook],
        ours: None,
        foreign: &["edit_notebook", "NotebookEdit", "editNotebook"],
    },
    row(
        &[Tool::List],
        "list_files",
        &["list_dir", "LS", "listDirectory"],
    ),
    row(&[Tool::Find], "find_files", &["Glob", "fileSearch"]),
    row(
        &[Tool::Search],
        "search_code",
        &["Grep", "codebase", "textSearch"],
    ),
    row(
        &[Tool::Fetch],
        "fetch_url",
        &["browser_open", "WebFetch", "fetch"],
    ),
    row(
        &[Tool::Helper],
        "ask_agent",
        &["spawn_agent_instance", "Task", "Agent", "runSubagent"],
    ),
    row(&[Tool::Skill], "skill", &[]),
    row(&[Tool::Workflow], "run_workflow", &["Workflow"]),
    Row {
        tools: &[Tool::Find, Tool::Search],
        ours: None,
        foreign: &["search"],
    },
    Row {
        tools: &[Tool::Edit, Tool::EditMany],
        ours: None,
        foreign: &["editFiles"],
    },
];

/// Agent V says `edit` for creating and for many edits at once; Claude Code says `Edit` for one.
/// These two differ only in case, so case decides before anything else.
const CASE_DECIDES: &[(&str, &[Tool])] = &[
    ("Edit", &[Tool::Edit]),
    ("edit", &[Tool::Create, Tool::Edit, Tool::EditMany]),
];

/// Claude Code's tools which nothing here corresponds to.
const WITHOUT_COUNTERPART: &[&str] = &[
    "AskUserQuestion",
    "Artifact",
    "BashOutput",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "KillBash",
    "KillShell",
    "ListMcpResourcesTool",
    "LSP",
    "Monitor",
    "NotebookRead",
    "ReadMcpResourceTool",
    "SendMessage",
    "SlashCommand",
    "StructuredOutput",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebSearch",
];

/// What is known of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It is one tool of ours, or several.
    Here(&'static [Tool]),
    /// Tools of a server.
    Mcp,
    /// Another product has it, we do not.
    Elsewhere,
    /// Nobody has it.
    Nowhere,
}

impl Known {
    /// Looks `name` up in the words of every product; case matters only where it must.
    pub(crate) fn of(name: &str) -> Known {
        // Editors put the set before the tool: `edit/editFiles`.
        let bare = name.rsplit_once('/').map_or(name, |(_, bare)| bare);
        if name.starts_with("mcp_") || bare == "*" && bare != name {
            return Known::Mcp;
        }
        let by_case = CASE_DECIDES.iter().find(|(word, _)| *word == bare);
        let tools = by_case.map(|(_, tools)| *tools).or_else(|| any_case(bare));
        match tools {
            Some(tools) => Known::Here(tools),
            None if is_elsewhere(bare) => Known::Elsewhere,
            None => Known::Nowhere,
        }
    }

    /// Every name that is known here, for a hint.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        let rows = NAMES.iter().flat_map(|it| it.ours.iter().chain(it.foreign));
        rows.copied().chain(["Edit", "edit"])
    }
}

fn any_case(name: &str) -> Option<&'static [Tool]> {
    let is_it = |known: &&str| known.eq_ignore_ascii_case(name);
    let row = NAMES
        .iter()
        .find(|row| row.ours.iter().chain(row.foreign).any(is_it));
    row.map(|it| it.tools)
}

fn is_elsewhere(name: &str) -> bool {
    WITHOUT_COUNTERPART
        .iter()
        .any(|it| it.eq_ignore_ascii_case(name))
}
