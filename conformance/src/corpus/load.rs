//! Reads one file as its own crate does.

use std::borrow::Cow;
use std::path::Path;

use agents_md::AgentPlace;
use frontmatter::HeaderState;
use json_tree::Document;
use plugins::{PluginPlace, read_manifest, read_marketplace};
use skills::{Layout, SkillFile};
use stdx::Problem;

use super::hooks::{Hooks, read_hooks};
use super::tree::Kind;

/// What was read of a file.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) outcome: Outcome,
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    /// The keys of the header or of the root.
    pub(super) keys: Vec<String>,
    pub(super) header: Option<HeaderState>,
    pub(super) body: Body,
    pub(super) hooks: Option<Hooks>,
    pub(super) n_plugins: Option<usize>,
    pub(super) problems: Vec<Problem>,
}

/// Whether the file is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Outcome {
    #[default]
    Loaded,
    /// It is not, and a problem must say why.
    Refused,
    /// It is another product's, and is only named.
    NotOurs,
}

/// What became of the text below the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Body {
    /// The kind has none.
    #[default]
    None,
    Kept,
    Lost,
}

/// Reads the bytes of `file` as a file of this kind.
pub(super) fn load(file: &Path, kind: Kind, bytes: &[u8]) -> Reading {
    match kind {
        Kind::Skill => skill(file, Layout::Folders, bytes),
        Kind::Command => skill(file, Layout::Commands, bytes),
        Kind::Agent => agent(file, bytes),
        Kind::OutputStyle => markdown(file, bytes),
        Kind::Hooks => hooks(file, bytes),
        Kind::ForeignHooks => foreign(file, bytes),
        Kind::Plugin => plugin(file, bytes),
        Kind::Marketplace => marketplace(file, bytes),
    }
}

/// The header and the body alone.
fn markdown(file: &Path, bytes: &[u8]) -> Reading {
    let loaded = frontmatter::read(file, bytes);
    let document = loaded.value;
    let text = String::from_utf8_lossy(bytes);
    let parts = frontmatter::split(&text);
    let is_whole = parts.join() == text && parts.body == document.body;
    let fields = document.header.fields();
    let text_of = |key: &str| document.header.text(key).map(str::to_owned);
    Reading {
        name: text_of("name"),
        description: text_of("description"),
        keys: fields.iter().map(|it| it.key.clone()).collect(),
        header: Some(document.header.state),
        body: if is_whole { Body::Kept } else { Body::Lost },
        problems: loaded.problems,
        ..Reading::default()
    }
}

fn skill(file: &Path, layout: Layout, bytes: &[u8]) -> Reading {
    let known = SkillFile {
        file,
        name: &named_by(file, layout),
        source: &skills::Source::Project,
        product: skills::Product::ClaudeCode,
        layout,
    };
    let base = markdown(file, bytes);
    let loaded = skills::read(&known, bytes);
    let Some(skill) = loaded.value else {
        return Reading {
            outcome: Outcome::Refused,
            problems: loaded.problems,
            ..base
        };
    };
    let label = skill.label.as_ref().map(|it| it.value.clone());
    Reading {
        // A command has no name of its own; what its header says is kept and unused.
        name: label.or(base.name),
        // Where the header says nothing, the first paragraph stands in.
        description: base.description.or(Some(skill.description.clone())),
        body: whole(base.body, bytes, skill.body()),
        problems: loaded.problems,
        ..base
    }
}

fn named_by(file: &Path, layout: Layout) -> Cow<'_, str> {
    let name = match layout {
        Layout::Folders => file.parent().and_then(Path::file_name),
        Layout::Commands => file.file_stem(),
    };
    name.unwrap_or_default().to_string_lossy()
}

/// Whether the text that is used is all that stands below the header, blank lines around it aside.
fn whole(body: Body, bytes: &[u8], used: &str) -> Body {
    let text = String::from_utf8_lossy(bytes);
    match frontmatter::split(&text).body.trim() == used.trim() {
        true => body,
        false => Body::Lost,
    }
}

fn agent(file: &Path, bytes: &[u8]) -> Reading {
    let folder = file.parent().unwrap_or(file);
    let place = AgentPlace::of_plugin("corpus", folder, folder);
    let base = markdown(file, bytes);
    let loaded = agents_md::read_agent(file, &place, bytes);
    let Some(agent) = loaded.value else {
        return Reading {
            outcome: Outcome::Refused,
            problems: loaded.problems,
            ..base
        };
    };
    let body = whole(base.body, bytes, &agent.instructions);
    Reading {
        name: Some(agent.name),
        description: Some(agent.description),
        body,
        problems: loaded.problems,
        ..base
    }
}

/// A file of JSON, or why it is none.
fn document(file: &Path, bytes: &[u8]) -> Result<(Document, Reading), Box<Reading>> {
    match Document::parse(file, bytes) {
        Ok(document) => {
            let members = document.root().members().unwrap_or_default();
            let keys = members.iter().map(|it| it.key.clone()).collect();
            let description = document.root().get("description");
            let base = Reading {
                keys,
                description: description.and_then(|it| it.text()).map(str::to_owned),
                ..Reading::default()
            };
            Ok((document, base))
        }
        Err(fault) => Err(Box::new(Reading {
            outcome: Outcome::Refused,
            problems: vec![fault.into_problem("json")],
            ..Reading::default()
        })),
    }
}

fn hooks(file: &Path, bytes: &[u8]) -> Reading {
    let (document, base) = match document(file, bytes) {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    let (hooks, problems) = read_hooks(&document);
    Reading {
        hooks: Some(hooks),
        problems,
        ..base
    }
}

fn foreign(file: &Path, bytes: &[u8]) -> Reading {
    let (_, base) = match document(file, bytes) {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    Reading {
        outcome: Outcome::NotOurs,
        ..base
    }
}

fn plugin(file: &Path, bytes: &[u8]) -> Reading {
    let (document, base) = match document(file, bytes) {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    let loaded = read_manifest(&document);
    let mut problems = loaded.problems;
    problems.extend(problems_of_folder(file));
    match loaded.value {
        Some(manifest) => Reading {
            name: Some(manifest.name),
            description: manifest.about.description,
            problems,
            ..base
        },
        None => Reading {
            outcome: Outcome::Refused,
            problems,
            ..base
        },
    }
}

/// The whole plugin, which must neither panic nor hang; its parts are read for their own sake.
fn problems_of_folder(manifest: &Path) -> Vec<Problem> {
    let root = manifest.ancestors().nth(2);
    let Some(root) = root.filter(|_| manifest.ends_with(plugins::MANIFEST_PATH)) else {
        return Vec::new();
    };
    let place = PluginPlace {
        dir: root.parent().unwrap_or(root).to_owned(),
        source: plugins::Source::Personal,
        product: plugins::Product::ClaudeCode,
        bounds: None,
    };
    plugins::load(root, &place).problems
}

fn marketplace(file: &Path, bytes: &[u8]) -> Reading {
    let (document, base) = match document(file, bytes) {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    let loaded = read_marketplace(&document);
    match loaded.value {
        Some(list) => Reading {
            name: Some(list.name),
            description: list.description,
            n_plugins: Some(list.entries.len()),
            problems: loaded.problems,
            ..base
        },
        None => Reading {
            outcome: Outcome::Refused,
            problems: loaded.problems,
            ..base
        },
    }
}
