//! The fields of Claude Code's format beyond ours.

use frontmatter::Node;
use stdx::Problem;

use super::reader::Reader;
use crate::{AgentSettings, AgentSource, Isolation, Memory, PermissionMode};

const PERMISSION_MODES: [(&str, PermissionMode); 7] = [
    ("default", PermissionMode::Default),
    ("manual", PermissionMode::Default),
    ("acceptEdits", PermissionMode::AcceptEdits),
    ("auto", PermissionMode::Auto),
    ("dontAsk", PermissionMode::DontAsk),
    ("bypassPermissions", PermissionMode::Bypass),
    ("plan", PermissionMode::Plan),
];

const MEMORIES: [(&str, Memory); 3] = [
    ("user", Memory::User),
    ("project", Memory::Project),
    ("local", Memory::Local),
];

const ISOLATIONS: [(&str, Isolation); 1] = [("worktree", Isolation::Worktree)];

/// What an agent of a plugin may not bring along [claude-code.md 4.2].
const NOT_IN_PLUGINS: [&str; 4] = ["hooks", "mcpServers", "permissionMode", "initialPrompt"];

impl Reader<'_> {
    pub(super) fn settings(&mut self) -> AgentSettings {
        let mut res = AgentSettings {
            permission_mode: self.word("permissionMode", &PERMISSION_MODES),
            max_turns: self.count("maxTurns"),
            skills: self
                .field("skills")
                .map_or_else(Vec::new, |it| it.value.words()),
            mcp_servers: self.raw("mcpServers"),
            hooks: self.raw("hooks"),
            memory: self.word("memory", &MEMORIES),
            background: self.switch("background"),
            effort: self.text("effort"),
            isolation: self.word("isolation", &ISOLATIONS),
            color: self.text("color"),
            initial_prompt: self.text("initialPrompt"),
            omit_claude_md: self.switch("omitClaudeMd"),
            cache_ttl: self.cache_ttl(),
        };
        if matches!(self.place.source, AgentSource::Plugin { .. }) {
            self.leave_out_of_plugin(&mut res);
        }
        res
    }

    fn raw(&self, key: &str) -> Option<Node> {
        self.field(key).map(|it| it.value.clone())
    }

    fn cache_ttl(&mut self) -> Option<crate::Placed<String>> {
        let node = &self.field("experimental")?.value.get("cacheTtl")?.value;
        self.text_of(node, "experimental.cacheTtl")
    }

    /// A guard among them would be one that its author believes in, so each is told.
    fn leave_out_of_plugin(&mut self, settings: &mut AgentSettings) {
        settings.hooks = None;
        settings.mcp_servers = None;
        settings.permission_mode = None;
        settings.initial_prompt = None;
        for key in NOT_IN_PLUGINS {
            if let Some(field) = self.field(key) {
                let message = format!("`{key}` has no effect in an agent of a plugin");
                let problem = Problem::warning("agents/not-in-plugins", message);
                self.state(field.place, problem);
            }
        }
    }
}
