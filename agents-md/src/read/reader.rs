//! Reads single fields, and collects what is wrong with them.

use std::path::Path;

use frontmatter::{Field, Header, Node};
use stdx::{Place, Problem};

use crate::{AgentPlace, Placed, Switch};

/// A header while it is read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) file: &'a Path,
    pub(super) place: &'a AgentPlace,
    pub(super) header: &'a Header,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// Adds a problem at `place` in the file.
    pub(super) fn state(&mut self, place: Place, problem: Problem) {
        self.problems.push(problem.at(place).in_file(self.file));
    }

    /// Adds a problem of the file as a whole.
    pub(super) fn state_file(&mut self, problem: Problem) {
        self.problems.push(problem.in_file(self.file));
    }

    /// The field, unless nothing stands behind its key.
    pub(super) fn field(&self, key: &str) -> Option<&'a Field> {
        self.header.get(key).filter(|it| !it.value.is_blank())
    }

    /// The text of a field.
    pub(super) fn text(&mut self, key: &str) -> Option<Placed<String>> {
        let field = self.field(key)?;
        self.text_of(&field.value, key)
    }

    /// The text of a value that `key` leads to.
    pub(super) fn text_of(&mut self, node: &Node, key: &str) -> Option<Placed<String>> {
        match node.text() {
            Some(it) if node.items().is_none() => Some(placed(it.trim().to_owned(), node)),
            Some(_) | None => self.wrong_kind(node, key, "a text"),
        }
    }

    /// A field that is one of a few words; case does not matter.
    pub(super) fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<Placed<T>> {
        let text = self.text(key)?;
        let found = words
            .iter()
            .find(|(it, _)| it.eq_ignore_ascii_case(&text.value));
        if let Some((_, value)) = found {
            return Some(Placed {
                value: *value,
                place: text.place,
            });
        }
        let expected: Vec<String> = words.iter().map(|(it, _)| format!("`{it}`")).collect();
        let message = format!(
            "`{key}` must be {}, found `{}`",
            expected.join(" or "),
            text.value
        );
        self.state(text.place, Problem::warning("agents/field-value", message));
        None
    }

    /// A field that is a yes or a no.
    pub(super) fn switch(&mut self, key: &str) -> Option<Placed<Switch>> {
        let field = self.field(key)?;
        match field.value.truth() {
            Some(true) => Some(placed(Switch::On, &field.value)),
            Some(false) => Some(placed(Switch::Off, &field.value)),
            None => self.wrong_kind(&field.value, key, "`true` or `false`"),
        }
    }

    /// A field that is a positive whole number.
    pub(super) fn count(&mut self, key: &str) -> Option<Placed<u32>> {
        let field = self.field(key)?;
        let number = field.value.text().and_then(|it| it.trim().parse().ok());
        match number {
            Some(number) if number > 0 => Some(placed(number, &field.value)),
            Some(_) | None => self.wrong_kind(&field.value, key, "a positive whole number"),
        }
    }

    /// Says that a field is left out since it holds something else than `expected`.
    pub(super) fn wrong_kind<T>(&mut self, node: &Node, key: &str, expected: &str) -> Option<T> {
        let message = format!("`{key}` must be {expected}, found {}", node.describe());
        self.state(node.place, Problem::warning("agents/field-kind", message));
        None
    }
}

fn placed<T>(value: T, node: &Node) -> Placed<T> {
    Placed {
        value,
        place: node.place,
    }
}
