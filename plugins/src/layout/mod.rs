//! What is where in a plugin's folder.

mod collect;
mod located;
mod spread;

use std::path::PathBuf;

use json_tree::Document;
use serde_json::Value;

use crate::manifest::{CommandHeader, CommandText};
pub(crate) use collect::collect;
#[cfg(test)]
pub(crate) use collect::collect_within;
pub(crate) use located::refusal;

/// What a plugin brings: paths and raw documents, none of them read.
///
/// Every path lies in the plugin's folder once links are resolved; nothing is in a list twice by
/// its real path.
#[derive(Clone, Debug, Default)]
pub struct PluginParts {
    /// Folders that hold a `SKILL.md`; [`Part::path`] is the folder.
    pub skills: Vec<Part>,
    /// Slash commands.
    pub commands: Vec<CommandPart>,
    /// Markdown files of custom agents.
    pub agents: Vec<Part>,
    /// Hook documents: the standard file first, then what the manifest names.
    pub hooks: Vec<RawPart>,
    /// Documents that name MCP servers; of one name the later wins.
    pub mcp_servers: Vec<RawPart>,
    /// Documents that name language servers.
    pub lsp_servers: Vec<RawPart>,
    /// Markdown files of output styles.
    pub output_styles: Vec<Part>,
    /// Files of workflows, scripts and Markdown.
    pub workflows: Vec<Part>,
    /// Files of colour themes.
    pub themes: Vec<Part>,
    /// Monitors: a file holds a list, a document in place is one monitor.
    pub monitors: Vec<RawPart>,
    /// Evaluations, as the manifest names them.
    pub evals: Vec<Part>,
    /// Settings that the plugin suggests.
    pub settings: Option<PluginSettings>,
    /// A folder of programs, for the search path of commands while the plugin is on.
    pub bin: Option<PathBuf>,
}

/// A file or folder of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name without the plugin's: the stem of the file or the name of the folder, folders
    /// between joined by colons.
    pub name: String,
    /// Where it stands.
    pub path: PathBuf,
    /// Where it really is.
    pub real: PathBuf,
}

/// A slash command of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandPart {
    /// Its name without the plugin's.
    pub name: String,
    /// Where its text is.
    pub text: CommandText<Part>,
    /// What the manifest says in place of the file's header.
    pub header: CommandHeader,
}

/// A document which somebody else reads.
#[derive(Clone, Debug)]
pub enum RawPart {
    /// A file.
    File(Part),
    /// Written out in the manifest; lines and columns are the manifest's.
    Inline(Document),
    /// An address, shown and never fetched.
    Remote(String),
}

/// Settings that a plugin suggests.
#[derive(Clone, Debug, PartialEq)]
pub enum PluginSettings {
    /// `settings.json` in the plugin's folder, which wins.
    File(Part),
    /// `settings` of the manifest.
    Inline(Value),
}

impl RawPart {
    /// The file that holds it; `None` for an address.
    pub fn file(&self) -> Option<&std::path::Path> {
        match self {
            RawPart::File(part) => Some(&part.path),
            RawPart::Inline(document) => Some(document.path()),
            RawPart::Remote(_) => None,
        }
    }
}
