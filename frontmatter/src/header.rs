//! The fields of a header.

use std::collections::BTreeMap;

use stdx::{Place, Problem};

use crate::node::Node;

/// What became of the header of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderState {
    /// The file has none.
    #[default]
    Absent,
    /// A fence opens one and none closes it, so there is none; the whole text is body, and the
    /// file is reported with an error (sk-03).
    Unclosed,
    /// It is there and holds nothing but blank lines and comments.
    Empty,
    /// It was read as it stands.
    Read,
    /// It is not YAML; what its author plainly meant was read line by line, and each rescue is
    /// among the problems.
    Rescued,
    /// Nothing could be read of it; why is among the problems. It has no fields.
    Unreadable,
}

/// One `key: value` of a header or of a map inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key as text, without quotation marks.
    pub key: String,
    /// Where the key stands in the file.
    pub place: Place,
    /// What stands behind it.
    pub value: Node,
}

/// The header of a file: its fields in the order of the source, no key twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// What became of it.
    pub state: HeaderState,
    /// Its fields; empty unless `state` is [`HeaderState::Read`] or [`HeaderState::Rescued`].
    pub fields: Vec<Field>,
}

impl Header {
    /// The fields in the order of the source.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field with exactly this key.
    pub fn get(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|it| it.key == key)
    }

    /// The text of a field, see [`Node::text`].
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.value.text()
    }

    /// The fields as a JSON object, see [`Node::to_json`].
    pub fn to_json(&self) -> serde_json::Value {
        crate::node::fields_to_json(&self.fields)
    }
}

/// `fields` with no key twice: the last counts, at the position of the first, and each other one is
/// reported.
pub(crate) fn unique(fields: Vec<Field>, problems: &mut Vec<Problem>) -> Vec<Field> {
    let mut res: Vec<Field> = Vec::with_capacity(fields.len());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for field in fields {
        let Some(at) = seen.get(&field.key) else {
            seen.insert(field.key.clone(), res.len());
            res.push(field);
            continue;
        };
        problems.push(duplicate(&field, res[*at].place.line));
        res[*at] = field;
    }
    res
}

fn duplicate(field: &Field, earlier_line: u32) -> Problem {
    let message = format!(
        "`{}` stands on line {earlier_line} already; only this one counts",
        field.key
    );
    Problem::warning("frontmatter/duplicate-key", message)
        .at(field.place)
        .with_hint("remove one of the two")
}
