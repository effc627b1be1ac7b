//! The map form of `commands`.

use json_tree::{Member, Node};
use stdx::Problem;

use super::component::{CommandHeader, CommandText, DeclaredCommand};
use super::components::unknown_in_strict;
use super::people::read_words;
use crate::name::{NameFault, check_name};
use crate::report::{Report, quoted};

const KEYS: [&str; 6] = [
    "source",
    "content",
    "description",
    "argumentHint",
    "model",
    "allowedTools",
];

/// One command: exactly one of `source` and `content`, and what stands in for a header.
pub(super) fn read(report: &mut Report<'_>, member: &Member) -> Option<DeclaredCommand> {
    if check_name(&member.key) == Err(NameFault::Unusable) {
        let message = format!("the name {} cannot be used", quoted(&member.key));
        report.add(
            Problem::error("plugins/name-unusable", message),
            member.start,
        );
        return None;
    }
    let node = &member.value;
    if let Some(path) = node.text() {
        let message = format!(
            "the command {} is an object with a `source`, found text",
            quoted(&member.key)
        );
        report.kindly(message, node.start);
        return Some(DeclaredCommand {
            name: member.key.clone(),
            text: CommandText::File(path.to_owned()),
            header: CommandHeader::default(),
        });
    }
    known_keys_only(report, node)?;
    Some(DeclaredCommand {
        name: member.key.clone(),
        text: text(report, node)?,
        header: header(report, node),
    })
}

fn known_keys_only(report: &mut Report<'_>, node: &Node) -> Option<()> {
    let unknown = node.members().unwrap_or_default().iter();
    let unknown = unknown.filter(|it| !KEYS.contains(&it.key.as_str()));
    let mut res = Some(());
    for member in unknown {
        unknown_in_strict(report, (&member.key, member.start), "a command");
        res = None;
    }
    res
}

fn text(report: &mut Report<'_>, node: &Node) -> Option<CommandText<String>> {
    let source = node.get("source").and_then(Node::text);
    let content = node.get("content").and_then(Node::text);
    match (source, content) {
        (Some(path), None) => Some(CommandText::File(path.to_owned())),
        (None, Some(text)) => Some(CommandText::Content(text.to_owned())),
        (Some(_), Some(_)) | (None, None) => {
            let message = "a command has either a `source` or a `content`, both of them text";
            report.not_read(message.to_owned(), node.start);
            None
        }
    }
}

fn header(report: &mut Report<'_>, node: &Node) -> CommandHeader {
    let field = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    CommandHeader {
        description: field("description"),
        argument_hint: field("argumentHint"),
        model: field("model"),
        allowed_tools: node
            .get("allowedTools")
            .map(|it| read_words(report, it, "allowedTools")),
    }
}
