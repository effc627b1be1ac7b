//! What a file is, by its place and what stands in it.

use std::ffi::OsStr;
use std::path::{Component, Path};

use hooks_core::DialectId;

use super::hook_files::{hooks_by_content, hooks_by_place, speaks_of_hooks, stranger_by_place};

/// A kind of file that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A hook file, or settings with hooks, of one of our dialects.
    Hooks(DialectId),
    /// A hook file of another product.
    ForeignHooks(Stranger),
    /// A skill.
    Skill,
    /// A command, the older form of a skill.
    Command,
    /// A custom agent.
    Agent,
    /// The manifest of a plugin.
    Plugin,
    /// A list of plugins.
    Marketplace,
    /// AGENTS.md or one of its siblings.
    Instructions,
}

/// A product whose hooks are not read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stranger {
    /// Cursor.
    Cursor,
    /// GitHub Copilot.
    Copilot,
    /// Gemini CLI.
    Gemini,
    /// Codex.
    Codex,
    /// Windsurf.
    Windsurf,
}

impl Stranger {
    /// The name of the product.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Stranger::Cursor => "Cursor",
            Stranger::Copilot => "GitHub Copilot",
            Stranger::Gemini => "Gemini CLI",
            Stranger::Codex => "Codex",
            Stranger::Windsurf => "Windsurf",
        }
    }
}

/// The kind of a file by its place and what stands in it, in the words of `tackle check`: `hooks`,
/// `foreign-hooks`, `skills`, `commands`, `agents`, `plugins`, `marketplaces` or `instructions`;
/// `None` if nobody here reads it. `path` is best relative to the project.
pub fn kind_of(path: &Path, content: &[u8]) -> Option<&'static str> {
    Some(match recognise(path, content)? {
        Kind::Hooks(_) => "hooks",
        Kind::ForeignHooks(_) => "foreign-hooks",
        Kind::Skill => "skills",
        Kind::Command => "commands",
        Kind::Agent => "agents",
        Kind::Plugin => "plugins",
        Kind::Marketplace => "marketplaces",
        Kind::Instructions => "instructions",
    })
}

/// Whether a file of this name could be of some kind, so that it is worth reading.
pub(crate) fn may_be_known(path: &Path) -> bool {
    let name = name_of(path);
    match ending(name) {
        Some("md") => {
            is_skill(name)
                || is_instructions(name)
                || is_agent_name(name)
                || below(path, "agents").is_some()
                || below(path, "commands").is_some()
        }
        Some("json") => {
            let is_hooks = name.starts_with("hooks") || name.starts_with("settings");
            is_hooks || is_in(path, ".claude-plugin") || below(path, "hooks").is_some()
        }
        Some(_) | None => false,
    }
}

/// What the file is; `None` if nobody here reads it.
pub(crate) fn recognise(path: &Path, content: &[u8]) -> Option<Kind> {
    if !may_be_known(path) {
        return None;
    }
    match ending(name_of(path))? {
        "md" => markdown(path, content),
        "json" => json(path, content),
        _ => None,
    }
}

fn markdown(path: &Path, content: &[u8]) -> Option<Kind> {
    let name = name_of(path);
    if is_skill(name) {
        return Some(Kind::Skill);
    }
    if is_instructions(name) {
        return Some(Kind::Instructions);
    }
    let places = [("agents", Kind::Agent), ("commands", Kind::Command)];
    let found = places
        .iter()
        .filter_map(|(folder, kind)| Some((below(path, folder)?, *kind)))
        .max_by_key(|it| it.0.depth);
    match found {
        Some((place, kind)) if place.is_ours => Some(kind),
        // A skill has notes of any name in its folder.
        Some((place, _)) if place.is_in_skill => None,
        Some((_, kind)) => has_header(content).then_some(kind),
        None => (is_agent_name(name) && has_header(content)).then_some(Kind::Agent),
    }
}

fn is_skill(name: &str) -> bool {
    name.eq_ignore_ascii_case("SKILL.md")
}

fn is_instructions(name: &str) -> bool {
    matches!(name, "AGENTS.md" | "CLAUDE.md" | "CLAUDE.local.md")
}

/// The form of GitHub Copilot, which stands in any folder.
fn is_agent_name(name: &str) -> bool {
    name.ends_with(".agent.md")
}

/// A folder of a well-known name above a file.
#[derive(Clone, Copy, Debug)]
struct Below {
    /// How deep the folder lies.
    depth: usize,
    /// Whether it is a place from which we read, whatever stands there.
    is_ours: bool,
    /// Whether it belongs to a skill.
    is_in_skill: bool,
}

/// The deepest folder called `folder` above the file.
fn below(path: &Path, folder: &str) -> Option<Below> {
    let names: Vec<&OsStr> = path
        .parent()?
        .components()
        .filter_map(|it| match it {
            Component::Normal(name) => Some(name),
            Component::Prefix(_)
            | Component::RootDir
            | Component::CurDir
            | Component::ParentDir => None,
        })
        .collect();
    let depth = names.iter().rposition(|it| *it == folder)?;
    let parent = depth.checked_sub(1).map(|it| names[it]);
    let ours = [".claude", ".tackle", ".nemocode"];
    Some(Below {
        depth,
        is_ours: parent.is_some_and(|it| ours.iter().any(|ours| it == *ours)),
        is_in_skill: depth >= 2 && names[..depth - 1].iter().any(|it| *it == "skills"),
    })
}

/// Whether the text begins like an agent or a command: a fence, and a field that one of them has.
/// What stands before the fence, or that it is missing, is for the reader to say.
fn has_header(content: &[u8]) -> bool {
    const LOOKED_AT: usize = 16 * 1024;
    const KEYS: [&str; 5] = [
        "name:",
        "description:",
        "tools:",
        "allowed-tools:",
        "argument-hint:",
    ];
    let start = &content[..content.len().min(LOOKED_AT)];
    let text = String::from_utf8_lossy(start);
    let lines = || text.lines().take(80).map(str::trim_end);
    let is_key = |line: &str| KEYS.iter().any(|it| line.starts_with(it));
    lines().any(|it| it.trim_start_matches('\u{feff}') == "---") && lines().any(is_key)
}

fn json(path: &Path, content: &[u8]) -> Option<Kind> {
    let name = name_of(path);
    if is_in(path, ".claude-plugin") {
        return match name {
            "plugin.json" => Some(Kind::Plugin),
            "marketplace.json" => Some(Kind::Marketplace),
            _ => None,
        };
    }
    if let Some(stranger) = stranger_by_place(path) {
        return Some(Kind::ForeignHooks(stranger)).filter(|_| speaks_of_hooks(path, content));
    }
    match hooks_by_place(path) {
        Some(dialect) => Some(Kind::Hooks(dialect)),
        None => hooks_by_content(path, content),
    }
}

pub(super) fn is_in(path: &Path, folder: &str) -> bool {
    path.parent()
        .and_then(Path::file_name)
        .is_some_and(|it| it == folder)
}

pub(super) fn name_of(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

/// The ending in lower case, if it is one of those that are looked at.
fn ending(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    ["md", "json"]
        .into_iter()
        .find(|it| ending.eq_ignore_ascii_case(it))
}
