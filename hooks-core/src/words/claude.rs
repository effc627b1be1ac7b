//! The table of Claude Code, which Neo shares.

use crate::tool::Tool;

use super::table::{
    FETCH, FIND, Field, LIST, McpSpelling, NOTEBOOK, PathRule, Table, Words, renamed, row, same,
};

/// Claude Code, with the optional fields of its own, so that a rewrite may use them. The helper's
/// tool is called `Agent` since the host calls it so; matchers on its older name hold as well.
pub(super) static CLAUDE_CODE: Table = Table {
    words: Words::ClaudeCode,
    mcp: McpSpelling::Double,
    paths: PathRule::Absolute,
    rows: &[
        row(Tool::Shell, &["Bash"], CLAUDE_SHELL).heard(&["PowerShell"]),
        row(Tool::Read, &["Read"], CLAUDE_READ),
        row(Tool::Create, &["Write"], CLAUDE_CREATE),
        row(Tool::Edit, &["Edit"], CLAUDE_EDIT),
        row(Tool::EditMany, &["MultiEdit"], CLAUDE_EDIT_MANY).edits(CLAUDE_EDIT),
        row(Tool::Notebook, &["NotebookEdit"], NOTEBOOK),
        row(Tool::List, &["LS"], LIST),
        row(Tool::Find, &["Glob"], FIND),
        row(Tool::Search, &["Grep"], CLAUDE_SEARCH),
        row(Tool::Fetch, &["WebFetch"], FETCH),
        row(Tool::Helper, &["Agent", "Task"], CLAUDE_HELPER),
        row(Tool::Skill, &["Skill"], CLAUDE_SKILL),
        row(Tool::Workflow, &["Workflow"], CLAUDE_WORKFLOW),
    ],
};

const CLAUDE_SHELL: &[Field] = &[
    same("command"),
    same("description"),
    same("timeout"),
    same("run_in_background"),
    same("dangerouslyDisableSandbox"),
];
const CLAUDE_READ: &[Field] = &[
    renamed("path", "file_path"),
    same("offset"),
    same("limit"),
    same("pages"),
];
const CLAUDE_CREATE: &[Field] = &[renamed("path", "file_path"), same("content")];
const CLAUDE_EDIT: &[Field] = &[
    renamed("path", "file_path"),
    renamed("old_text", "old_string"),
    renamed("new_text", "new_string"),
    same("replace_all"),
];
const CLAUDE_EDIT_MANY: &[Field] = &[renamed("path", "file_path"), same("edits")];
const CLAUDE_SEARCH: &[Field] = &[
    same("path"),
    same("pattern"),
    same("glob"),
    same("output_mode"),
    same("type"),
    same("multiline"),
    same("head_limit"),
    same("offset"),
    same("-A"),
    same("-B"),
    same("-C"),
    same("-i"),
    same("-n"),
];
const CLAUDE_HELPER: &[Field] = &[
    same("prompt"),
    renamed("agent", "subagent_type"),
    same("description"),
    same("model"),
    same("run_in_background"),
    same("isolation"),
];
const CLAUDE_SKILL: &[Field] = &[renamed("name", "skill"), same("args")];
const CLAUDE_WORKFLOW: &[Field] = &[
    same("name"),
    renamed("input", "args"),
    same("script"),
    same("scriptPath"),
    same("resumeFromRunId"),
];
