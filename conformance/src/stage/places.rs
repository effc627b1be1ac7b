//! Where each dialect keeps its files, as a case writes paths.
//!
//! The suite has a table of its own: asking the product where it looks would prove nothing.

use hooks_core::DialectId;

use crate::case::HookSource;

/// The hooks file of a dialect; `None` where it has none of that source.
pub(crate) fn hooks_file(dialect: DialectId, source: HookSource) -> Option<&'static str> {
    let [user, project, local] = match dialect {
        DialectId::Nemocode => [
            Some("~/.nemocode/hooks.json"),
            Some("~/.nemocode/projects/<id>/hooks.json"),
            None,
        ],
        DialectId::NemocodeObserver => [Some(PLUGIN), Some(PLUGIN), Some(PLUGIN)],
        DialectId::Tackle => [
            Some("~/.tackle/hooks.json"),
            Some(".tackle/hooks.json"),
            Some("<private>/hooks.json"),
        ],
        DialectId::AgentV => [
            Some("~/.local/share/vyotiq/hooks.json"),
            Some(".vyotiq/hooks.json"),
            None,
        ],
        DialectId::Neo | DialectId::Neuralinverse | DialectId::ClaudeCode => settings(dialect),
    };
    match source {
        HookSource::Managed => Some(managed_file(dialect)),
        HookSource::User => user,
        HookSource::Project => project,
        HookSource::Local => local,
        HookSource::Plugin => Some(PLUGIN),
    }
}

/// The hooks of the one plugin that a case can have.
pub(crate) const PLUGIN: &str = "<root>/plugin/hooks/hooks.json";

fn settings(dialect: DialectId) -> [Option<&'static str>; 3] {
    let files = match dialect {
        DialectId::Neo => [
            "~/.neo/settings.json",
            ".neo/settings.json",
            ".neo/settings.local.json",
        ],
        DialectId::Neuralinverse => [
            "~/.neuralinverse/settings.json",
            ".neuralinverse/settings.json",
            ".neuralinverse/settings.local.json",
        ],
        _ => [
            "~/.claude/settings.json",
            ".claude/settings.json",
            ".claude/settings.local.json",
        ],
    };
    files.map(Some)
}

fn managed_file(dialect: DialectId) -> &'static str {
    match dialect {
        DialectId::ClaudeCode => "/etc/claude-code/managed-settings.json",
        _ => "/etc/tackle/managed-settings.json",
    }
}

/// The file that permission rules of a dialect stand in.
pub(crate) fn settings_file(dialect: DialectId, source: HookSource) -> Option<&'static str> {
    let has_settings = matches!(
        dialect,
        DialectId::Neo | DialectId::Neuralinverse | DialectId::ClaudeCode
    );
    match (has_settings, source) {
        (true, _) | (_, HookSource::Managed) => hooks_file(dialect, source),
        (false, HookSource::User) => Some("~/.tackle/settings.json"),
        (false, HookSource::Project) => Some(".tackle/settings.json"),
        (false, HookSource::Local) => Some("<private>/settings.json"),
        (false, HookSource::Plugin) => None,
    }
}

/// The section of a managed file that is the dialect's; `None` where the whole file is.
pub(crate) fn managed_section(dialect: DialectId) -> Option<&'static str> {
    match dialect {
        DialectId::Tackle | DialectId::ClaudeCode => None,
        other => Some(other.as_str()),
    }
}
