//! From the document to the manifest.

use std::collections::BTreeSet;

use json_tree::{Document, Node, NodeKind};
use serde_json::Value;
use stdx::{Loaded, Problem};

use super::people::{read_dependencies, read_person, read_words};
use super::{Manifest, Person, components, keys, options, strict};
use crate::name::{NameFault, check_name};
use crate::report::{Report, quoted};

/// Every key of the outermost object.
#[rustfmt::skip]
pub(crate) const MANIFEST_KEYS: [&str; 25] = [
    "$schema", "name", "displayName", "version", "description", "author", "homepage", "repository",
    "license", "keywords", "metadata", "defaultEnabled", "dependencies", "settings", "userConfig",
    "channels", "skills", "commands", "agents", "hooks", "mcpServers", "lspServers", "outputStyles",
    "workflows", "experimental",
];

/// What is only shown to people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// `displayName`.
    pub display_name: Option<String>,
    /// `version`, of any form.
    pub version: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `author`.
    pub author: Option<Person>,
    /// `homepage`.
    pub homepage: Option<String>,
    /// `repository`.
    pub repository: Option<String>,
    /// `license`.
    pub license: Option<String>,
    /// `keywords`.
    pub keywords: Vec<String>,
}

/// Reads a manifest.
///
/// There is none where the name is missing or unusable, or where a component field has a
/// type that means nothing: half a plugin would be taken for a whole one. Everything else costs
/// the entry at most.
pub fn read_manifest(document: &Document) -> Loaded<Option<Manifest>> {
    let mut report = Report::new(document);
    let value = manifest(&mut report);
    Loaded {
        value,
        problems: report.into_problems(),
    }
}

fn manifest(report: &mut Report<'_>) -> Option<Manifest> {
    let document = report.document;
    let root = document.root();
    if root.members().is_none() {
        let message = format!("a manifest is an object, found {}", root.describe());
        report.add(Problem::error("plugins/not-an-object", message), root.start);
        return None;
    }
    keys::report_doubles(report, root);
    keys::report_unknown(report, root, &MANIFEST_KEYS, &mut BTreeSet::new());
    let name = name(report, root);
    let components = components::read_components(report, root);
    let (name, start) = name?;
    Some(Manifest {
        file: document.path().to_owned(),
        name,
        name_place: document.place(start),
        about: about(report, root),
        default_enabled: switch(report, root, "defaultEnabled"),
        dependencies: found(root, "dependencies", |it| read_dependencies(report, it)),
        user_config: found(root, "userConfig", |it| options::read_options(report, it)),
        channels: found(root, "channels", |it| strict::read_channels(report, it)),
        settings: root.get("settings").and_then(|it| settings(report, it)),
        components: components?,
    })
}

fn found<T: Default>(root: &Node, key: &str, read: impl FnOnce(&Node) -> T) -> T {
    root.get(key).map(read).unwrap_or_default()
}

/// The name and where it stands.
fn name(report: &mut Report<'_>, root: &Node) -> Option<(String, usize)> {
    let Some(node) = root.get("name") else {
        let problem = Problem::error("plugins/name-missing", "the manifest has no `name`");
        report.add(problem.with_hint(NAME_HINT), root.start);
        return None;
    };
    let Some(name) = node.text() else {
        let message = format!("`name` must be text, found {}", node.describe());
        let problem = Problem::error("plugins/name-missing", message).with_hint(NAME_HINT);
        report.add(problem, node.start);
        return None;
    };
    usable_name(report, name, node.start).then(|| (name.to_owned(), node.start))
}

const NAME_HINT: &str = "a name is lower-case words joined by hyphens, such as `my-tool`";

fn usable_name(report: &mut Report<'_>, name: &str, start: usize) -> bool {
    match check_name(name) {
        Ok(()) => true,
        Err(NameFault::NotKebab) => {
            let message = format!("the name {} is unusual", quoted(name));
            let problem = Problem::warning("plugins/name-not-kebab", message);
            report.add(problem.with_hint(NAME_HINT), start);
            true
        }
        Err(NameFault::Unusable) => {
            let message = format!("the name {} cannot be used", quoted(name));
            let problem = Problem::error("plugins/name-unusable", message);
            report.add(problem.with_hint(NAME_HINT), start);
            false
        }
    }
}

/// What is only shown to people; shared with the entries of a marketplace.
pub(crate) fn about(report: &mut Report<'_>, root: &Node) -> About {
    About {
        display_name: text(report, root, "displayName"),
        version: text(report, root, "version"),
        description: text(report, root, "description"),
        author: root
            .get("author")
            .and_then(|it| read_person(report, it, "author")),
        homepage: address(report, root),
        repository: repository(report, root),
        license: text(report, root, "license"),
        keywords: found(root, "keywords", |it| read_words(report, it, "keywords")),
    }
}

/// Text; of another scalar its source text.
fn text(report: &mut Report<'_>, root: &Node, key: &str) -> Option<String> {
    let node = root.get(key)?;
    let kind = node.describe();
    let res = match &node.kind {
        NodeKind::Text(it) => return Some(it.clone()),
        NodeKind::Number(it) => Some(it.to_string()),
        NodeKind::Bool(it) => Some(it.to_string()),
        NodeKind::Null | NodeKind::List(_) | NodeKind::Object(_) => None,
    };
    report.kindly(format!("`{key}` must be text, found {kind}"), node.start);
    res
}

fn address(report: &mut Report<'_>, root: &Node) -> Option<String> {
    let res = text(report, root, "homepage")?;
    let is_url = res
        .split_once("://")
        .is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty());
    if let (false, Some(node)) = (is_url, root.get("homepage")) {
        let message = format!(
            "`homepage` must be an address such as `https://…`, found {}",
            quoted(&res)
        );
        report.kindly(message, node.start);
    }
    Some(res)
}

/// An address; of an object its `url`, as packages of other kinds write it.
fn repository(report: &mut Report<'_>, root: &Node) -> Option<String> {
    let node = root.get("repository")?;
    match node.get("url").and_then(Node::text) {
        Some(url) => {
            report.kindly(
                "`repository` is text, found an object with a `url`".to_owned(),
                node.start,
            );
            Some(url.to_owned())
        }
        None => text(report, root, "repository"),
    }
}

fn switch(report: &mut Report<'_>, root: &Node, key: &str) -> Option<bool> {
    let node = root.get(key)?;
    let res = node.bool();
    if res.is_none() {
        let message = format!(
            "`{key}` must be `true` or `false`, found {}",
            node.describe()
        );
        report.not_read(message, node.start);
    }
    res
}

/// `settings` has two keys that mean something; the others are left out.
fn settings(report: &mut Report<'_>, node: &Node) -> Option<Value> {
    if node.members().is_none() {
        let message = format!("`settings` must be an object, found {}", node.describe());
        report.not_read(message, node.start);
        return None;
    }
    let known = ["agent", "subagentStatusLine"];
    keys::report_unknown(report, node, &known, &mut BTreeSet::new());
    let mut res = node.to_value();
    if let Some(map) = res.as_object_mut() {
        map.retain(|key, _| known.contains(&key.as_str()));
    }
    Some(res)
}
