//! The kinds of things a plugin brings, and where each is looked for.

use std::path::PathBuf;

use json_tree::Document;
use stdx::Place;

/// A kind of thing that a plugin brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComponentKind {
    /// Folders with a `SKILL.md`.
    Skills,
    /// Markdown files for slash commands.
    Commands,
    /// Markdown files for custom agents.
    Agents,
    /// Hook documents.
    Hooks,
    /// Documents that name MCP servers.
    McpServers,
    /// Documents that name language servers.
    LspServers,
    /// Markdown files for output styles.
    OutputStyles,
    /// Files with workflows.
    Workflows,
    /// Files with colour themes.
    Themes,
    /// Documents that name background monitors.
    Monitors,
    /// Files or folders with evaluations.
    Evals,
}

/// How what the manifest names meets the standard path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Both are read.
    Adds,
    /// Both are read, and what is inside is merged by its reader.
    Merges,
    /// The standard path is read only where the manifest names nothing.
    Replaces,
}

/// What may stand in the manifest besides paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inline {
    Nothing,
    /// A document.
    Document,
    /// A list of objects, each of them a document.
    ListOfDocuments,
    /// A map from names to commands.
    Commands,
}

/// What is under the paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Folders with a `SKILL.md`.
    SkillFolders,
    /// Files with one of these endings, also in folders below.
    Files(&'static [&'static str]),
    /// One document that somebody else reads.
    Document,
    /// Whatever it is, it is handed over as named.
    Anything,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) kind: ComponentKind,
    pub(crate) key: &'static str,
    /// The standard path; none is read where it is empty.
    pub(crate) standard: &'static str,
    pub(crate) join: Join,
    pub(crate) inline: Inline,
    pub(crate) holds: Holds,
}

const fn rules(
    kind: ComponentKind,
    paths: (&'static str, &'static str),
    reading: (Join, Inline, Holds),
) -> Rules {
    Rules {
        kind,
        key: paths.0,
        standard: paths.1,
        join: reading.0,
        inline: reading.1,
        holds: reading.2,
    }
}

const MARKDOWN: Holds = Holds::Files(&["md"]);

/// Every kind, in the order in which they are read.
#[rustfmt::skip]
pub(crate) const TABLE: [Rules; 11] = {
    use ComponentKind as Kind;
    use Join::{Adds, Merges, Replaces};
    [
        rules(Kind::Skills, ("skills", "skills"), (Adds, Inline::Nothing, Holds::SkillFolders)),
        rules(Kind::Commands, ("commands", "commands"), (Replaces, Inline::Commands, MARKDOWN)),
        rules(Kind::Agents, ("agents", "agents"), (Replaces, Inline::Nothing, MARKDOWN)),
        rules(Kind::Hooks, ("hooks", "hooks/hooks.json"), (Merges, Inline::Document, Holds::Document)),
        rules(Kind::McpServers, ("mcpServers", ".mcp.json"), (Merges, Inline::Document, Holds::Document)),
        rules(Kind::LspServers, ("lspServers", ".lsp.json"), (Merges, Inline::Document, Holds::Document)),
        rules(Kind::OutputStyles, ("outputStyles", "output-styles"), (Replaces, Inline::Nothing, MARKDOWN)),
        rules(Kind::Workflows, ("workflows", "workflows"), (Replaces, Inline::Nothing, Holds::Files(&["js", "md"]))),
        rules(Kind::Themes, ("themes", "themes"), (Replaces, Inline::Nothing, Holds::Files(&["json"]))),
        rules(Kind::Monitors, ("monitors", "monitors/monitors.json"), (Replaces, Inline::ListOfDocuments, Holds::Document)),
        rules(Kind::Evals, ("evals", ""), (Replaces, Inline::Nothing, Holds::Anything)),
    ]
};

impl ComponentKind {
    pub(crate) fn rules(self) -> &'static Rules {
        let row = TABLE.iter().find(|it| it.kind == self);
        row.expect("the table has a row for every kind")
    }

    /// The key of the manifest, `skills`, `mcpServers`, …
    pub fn key(self) -> &'static str {
        self.rules().key
    }

    /// The standard path in the plugin's folder; empty where there is none.
    pub fn standard_path(self) -> &'static str {
        self.rules().standard
    }

    /// How what the manifest names meets the standard path.
    pub fn join(self) -> Join {
        self.rules().join
    }

    /// Whether the key stands under `experimental`.
    pub(crate) fn is_experimental(self) -> bool {
        matches!(
            self,
            ComponentKind::Themes | ComponentKind::Monitors | ComponentKind::Evals
        )
    }
}

/// What a manifest, or an entry of a marketplace, says about one kind.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The kind.
    pub kind: ComponentKind,
    /// Where its key stands.
    pub place: Place,
    /// The entries which could be read.
    pub entries: Vec<DeclaredEntry>,
}

/// One entry: a path, or something written out in place.
#[derive(Clone, Debug)]
pub struct DeclaredEntry {
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub what: DeclaredWhat,
}

/// What an entry says.
#[derive(Clone, Debug)]
pub enum DeclaredWhat {
    /// A path as it was written; nothing about it was checked.
    Path(String),
    /// An address from which something would be fetched; nothing here fetches.
    Remote(String),
    /// A document in place, lines and columns those of the file around it.
    Inline(Document),
    /// A command of the map form of `commands`.
    Command(DeclaredCommand),
}

/// A command of the map form of `commands`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCommand {
    /// Its name, the key of the map.
    pub name: String,
    /// Where its text is.
    pub text: CommandText<String>,
    /// What stands in for the file's header.
    pub header: CommandHeader,
}

/// Where the text of a command is; `P` is a path as written or as found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandText<P = PathBuf> {
    /// In a file.
    File(P),
    /// In the manifest itself.
    Content(String),
}

/// What the map form of `commands` says besides the text; each wins over the file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandHeader {
    /// `description`.
    pub description: Option<String>,
    /// `argumentHint`.
    pub argument_hint: Option<String>,
    /// `model`.
    pub model: Option<String>,
    /// `allowedTools`; `None` where it is not said.
    pub allowed_tools: Option<Vec<String>>,
}
