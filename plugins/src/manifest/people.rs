//! Authors, owners, keywords and dependencies.

use json_tree::{Member, Node};

use crate::report::{Report, quoted};

/// An author or owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The address for mail.
    pub email: Option<String>,
    /// The page.
    pub url: Option<String>,
}

/// A plugin that another one needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// The range of versions, as written.
    pub version: Option<String>,
    /// The marketplace, where it is another one.
    pub marketplace: Option<String>,
}

/// Reads `{name, email, url}`, or plain text as the name.
pub(crate) fn read_person(report: &mut Report<'_>, node: &Node, key: &str) -> Option<Person> {
    if let Some(name) = node.text() {
        report.kindly(
            format!("`{key}` is an object with a `name`, found text"),
            node.start,
        );
        return Some(Person {
            name: name.to_owned(),
            ..Person::default()
        });
    }
    let field = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    match field("name") {
        Some(name) => Some(Person {
            name,
            email: field("email"),
            url: field("url"),
        }),
        None => {
            report.kindly(
                format!("`{key}` must be an object with a `name`"),
                node.start,
            );
            None
        }
    }
}

/// Reads a list of words, or text with commas between them.
pub(crate) fn read_words(report: &mut Report<'_>, node: &Node, key: &str) -> Vec<String> {
    if let Some(text) = node.text() {
        report.kindly(
            format!("`{key}` is a list of words, found text"),
            node.start,
        );
        let words = text.split(',').map(str::trim).filter(|it| !it.is_empty());
        return words.map(str::to_owned).collect();
    }
    let Some(items) = node.items() else {
        let message = format!("`{key}` must be a list of words, found {}", node.describe());
        report.kindly(message, node.start);
        return Vec::new();
    };
    items
        .iter()
        .filter_map(|it| word(report, it, key))
        .collect()
}

fn word(report: &mut Report<'_>, node: &Node, key: &str) -> Option<String> {
    let text = node.text().map(str::to_owned);
    if text.is_none() {
        let message = format!("`{key}` holds {} where a word belongs", node.describe());
        report.kindly(message, node.start);
    }
    text
}

/// Reads `dependencies`: a list of names and objects, or a map from names to versions.
pub(super) fn read_dependencies(report: &mut Report<'_>, node: &Node) -> Vec<Dependency> {
    if let Some(members) = node.members() {
        report.kindly(
            "`dependencies` is a list, found an object".to_owned(),
            node.start,
        );
        return members.iter().map(of_member).collect();
    }
    let Some(items) = node.items() else {
        let message = format!("`dependencies` must be a list, found {}", node.describe());
        report.not_read(message, node.start);
        return Vec::new();
    };
    items.iter().filter_map(|it| of_item(report, it)).collect()
}

fn of_member(member: &Member) -> Dependency {
    Dependency {
        version: member.value.text().map(str::to_owned),
        ..named(&member.key)
    }
}

fn of_item(report: &mut Report<'_>, node: &Node) -> Option<Dependency> {
    let field = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    let read = node.text().map(named).or_else(|| {
        let name = field("name")?;
        let whole = named(&name);
        Some(Dependency {
            version: field("version"),
            marketplace: field("marketplace").or(whole.marketplace),
            name: whole.name,
        })
    });
    if read.is_none() {
        let found = node.text().map_or(node.describe().to_owned(), quoted);
        let message = format!("a dependency is a name or an object with a `name`, found {found}");
        report.not_read(message, node.start);
    }
    read
}

/// `name` or `name@marketplace`.
fn named(text: &str) -> Dependency {
    let (name, marketplace) = match text.split_once('@') {
        Some((name, marketplace)) => (name, Some(marketplace.to_owned())),
        None => (text, None),
    };
    Dependency {
        name: name.to_owned(),
        version: None,
        marketplace,
    }
}
