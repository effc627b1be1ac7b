//! Fields from one word to another.

use serde_json::{Map, Value};

use super::table::{Field, Row};

/// The field that holds a list of edits.
pub(super) const EDITS: &str = "edits";

/// Which way fields are renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From a dialect's words to ours.
    ToOurs,
    /// From our words to a dialect's.
    FromOurs,
}

/// The same input with its known fields renamed, in the same order. Of a renamed field and a
/// stranger with the same name the renamed one stays: it is the one that the tool reads.
pub(super) fn rename(
    input: Map<String, Value>,
    row: Option<&Row>,
    direction: Direction,
) -> Map<String, Value> {
    let Some(row) = row.filter(|it| it.renames()) else {
        return input;
    };
    let mut res = Map::new();
    for (key, value) in input {
        let value = match value {
            Value::Array(items) if key == EDITS => edits(items, row, direction),
            other => other,
        };
        match counterpart(row.fields, &key, direction) {
            Some(name) => {
                res.insert(name.to_owned(), value);
            }
            None => {
                res.entry(key).or_insert(value);
            }
        }
    }
    res
}

fn edits(items: Vec<Value>, row: &Row, direction: Direction) -> Value {
    let renamed = items.into_iter().map(|it| match it {
        Value::Object(edit) => Value::Object(rename_edit(edit, row, direction)),
        other => other,
    });
    Value::Array(renamed.collect())
}

fn rename_edit(edit: Map<String, Value>, row: &Row, direction: Direction) -> Map<String, Value> {
    let name = |key: String| match counterpart(row.edits, &key, direction) {
        Some(name) => name.to_owned(),
        None => key,
    };
    edit.into_iter()
        .map(|(key, value)| (name(key), value))
        .collect()
}

fn counterpart(fields: &[Field], key: &str, direction: Direction) -> Option<&'static str> {
    let pair = |it: &Field| match direction {
        Direction::ToOurs => (it.theirs, it.ours),
        Direction::FromOurs => (it.ours, it.theirs),
    };
    let mut pairs = fields.iter().map(pair);
    pairs.find(|(from, _)| *from == key).map(|(_, to)| to)
}

/// The first returned key that is neither a field of the tool nor in the input that was shown.
pub(super) fn check(
    row: &Row,
    shown: &Map<String, Value>,
    returned: &Map<String, Value>,
) -> Result<(), String> {
    let known = |key: &String| knows(row.fields, key) || shown.contains_key(key);
    if let Some(stranger) = returned.keys().find(|it| !known(it)) {
        return Err(no_field(row, row.fields, stranger));
    }
    match returned.get(EDITS) {
        Some(Value::Array(items)) if !row.edits.is_empty() => {
            items.iter().try_for_each(|it| check_edit(row, shown, it))
        }
        _ => Ok(()),
    }
}

fn check_edit(row: &Row, shown: &Map<String, Value>, edit: &Value) -> Result<(), String> {
    let seen = shown.get(EDITS).and_then(Value::as_array);
    let was_seen = |key: &str| seen.is_some_and(|it| it.iter().any(|it| it.get(key).is_some()));
    let mut keys = edit.as_object().into_iter().flat_map(Map::keys);
    match keys.find(|it| !knows(row.edits, it) && !was_seen(it)) {
        Some(stranger) => Err(no_field(row, row.edits, &format!("edits[].{stranger}"))),
        None => Ok(()),
    }
}

fn knows(fields: &[Field], key: &str) -> bool {
    fields.iter().any(|it| it.theirs == key)
}

fn no_field(row: &Row, fields: &[Field], key: &str) -> String {
    let name = row.names.first().copied().unwrap_or_default();
    let expected: Vec<_> = fields.iter().map(|it| format!("`{}`", it.theirs)).collect();
    let expected = expected.join(", ");
    let key = stdx::text::printable(key);
    format!("`{key}` is no field of `{name}`, which has {expected}")
}

impl Row {
    /// Whether anything has another name here.
    fn renames(&self) -> bool {
        let mut fields = self.fields.iter().chain(self.edits);
        fields.any(|it| it.ours != it.theirs)
    }
}
