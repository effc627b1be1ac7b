//! The keys that name skills, commands, agents, hooks and the rest.

use std::collections::BTreeSet;

use json_tree::Node;
use stdx::Problem;

use super::component::{
    ComponentKind, Declared, DeclaredCommand, DeclaredEntry, DeclaredWhat, Inline, Rules, TABLE,
};
use super::{commands, inline, keys, strict};
use crate::report::{Report, quoted};

/// More documents than this in one list are no plugin, but an attempt on the memory: each keeps
/// its place by a copy of the text before it.
const MOST_INLINE: usize = 64;

/// What `root`, a manifest or an entry of a marketplace, says about each kind; `None` where a key
/// has a type that means nothing.
pub(crate) fn read_components(report: &mut Report<'_>, root: &Node) -> Option<Vec<Declared>> {
    let experimental = experimental(report, root);
    let mut res = Some(Vec::new());
    for rules in &TABLE {
        let holder = match rules.kind.is_experimental() {
            true => experimental,
            false => Some(root),
        };
        let Some(node) = holder.and_then(|it| it.get(rules.key)) else {
            continue;
        };
        match (declared(report, rules, node), &mut res) {
            (Some(it), Some(all)) => all.push(it),
            // What is experimental never costs the plugin.
            (None, _) if rules.kind.is_experimental() => {}
            (None, _) => res = None,
            (Some(_), None) => {}
        }
    }
    res
}

fn experimental<'n>(report: &mut Report<'_>, root: &'n Node) -> Option<&'n Node> {
    let node = root.get("experimental")?;
    if node.members().is_none() {
        let message = format!(
            "`experimental` must be an object, found {}",
            node.describe()
        );
        report.add(Problem::warning("plugins/field-kind", message), node.start);
        return None;
    }
    let known = ["themes", "monitors", "evals"];
    keys::report_unknown(report, node, &known, &mut BTreeSet::new());
    Some(node)
}

fn declared(report: &mut Report<'_>, rules: &'static Rules, node: &Node) -> Option<Declared> {
    let place = report.document.place(node.start);
    let mut reader = Reader {
        report,
        rules,
        entries: Vec::new(),
        n_inline: 0,
    };
    reader.value(node)?;
    Some(Declared {
        kind: rules.kind,
        place,
        entries: reader.entries,
    })
}

struct Reader<'r, 'd> {
    report: &'r mut Report<'d>,
    rules: &'static Rules,
    entries: Vec<DeclaredEntry>,
    n_inline: usize,
}

impl Reader<'_, '_> {
    fn value(&mut self, node: &Node) -> Option<()> {
        if let Some(items) = node.items() {
            items.iter().for_each(|it| self.item(it));
            return Some(());
        }
        if node.text().is_some() {
            self.item(node);
            return Some(());
        }
        match (self.rules.inline, node.members()) {
            (Inline::Document, Some(_)) => self.item(node),
            (Inline::Commands, Some(members)) => {
                for member in members {
                    let command = commands::read(self.report, member);
                    self.command(command, member.start);
                }
            }
            _ => return self.unreadable(node),
        }
        Some(())
    }

    fn command(&mut self, command: Option<DeclaredCommand>, start: usize) {
        if let Some(command) = command {
            self.push(DeclaredWhat::Command(command), start);
        }
    }

    fn item(&mut self, node: &Node) {
        if let Some(text) = node.text() {
            let what = match self.is_address(text) {
                true => DeclaredWhat::Remote(text.to_owned()),
                false => DeclaredWhat::Path(text.to_owned()),
            };
            return self.push(what, node.start);
        }
        let takes_documents = match self.rules.inline {
            Inline::Document | Inline::ListOfDocuments => true,
            Inline::Nothing | Inline::Commands => false,
        };
        match takes_documents && node.members().is_some() {
            true => self.inline(node),
            false => self.wrong_item(node),
        }
    }

    fn is_address(&self, text: &str) -> bool {
        self.rules.kind == ComponentKind::McpServers && text.starts_with("https://")
    }

    fn inline(&mut self, node: &Node) {
        if !strict::is_sound(self.report, self.rules.kind, node) {
            return;
        }
        self.n_inline += 1;
        if self.n_inline > MOST_INLINE {
            let message = format!("`{}` holds more than {MOST_INLINE} objects", self.rules.key);
            let problem = Problem::error("plugins/too-many", message);
            if self.n_inline == MOST_INLINE + 1 {
                self.report
                    .add(problem.with_hint("put them into a file"), node.start);
            }
            return;
        }
        if let Some(document) = inline::cut(self.report.document, node.start) {
            self.push(DeclaredWhat::Inline(document), node.start);
        }
    }

    fn push(&mut self, what: DeclaredWhat, start: usize) {
        let place = self.report.document.place(start);
        self.entries.push(DeclaredEntry { place, what });
    }

    fn wrong_item(&mut self, node: &Node) {
        let message = format!(
            "an item of `{}` must be {}, found {}",
            self.rules.key,
            self.one(),
            node.describe()
        );
        self.report.not_read(message, node.start);
    }

    fn unreadable(&mut self, node: &Node) -> Option<()> {
        let expected = match self.rules.inline {
            Inline::Nothing => "a path or a list of paths",
            Inline::Document => "a path, an object, or a list of them",
            Inline::ListOfDocuments => "a path or a list of objects",
            Inline::Commands => "a path, a list of paths, or an object of commands",
        };
        let message = format!(
            "`{}` must be {expected}, found {}",
            self.rules.key,
            node.describe()
        );
        let problem = match self.rules.kind.is_experimental() {
            true => Problem::warning("plugins/component-kind", message),
            false => Problem::error("plugins/component-kind", message)
                .with_hint("the plugin is not loaded until this is mended"),
        };
        self.report.add(problem, node.start);
        None
    }

    fn one(&self) -> &'static str {
        match self.rules.inline {
            Inline::Nothing | Inline::Commands => "a path",
            Inline::Document | Inline::ListOfDocuments => "a path or an object",
        }
    }
}

/// Reports a key of a strict part that is not known: there a slip of the pen costs the entry.
pub(super) fn unknown_in_strict(report: &mut Report<'_>, key: (&str, usize), part: &str) {
    let message = format!("{} is no known key of {part}", quoted(key.0));
    let problem = Problem::error("plugins/strict-part", message);
    report.add(
        problem.with_hint("unknown keys are not allowed here; the entry is left out"),
        key.1,
    );
}
