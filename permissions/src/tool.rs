//! The tools, whatever a host calls them.

/// What a tool does.
///
/// A name that several hosts use for different tools stands for the more powerful one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolKind {
    /// Runs a shell command.
    Shell,
    /// Reads a file.
    Read,
    /// Writes a new file.
    Create,
    /// Changes a file.
    Edit,
    /// Changes a file, or several, in many places.
    EditMany,
    /// Removes a file.
    Delete,
    /// Changes a notebook.
    Notebook,
    /// Lists a folder.
    List,
    /// Finds files by name.
    Find,
    /// Finds files by content.
    Search,
    /// Fetches an address.
    Fetch,
    /// Starts a helper agent.
    Helper,
    /// Runs a skill.
    Skill,
    /// A known tool whose input no pattern describes.
    Other,
}

impl ToolKind {
    /// Whether the tool changes files; an `Edit` rule covers all that do.
    pub(crate) fn writes_files(self) -> bool {
        match self {
            ToolKind::Create
            | ToolKind::Edit
            | ToolKind::EditMany
            | ToolKind::Delete
            | ToolKind::Notebook => true,
            ToolKind::Shell
            | ToolKind::Read
            | ToolKind::List
            | ToolKind::Find
            | ToolKind::Search
            | ToolKind::Fetch
            | ToolKind::Helper
            | ToolKind::Skill
            | ToolKind::Other => false,
        }
    }

    /// Whether the tool only looks at files; a `Read` rule covers all that do.
    pub(crate) fn reads_files(self) -> bool {
        match self {
            ToolKind::Read | ToolKind::List | ToolKind::Find | ToolKind::Search => true,
            ToolKind::Shell
            | ToolKind::Create
            | ToolKind::Edit
            | ToolKind::EditMany
            | ToolKind::Delete
            | ToolKind::Notebook
            | ToolKind::Fetch
            | ToolKind::Helper
            | ToolKind::Skill
            | ToolKind::Other => false,
        }
    }

    /// Whether a rule on this kind of tool also speaks of `called`.
    pub(crate) fn covers(self, called: ToolKind) -> bool {
        match self {
            ToolKind::Edit => called.writes_files(),
            ToolKind::Read => called.reads_files(),
            ToolKind::Other => false,
            ToolKind::Shell
            | ToolKind::Create
            | ToolKind::EditMany
            | ToolKind::Delete
            | ToolKind::Notebook
            | ToolKind::List
            | ToolKind::Find
            | ToolKind::Search
            | ToolKind::Fetch
            | ToolKind::Helper
            | ToolKind::Skill => self == called,
        }
    }
}

/// What the tool called `name` does, if any of the hosts has it.
pub(crate) fn kind_of(name: &str) -> Option<ToolKind> {
    NAMES
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|(kind, _)| *kind)
}

/// The known name that differs from `name` only in case.
pub(crate) fn near(name: &str) -> Option<&'static str> {
    let names = NAMES.iter().flat_map(|(_, names)| names.iter());
    names.copied().find(|it| it.eq_ignore_ascii_case(name))
}

const NAMES: &[(ToolKind, &[&str])] = &[
    (
        ToolKind::Shell,
        &["Bash", "run_command", "run_shell", "terminal"],
    ),
    (ToolKind::Read, &["Read", "read_file", "read"]),
    (ToolKind::Create, &["Write", "create_file", "write_file"]),
    (ToolKind::Edit, &["Edit", "edit_file", "str_replace"]),
    (
        ToolKind::EditMany,
        &["MultiEdit", "edit_files", "multi_edit", "edit"],
    ),
    (ToolKind::Delete, &["delete_file", "delete"]),
    (ToolKind::Notebook, &["NotebookEdit", "edit_notebook"]),
    (ToolKind::List, &["LS", "list_files", "list_dir"]),
    (ToolKind::Find, &["Glob", "find_files", "glob"]),
    (ToolKind::Search, &["Grep", "search_code", "grep"]),
    (ToolKind::Fetch, &["WebFetch", "fetch_url", "browser_open"]),
    (
        ToolKind::Helper,
        &["Agent", "Task", "ask_agent", "spawn_agent_instance"],
    ),
    (ToolKind::Skill, &["Skill", "skill"]),
    (ToolKind::Other, OTHERS),
];

/// Tools that hosts are known to have and that take no pattern.
const OTHERS: &[&str] = &[
    "AskUserQuestion",
    "BashOutput",
    "CronCreate",
    "CronDelete",
    "CronList",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "KillBash",
    "KillShell",
    "LSP",
    "ListMcpResources",
    "ListMcpResourcesTool",
    "Monitor",
    "NotebookRead",
    "PowerShell",
    "PushNotification",
    "ReadMcpResource",
    "ReadMcpResourceTool",
    "RemoteTrigger",
    "SendMessage",
    "SlashCommand",
    "StructuredOutput",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TeamCreate",
    "TeamDelete",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebSearch",
    "Workflow",
    "run_workflow",
    "save_agent",
    "schedule_task",
];
