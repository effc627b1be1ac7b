//! Puts together what the standard layout and the manifest say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stdx::{Loaded, Problem};

use super::located::{Located, Locator, Origin};
use super::spread::{Walk, name_of, stem_of};
use super::{CommandPart, Part, PluginParts, PluginSettings, RawPart};
use crate::inside::Inside;
use crate::manifest::{
    CommandHeader, CommandText, ComponentKind, DeclaredCommand, DeclaredEntry, DeclaredWhat, Holds,
    Join, Manifest,
};
use crate::report::quoted;

/// More files than this in one plugin are not looked at.
const MOST_ENTRIES: usize = 20_000;

/// What the plugin in the folder `root`, which is canonical, brings.
pub(crate) fn collect(root: &Path, manifest: &Manifest) -> Loaded<PluginParts> {
    collect_within(root, manifest, MOST_ENTRIES)
}

/// The same, and no more than `room` entries of folders are looked at.
pub(crate) fn collect_within(root: &Path, manifest: &Manifest, room: usize) -> Loaded<PluginParts> {
    let mut collector = Collector {
        manifest,
        locator: Locator {
            inside: Inside::new(root),
            file: &manifest.file,
            problems: Vec::new(),
        },
        room,
    };
    let value = collector.parts();
    Loaded {
        value,
        problems: collector.locator.problems,
    }
}

struct Collector<'a> {
    manifest: &'a Manifest,
    locator: Locator<'a>,
    room: usize,
}

impl<'a> Collector<'a> {
    fn parts(&mut self) -> PluginParts {
        use ComponentKind as Kind;
        PluginParts {
            skills: self.skills(),
            commands: self.commands(),
            agents: self.files(Kind::Agents),
            hooks: self.documents(Kind::Hooks),
            mcp_servers: self.documents(Kind::McpServers),
            lsp_servers: self.documents(Kind::LspServers),
            output_styles: self.files(Kind::OutputStyles),
            workflows: self.files(Kind::Workflows),
            themes: self.files(Kind::Themes),
            monitors: self.documents(Kind::Monitors),
            evals: self.files(Kind::Evals),
            settings: self.settings(),
            bin: self.bin(),
        }
    }

    fn entries(&self, kind: ComponentKind) -> Vec<DeclaredEntry> {
        let declared = self.manifest.declared(kind);
        declared.map_or_else(Vec::new, |it| it.entries.clone())
    }

    /// The standard path, unless the manifest names others in its stead.
    fn standard(&mut self, kind: ComponentKind) -> Option<Located> {
        let is_replaced = self.manifest.declared(kind).is_some() && kind.join() == Join::Replaces;
        match is_replaced {
            true => None,
            false => self.locator.standard(kind),
        }
    }

    /// Every path of a kind, each real path once.
    fn paths(&mut self, kind: ComponentKind) -> Vec<Located> {
        let mut res: Vec<_> = self.standard(kind).into_iter().collect();
        for entry in self.entries(kind) {
            let DeclaredWhat::Path(text) = &entry.what else {
                continue;
            };
            if let Some(located) = self.locator.declared(text, &entry) {
                self.add_once(&mut res, located, text);
            }
        }
        res
    }

    fn add_once(&mut self, all: &mut Vec<Located>, located: Located, text: &str) {
        let Some(other) = all.iter().find(|it| it.real == located.real) else {
            return all.push(located);
        };
        let why = match other.origin {
            Origin::Standard => "is read without being named",
            Origin::Declared(_) => "is named twice",
        };
        let message = format!("{} {why}; it counts once", quoted(text));
        let problem = Problem::note("plugins/named-twice", message);
        self.locator.tell(problem, located.origin);
    }

    fn skills(&mut self) -> Vec<Part> {
        let kind = ComponentKind::Skills;
        let paths = self.paths(kind);
        let is_bare = paths.is_empty() && self.manifest.declared(kind).is_none();
        let root = self.locator.inside.root().to_owned();
        let mut walk = self.walk();
        for path in &paths {
            walk.skills(path);
        }
        if is_bare && walk.has_skill_file(&root) {
            walk.parts.push(Part {
                name: String::new(),
                path: root.clone(),
                real: root.clone(),
            });
        }
        let mut parts = once(walk.parts);
        // The folder of the plugin may be called after a version.
        for part in parts.iter_mut().filter(|it| it.real == root) {
            part.name.clone_from(&self.manifest.name);
        }
        parts
    }

    fn walk(&mut self) -> Walk<'_, 'a> {
        Walk {
            locator: &mut self.locator,
            room: &mut self.room,
            parts: Vec::new(),
        }
    }

    fn files(&mut self, kind: ComponentKind) -> Vec<Part> {
        let paths = self.paths(kind);
        let mut walk = self.walk();
        for located in paths {
            match kind.rules().holds {
                Holds::Files(endings) => walk.files(&located, endings),
                Holds::SkillFolders | Holds::Document | Holds::Anything => walk.parts.push(Part {
                    name: stem_of(&located.path),
                    path: located.path,
                    real: located.real,
                }),
            }
        }
        once(walk.parts)
    }

    fn commands(&mut self) -> Vec<CommandPart> {
        let files = self.files(ComponentKind::Commands).into_iter();
        let mut res: Vec<_> = files.map(of_file).collect();
        for entry in self.entries(ComponentKind::Commands) {
            if let DeclaredWhat::Command(command) = &entry.what {
                res.extend(self.command(command, &entry));
            }
        }
        res
    }

    fn command(&mut self, command: &DeclaredCommand, entry: &DeclaredEntry) -> Option<CommandPart> {
        let text = match &command.text {
            CommandText::Content(text) => CommandText::Content(text.clone()),
            CommandText::File(path) => {
                let located = self.locator.declared(path, entry)?;
                let mut walk = self.walk();
                walk.files(&located, &["md"]);
                // A folder would be many commands under one name.
                let [part] = <[Part; 1]>::try_from(walk.parts).ok()?;
                CommandText::File(part)
            }
        };
        Some(CommandPart {
            name: command.name.clone(),
            text,
            header: command.header.clone(),
        })
    }

    fn documents(&mut self, kind: ComponentKind) -> Vec<RawPart> {
        let mut res = Vec::new();
        for located in self.paths(kind) {
            if located.real.is_dir() {
                let message = format!("expected a file at {}", quoted(&name_of(&located.path)));
                let problem = Problem::error("plugins/path-kind", message);
                self.locator.tell(problem, located.origin);
                continue;
            }
            res.push(RawPart::File(Part {
                name: stem_of(&located.path),
                path: located.path,
                real: located.real,
            }));
        }
        res.extend(document_parts(&self.entries(kind)));
        res
    }

    fn settings(&mut self) -> Option<PluginSettings> {
        let file = self.locator.at("settings.json");
        let file = file.filter(|it| it.real.is_file()).map(|it| Part {
            name: "settings".to_owned(),
            path: it.path,
            real: it.real,
        });
        let inline = || self.manifest.settings.clone().map(PluginSettings::Inline);
        file.map(PluginSettings::File).or_else(inline)
    }

    fn bin(&mut self) -> Option<PathBuf> {
        let folder = self.locator.at("bin")?;
        folder.real.is_dir().then_some(folder.path)
    }
}

/// The entries that are no paths.
fn document_parts(entries: &[DeclaredEntry]) -> Vec<RawPart> {
    let parts = entries.iter().filter_map(|it| match &it.what {
        DeclaredWhat::Inline(document) => Some(RawPart::Inline(document.clone())),
        DeclaredWhat::Remote(address) => Some(RawPart::Remote(address.clone())),
        DeclaredWhat::Path(_) | DeclaredWhat::Command(_) => None,
    });
    parts.collect()
}

fn of_file(part: Part) -> CommandPart {
    CommandPart {
        name: part.name.clone(),
        text: CommandText::File(part),
        header: CommandHeader::default(),
    }
}

/// Each real path once, the first stays.
fn once(parts: Vec<Part>) -> Vec<Part> {
    let mut seen = BTreeSet::new();
    let mut parts = parts;
    parts.retain(|it| seen.insert(it.real.clone()));
    parts
}
