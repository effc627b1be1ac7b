//! From the document to the marketplace.

use std::collections::{BTreeMap, BTreeSet};

use json_tree::{Document, Node};
use stdx::{Loaded, Problem};

use super::source::read_source;
use super::{Entry, Marketplace, Strictness};
use crate::manifest::{
    MANIFEST_KEYS, about, read_components, read_person, read_words, report_doubles, report_unknown,
};
use crate::name::{NameFault, check_name};
use crate::report::{Report, quoted};

const KEYS: [&str; 9] = [
    "$schema",
    "name",
    "owner",
    "plugins",
    "description",
    "version",
    "metadata",
    "allowCrossMarketplaceDependenciesOn",
    "renames",
];
const ENTRY_KEYS: [&str; 5] = ["source", "category", "tags", "strict", "relevance"];

/// Reads a marketplace.
///
/// There is none where the name is missing or is a path, where `plugins` is no list, or where two
/// plugins have one name; anything else costs an entry at most.
pub fn read_marketplace(document: &Document) -> Loaded<Option<Marketplace>> {
    let mut reader = Reader {
        report: Report::new(document),
        told: BTreeSet::new(),
    };
    let value = reader.marketplace();
    Loaded {
        value,
        problems: reader.report.into_problems(),
    }
}

struct Reader<'d> {
    report: Report<'d>,
    /// Unknown keys of entries, each told once.
    told: BTreeSet<String>,
}

impl Reader<'_> {
    fn marketplace(&mut self) -> Option<Marketplace> {
        let document = self.report.document;
        let root = document.root();
        if root.members().is_none() {
            let message = format!("a marketplace is an object, found {}", root.describe());
            self.error("plugins/not-an-object", message, root.start);
            return None;
        }
        report_doubles(&mut self.report, root);
        report_unknown(&mut self.report, root, &KEYS, &mut BTreeSet::new());
        let name = self.name(root);
        let plugin_root = meta(root, "pluginRoot");
        let entries = self.entries(root, plugin_root.as_deref());
        let owner = self.owner(root);
        Some(Marketplace {
            file: document.path().to_owned(),
            name: name?,
            owner,
            description: meta(root, "description"),
            version: meta(root, "version"),
            plugin_root,
            renames: renames(root),
            entries: entries?,
        })
    }

    fn name(&mut self, root: &Node) -> Option<String> {
        let node = root.get("name");
        let Some((node, name)) = node.and_then(|it| Some((it, it.text()?))) else {
            let start = node.map_or(root.start, |it| it.start);
            let message = "a marketplace needs a `name`, a text".to_owned();
            self.error("plugins/name-missing", message, start);
            return None;
        };
        self.usable(name, node.start).then(|| name.to_owned())
    }

    fn usable(&mut self, name: &str, start: usize) -> bool {
        match check_name(name) {
            Ok(()) => true,
            Err(NameFault::NotKebab) => {
                let message = format!("the name {} is unusual", quoted(name));
                let problem = Problem::warning("plugins/name-not-kebab", message);
                self.report.add(problem, start);
                true
            }
            Err(NameFault::Unusable) => {
                let message = format!("the name {} cannot be used", quoted(name));
                self.error("plugins/name-unusable", message, start);
                false
            }
        }
    }

    fn owner(&mut self, root: &Node) -> Option<crate::manifest::Person> {
        match root.get("owner") {
            Some(node) => read_person(&mut self.report, node, "owner"),
            None => {
                let message = "a marketplace names its `owner`".to_owned();
                self.report.kindly(message, root.start);
                None
            }
        }
    }

    fn entries(&mut self, root: &Node, plugin_root: Option<&str>) -> Option<Vec<Entry>> {
        let items = root.get("plugins").and_then(Node::items);
        let Some(items) = items else {
            let start = root.get("plugins").map_or(root.start, |it| it.start);
            let message = "a marketplace needs `plugins`, a list".to_owned();
            self.error("plugins/component-kind", message, start);
            return None;
        };
        let entries: Vec<_> = items
            .iter()
            .filter_map(|it| self.entry(it, plugin_root))
            .collect();
        self.names_differ(&entries).then_some(entries)
    }

    fn entry(&mut self, node: &Node, plugin_root: Option<&str>) -> Option<Entry> {
        let (Some(name_node), Some(source)) = (node.get("name"), node.get("source")) else {
            let message = "a plugin of a marketplace needs `name` and `source`".to_owned();
            self.error("plugins/entry", message, node.start);
            return None;
        };
        let name = name_node.text().unwrap_or_default();
        if !self.usable(name, name_node.start) {
            return None;
        }
        let known = [MANIFEST_KEYS.as_slice(), &ENTRY_KEYS].concat();
        report_unknown(&mut self.report, node, &known, &mut self.told);
        let document = self.report.document;
        let report = &mut self.report;
        Some(Entry {
            name: name.to_owned(),
            place: document.place(name_node.start),
            source: read_source(report, source, plugin_root),
            source_place: document.place(source.start),
            about: about(report, node),
            category: node.get("category").and_then(Node::text).map(str::to_owned),
            tags: node
                .get("tags")
                .map(|it| read_words(report, it, "tags"))
                .unwrap_or_default(),
            strictness: strictness(report, node),
            default_enabled: node.get("defaultEnabled").and_then(Node::bool),
            components: read_components(report, node)?,
        })
    }

    fn names_differ(&mut self, entries: &[Entry]) -> bool {
        let mut seen = BTreeMap::new();
        let mut res = true;
        for entry in entries {
            if let Some(first) = seen.insert(entry.name.as_str(), entry.place.line) {
                let message = format!(
                    "{} is there twice, first in line {first}",
                    quoted(&entry.name)
                );
                let problem = Problem::error("plugins/same-name", message)
                    .in_file(self.report.document.path())
                    .at(entry.place);
                self.report.problems.push(problem);
                res = false;
            }
        }
        res
    }

    fn error(&mut self, code: &'static str, message: String, start: usize) {
        self.report.add(Problem::error(code, message), start);
    }
}

/// A text at the root or under `metadata`.
fn meta(root: &Node, key: &str) -> Option<String> {
    let inner = || root.get("metadata").and_then(|it| it.get(key));
    let node = root.get(key).or_else(inner)?;
    node.text().map(str::to_owned)
}

fn strictness(report: &mut Report<'_>, node: &Node) -> Strictness {
    let Some(strict) = node.get("strict") else {
        return Strictness::Strict;
    };
    match strict.bool() {
        Some(false) => Strictness::Loose,
        Some(true) => Strictness::Strict,
        None => {
            let message = format!(
                "`strict` must be `true` or `false`, found {}",
                strict.describe()
            );
            report.not_read(message, strict.start);
            Strictness::Strict
        }
    }
}

fn renames(root: &Node) -> BTreeMap<String, Option<String>> {
    let members = root.get("renames").and_then(Node::members);
    let members = members.unwrap_or_default().iter();
    members
        .map(|it| (it.key.clone(), it.value.text().map(str::to_owned)))
        .collect()
}
