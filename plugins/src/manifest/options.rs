//! `userConfig`: what the person may set for a plugin.

use json_tree::{Member, Node};
use serde_json::Value;

use super::components::unknown_in_strict;
use crate::report::{Report, quoted};

/// Something that the person may set.
#[derive(Clone, Debug, PartialEq)]
pub struct UserOption {
    /// Its key, an identifier.
    pub key: String,
    /// What it holds.
    pub kind: OptionKind,
    /// How it is called on a screen.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// Whether the plugin needs it.
    pub is_required: bool,
    /// Whether it is a secret, which never stands in a text for a model.
    pub is_sensitive: bool,
    /// What it is where nothing was set.
    pub default: Option<Value>,
    /// `multiple`, `min`, `max` and `options`, unread.
    pub limits: Value,
}

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// The path of a folder.
    Directory,
    /// The path of a file.
    File,
}

impl OptionKind {
    fn from_word(word: &str) -> Option<OptionKind> {
        Some(match word {
            "string" => OptionKind::Text,
            "number" => OptionKind::Number,
            "boolean" => OptionKind::Boolean,
            "directory" => OptionKind::Directory,
            "file" => OptionKind::File,
            _ => return None,
        })
    }
}

const KEYS: [&str; 6] = [
    "type",
    "title",
    "description",
    "required",
    "default",
    "sensitive",
];
const LIMITS: [&str; 4] = ["multiple", "min", "max", "options"];

/// Reads the map from keys to options; one that is not sound is left out.
pub(super) fn read_options(report: &mut Report<'_>, node: &Node) -> Vec<UserOption> {
    let Some(members) = node.members() else {
        let message = format!("`userConfig` must be an object, found {}", node.describe());
        report.not_read(message, node.start);
        return Vec::new();
    };
    members.iter().filter_map(|it| option(report, it)).collect()
}

fn option(report: &mut Report<'_>, member: &Member) -> Option<UserOption> {
    let node = &member.value;
    if !is_identifier(&member.key) {
        let message = format!(
            "the key of an option is letters, digits and underscores, found {}",
            quoted(&member.key)
        );
        report.not_read(message, member.start);
        return None;
    }
    known_keys_only(report, node)?;
    let kind = needed(report, node, "type")?;
    let Some(kind) = OptionKind::from_word(&kind) else {
        let message = format!(
            "`type` is one of string, number, boolean, directory and file, found {}",
            quoted(&kind)
        );
        report.not_read(message, node.start);
        return None;
    };
    Some(UserOption {
        key: member.key.clone(),
        kind,
        title: needed(report, node, "title")?,
        description: needed(report, node, "description")?,
        is_required: node.get("required").and_then(Node::bool) == Some(true),
        // A slip of the pen must not make a secret public.
        is_sensitive: (node.get("sensitive")).is_some_and(|it| it.bool() != Some(false)),
        default: node.get("default").map(Node::to_value),
        limits: limits(node),
    })
}

fn is_identifier(key: &str) -> bool {
    let starts_well = key.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    starts_well
        && key
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn known_keys_only(report: &mut Report<'_>, node: &Node) -> Option<()> {
    let mut res = Some(());
    for member in node.members().unwrap_or_default() {
        let key = member.key.as_str();
        if !KEYS.contains(&key) && !LIMITS.contains(&key) {
            unknown_in_strict(report, (key, member.start), "an option");
            res = None;
        }
    }
    res
}

fn needed(report: &mut Report<'_>, node: &Node, key: &str) -> Option<String> {
    let text = node.get(key).and_then(Node::text).map(str::to_owned);
    if text.is_none() {
        report.not_read(format!("an option needs `{key}`, a text"), node.start);
    }
    text
}

fn limits(node: &Node) -> Value {
    let members = node.members().unwrap_or_default().iter();
    let limits = members.filter(|it| LIMITS.contains(&it.key.as_str()));
    limits
        .map(|it| (it.key.clone(), it.value.to_value()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
