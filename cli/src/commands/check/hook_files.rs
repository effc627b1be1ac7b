//! Which files of JSON hold hooks, and whose.

use std::path::Path;

use hooks_core::DialectId;
use json_tree::{Document, Node, NodeKind};

use super::recognise::{Kind, Stranger, is_in, name_of};

/// The dialect whose place it is.
pub(super) fn hooks_by_place(path: &Path) -> Option<DialectId> {
    let folder = path.parent()?.file_name()?.to_str()?;
    match (folder, name_of(path)) {
        (".claude", "settings.json" | "settings.local.json") => Some(DialectId::ClaudeCode),
        (".neo", "settings.json" | "settings.local.json") => Some(DialectId::Neo),
        (".neuralinverse", "settings.json" | "settings.local.json") => {
            Some(DialectId::Neuralinverse)
        }
        (".vyotiq", "hooks.json") => Some(DialectId::AgentV),
        (".tackle", "hooks.json") => Some(DialectId::Tackle),
        (".nemocode", "hooks.json") => Some(DialectId::Nemocode),
        _ => None,
    }
}

/// The other product whose place it is.
pub(super) fn stranger_by_place(path: &Path) -> Option<Stranger> {
    let is_hooks = name_of(path) == "hooks.json";
    if is_in(path, ".cursor") && is_hooks {
        Some(Stranger::Cursor)
    } else if is_in(path, ".codex") && is_hooks {
        Some(Stranger::Codex)
    } else if is_in(path, ".windsurf") && is_hooks {
        Some(Stranger::Windsurf)
    } else if is_in(path, ".gemini") {
        Some(Stranger::Gemini)
    } else if is_in(path, "hooks") && path.components().any(|it| it.as_os_str() == ".github") {
        Some(Stranger::Copilot)
    } else {
        None
    }
}

/// Whether a file has hooks, or cannot be read so that nobody knows.
pub(super) fn speaks_of_hooks(path: &Path, content: &[u8]) -> bool {
    let document = Document::parse(path, content).ok();
    document.is_none_or(|it| it.root().get("hooks").is_some())
}

/// By the words of the events. A file that every product's plugin calls so counts as Claude Code's
/// whatever it holds, also when it is broken.
pub(super) fn hooks_by_content(path: &Path, content: &[u8]) -> Option<Kind> {
    let claude = Some(Kind::Hooks(DialectId::ClaudeCode));
    let is_of_plugin = path.ends_with("hooks/hooks.json");
    let Ok(document) = Document::parse(path, content) else {
        return claude.filter(|_| is_of_plugin);
    };
    let events = events(document.root());
    let rules = DialectId::ClaudeCode.dialect().rules;
    if events.iter().any(|it| GEMINI_EVENTS.contains(it)) {
        Some(Kind::ForeignHooks(Stranger::Gemini))
    } else if events.iter().any(|it| rules.event_by_word(it).is_some()) {
        claude
    } else if let Some(stranger) = stranger_by_events(document.root(), &events) {
        Some(Kind::ForeignHooks(stranger))
    } else {
        claude.filter(|_| is_of_plugin)
    }
}

/// Events that Gemini CLI alone has.
const GEMINI_EVENTS: [&str; 6] = [
    "BeforeTool",
    "AfterTool",
    "BeforeAgent",
    "AfterAgent",
    "BeforeModel",
    "AfterModel",
];

/// Files with a version and events in lower case are Cursor's or GitHub Copilot's.
fn stranger_by_events(root: &Node, events: &[&str]) -> Option<Stranger> {
    let is_camel = |it: &&str| it.starts_with(|it: char| it.is_ascii_lowercase());
    let is_theirs =
        root.get("version").is_some() && !events.is_empty() && events.iter().all(is_camel);
    let is_copilot = |it: &&str| matches!(*it, "userPromptSubmitted" | "errorOccurred");
    is_theirs.then(|| match events.iter().any(is_copilot) {
        true => Stranger::Copilot,
        false => Stranger::Cursor,
    })
}

/// The keys below `hooks`, else those of the root.
fn events(root: &Node) -> Vec<&str> {
    let of = |node: &'_ Node| matches!(node.kind, NodeKind::Object(_));
    let holder = root.get("hooks").filter(|it| of(it)).unwrap_or(root);
    let members = holder.members().unwrap_or_default();
    members.iter().map(|it| it.key.as_str()).collect()
}
