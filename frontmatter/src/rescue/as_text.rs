//! The last resort: an entry as a text or a list of texts.

use stdx::{Place, Problem};

use super::entries::Entry;
use super::fault;
use super::mend::{meant, problem};
use crate::header::Field;
use crate::lines::{looks_like_field, quoted_len};
use crate::node::{Node, Shape, Value};
use crate::strict::Refusal;

/// The entry as a field whose value is a text, or a list if it has dashes.
pub(super) fn read(entry: &Entry<'_>, refusal: &Refusal, problems: &mut Vec<Problem>) -> Field {
    let reader = Reader { entry, refusal };
    let (value, problem) = reader.value();
    problems.push(problem);
    Field {
        key: entry.key.to_owned(),
        place: entry.place(),
        value,
    }
}

struct Reader<'a> {
    entry: &'a Entry<'a>,
    refusal: &'a Refusal,
}

impl Reader<'_> {
    fn value(&self) -> (Node, Problem) {
        let (_, first) = self.entry.first_value();
        if first.starts_with("- ") {
            return (self.list(), self.list_problem());
        }
        if first.is_empty() && self.has_structure() {
            return (self.text(&self.raw_lines()), self.structure_problem());
        }
        if first.starts_with(['|', '>']) {
            return (self.text(&self.raw_lines()), self.overflow_problem());
        }
        if let Some(quoted) = self.quoted() {
            return (self.text(&quoted), self.overflow_problem());
        }
        self.bare(first)
    }

    /// A text as it stands, over one or more lines.
    fn bare(&self, first: &str) -> (Node, Problem) {
        let fault = fault::of(first);
        let start = fault.map_or_else(|| first.to_owned(), |it| meant(first, it));
        let more = self.raw_lines();
        let separator = if self.entry.is_overflowing { "\n" } else { " " };
        let more = match self.entry.is_overflowing {
            true => more,
            false => more.lines().map(str::trim).collect::<Vec<_>>().join(" "),
        };
        let whole = [start.as_str(), more.as_str()].join(separator);
        let node = self.text(whole.trim());
        let found = match fault {
            _ if self.entry.is_overflowing => self.overflow_problem(),
            Some(fault) => problem(fault, self.entry.key).at(node.place),
            None => self.other_problem(),
        };
        (node, found)
    }

    fn text(&self, text: &str) -> Node {
        let mut node = Node::new(Value::Text(text.to_owned()), self.value_place());
        if text.contains('\n') || self.entry.lines.len() > 1 {
            node.shape = Shape::Folded;
        }
        node
    }

    /// The lines behind the first, without the indentation they have in common.
    fn raw_lines(&self) -> String {
        let lines = self.continuation();
        let indented = lines.iter().filter(|it| it.starts_with([' ', '\t']));
        let margin = indented
            .filter(|it| !it.trim().is_empty())
            .map(|it| it.len() - it.trim_start_matches([' ', '\t']).len())
            .min()
            .unwrap_or(0);
        let cut = |line: &&str| {
            let own = line.len() - line.trim_start_matches([' ', '\t']).len();
            line[own.min(margin)..].trim_end().to_owned()
        };
        let text: Vec<String> = lines.iter().map(cut).collect();
        text.join("\n").trim_end().to_owned()
    }

    /// The lines behind the first; comments at the margin are none of a text that is indented.
    fn continuation(&self) -> Vec<&str> {
        let is_text = |it: &&str| self.entry.is_overflowing || !it.starts_with('#');
        let lines = self.entry.lines.iter().skip(1).copied();
        lines.filter(is_text).collect()
    }

    /// Whether indented lines hold fields or items.
    fn has_structure(&self) -> bool {
        let mut lines = self.entry.lines.iter().skip(1).map(|it| it.trim_start());
        !self.entry.is_overflowing && lines.any(|it| it.starts_with("- ") || looks_like_field(it))
    }

    /// The inside of a quoted text over several lines.
    fn quoted(&self) -> Option<String> {
        let (at, first) = self.entry.first_value();
        if !first.starts_with(['"', '\'']) || self.entry.lines.len() < 2 {
            return None;
        }
        let text = self.entry.text();
        let len = quoted_len(&text[at..])?;
        let inner = &text[at + 1..at + len - 1];
        text[at + len..]
            .trim()
            .is_empty()
            .then(|| inner.replace("\\\"", "\""))
    }

    /// The items behind dashes, one of which stands on the line of the key.
    fn list(&self) -> Node {
        let (at, first) = self.entry.first_value();
        let more = self.entry.lines.iter().enumerate().skip(1);
        let more = more.map(|(index, it)| (index, it.len() - it.trim_start().len(), it.trim()));
        let lines = std::iter::once((0, at, first)).chain(more);
        let items = lines.filter_map(|(index, at, text)| {
            let item = text.strip_prefix('-')?.trim();
            let at = at + text.len() - text[1..].trim_start().len();
            Some(item_node(item, self.entry.place_at(index, at)))
        });
        Node::new(Value::List(items.collect()), self.value_place())
    }

    fn value_place(&self) -> Place {
        let (at, _) = self.entry.first_value();
        self.entry.place_at(0, at)
    }

    fn list_problem(&self) -> Problem {
        let message = format!(
            "the list of `{}` begins on the line of its key",
            self.entry.key
        );
        Problem::warning("frontmatter/list-on-key-line", message)
            .at(self.value_place())
            .with_hint("begin each item on a line of its own")
    }

    fn structure_problem(&self) -> Problem {
        let message = format!(
            "`{}` cannot be read: {}",
            self.entry.key, self.refusal.message
        );
        Problem::error("frontmatter/field-unreadable", message).at(self.refusal.place)
    }

    fn overflow_problem(&self) -> Problem {
        let lines = self.entry.lines.iter().skip(1);
        let at_margin = |it: &&str| !it.trim().is_empty() && !it.starts_with([' ', '\t']);
        let index = lines.clone().position(at_margin).map_or(0, |it| it + 1);
        let message = format!(
            "the text of `{}` goes on without indentation",
            self.entry.key
        );
        Problem::warning("frontmatter/text-not-indented", message)
            .at(self.entry.place_at(index, 0))
            .with_hint("write `|` behind the colon and indent every line of the text")
    }

    /// A colon on a further line, or whatever the reader of YAML says.
    fn other_problem(&self) -> Problem {
        let mut lines = self.entry.lines.iter().enumerate().skip(1);
        let Some((index, line)) = lines.find(|(_, it)| fault::has_colon(it.trim())) else {
            let message = format!(
                "`{}` is not YAML: {}; it is read as text",
                self.entry.key, self.refusal.message
            );
            return Problem::warning("frontmatter/not-yaml", message)
                .at(self.refusal.place)
                .with_hint("put the whole value in quotation marks");
        };
        let start = line.len() - line.trim_start().len();
        problem(fault::Fault::Colon, self.entry.key).at(self.entry.place_at(index, start))
    }
}

fn item_node(text: &str, place: Place) -> Node {
    let is_quoted = text.starts_with(['"', '\'']) && quoted_len(text) == Some(text.len());
    let inner = if is_quoted {
        &text[1..text.len() - 1]
    } else {
        text
    };
    Node::new(Value::Text(inner.to_owned()), place)
}
