//! Parts in which an unknown key is an error: channels, language servers and monitors.

use json_tree::Node;
use serde_json::Value;

use super::component::ComponentKind;
use super::components::unknown_in_strict;
use crate::report::Report;

/// The keys of a strict object.
struct Part {
    /// What it is, for messages.
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
}

const CHANNEL: Part = Part {
    name: "a channel",
    required: &["server"],
    optional: &["displayName", "userConfig"],
};

const MONITOR: Part = Part {
    name: "a monitor",
    required: &["name", "command", "description"],
    optional: &["when"],
};

const LANGUAGE_SERVER: Part = Part {
    name: "a language server",
    required: &["command", "extensionToLanguage"],
    optional: &[
        "args",
        "transport",
        "env",
        "initializationOptions",
        "settings",
        "workspaceFolder",
        "startupTimeout",
        "shutdownTimeout",
        "restartOnCrash",
        "maxRestarts",
        "diagnostics",
    ],
};

impl Part {
    fn accepts(&self, report: &mut Report<'_>, node: &Node) -> bool {
        let Some(members) = node.members() else {
            let message = format!("{} is an object, found {}", self.name, node.describe());
            report.not_read(message, node.start);
            return false;
        };
        let mut res = true;
        for member in members {
            let key = member.key.as_str();
            if !self.required.contains(&key) && !self.optional.contains(&key) {
                unknown_in_strict(report, (key, member.start), self.name);
                res = false;
            }
        }
        self.has_required(report, node) && res
    }

    fn has_required(&self, report: &mut Report<'_>, node: &Node) -> bool {
        let missing = self.required.iter().find(|it| node.get(it).is_none());
        if let Some(key) = missing {
            report.not_read(format!("{} needs `{key}`", self.name), node.start);
        }
        missing.is_none()
    }
}

/// `channels`, without the entries that are not sound.
pub(super) fn read_channels(report: &mut Report<'_>, node: &Node) -> Vec<Value> {
    let Some(items) = node.items() else {
        let message = format!("`channels` must be a list, found {}", node.describe());
        report.not_read(message, node.start);
        return Vec::new();
    };
    let sound = items.iter().filter(|it| CHANNEL.accepts(report, it));
    sound.map(Node::to_value).collect()
}

/// Whether a document that stands in the manifest may be handed on. What is in files of its own
/// is judged by those who read them.
pub(super) fn is_sound(report: &mut Report<'_>, kind: ComponentKind, node: &Node) -> bool {
    match kind {
        ComponentKind::Monitors => MONITOR.accepts(report, node),
        ComponentKind::LspServers => {
            let servers = node.members().unwrap_or_default().iter();
            let wrong = servers.filter(|it| !LANGUAGE_SERVER.accepts(report, &it.value));
            wrong.count() == 0
        }
        ComponentKind::Skills
        | ComponentKind::Commands
        | ComponentKind::Agents
        | ComponentKind::Hooks
        | ComponentKind::McpServers
        | ComponentKind::OutputStyles
        | ComponentKind::Workflows
        | ComponentKind::Themes
        | ComponentKind::Evals => true,
    }
}
