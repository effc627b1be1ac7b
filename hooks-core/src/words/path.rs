//! The paths in an input.

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use super::rename::EDITS;
use super::table::{Field, Row};

/// The names under which tools that no table knows hold a path.
const USUAL: [&str; 3] = ["path", "file_path", "notebook_path"];

impl Field {
    fn is_path(&self) -> bool {
        matches!(self.ours, "path" | "notebook_path")
    }
}

/// The paths of an input, those of its edits last.
pub(super) fn paths<'i>(row: Option<&Row>, input: &'i Map<String, Value>) -> Vec<&'i str> {
    let text = |it: &'i Map<String, Value>, key: &str| it.get(key).and_then(Value::as_str);
    let Some(row) = row else {
        return USUAL.iter().filter_map(|it| text(input, it)).collect();
    };
    let edits = input.get(EDITS).and_then(Value::as_array);
    let edits = edits.into_iter().flatten().filter_map(Value::as_object);
    let own = row.fields.iter().filter(|it| it.is_path());
    let own = own.filter_map(|it| text(input, it.theirs));
    let inner = edits.flat_map(|edit| {
        let fields = row.edits.iter().filter(|it| it.is_path());
        fields.filter_map(move |it| edit.get(it.theirs).and_then(Value::as_str))
    });
    own.chain(inner).collect()
}

/// Makes the paths of an input absolute.
pub(super) fn make_absolute(row: &Row, input: &mut Map<String, Value>, cwd: &Path) {
    for_paths(row.fields, input, cwd);
    let edits = input.get_mut(EDITS).and_then(Value::as_array_mut);
    for edit in edits.into_iter().flatten().filter_map(Value::as_object_mut) {
        for_paths(row.edits, edit, cwd);
    }
}

fn for_paths(fields: &[Field], input: &mut Map<String, Value>, cwd: &Path) {
    for field in fields.iter().filter(|it| it.is_path()) {
        if let Some(Value::String(text)) = input.get_mut(field.theirs) {
            *text = absolute_path(text, cwd);
        }
    }
}

/// The path below `cwd`, dots resolved by their letters alone: what a link leads to is not looked
/// at. Empty text, and a path below a home folder which only its user's shell knows, stay.
pub(crate) fn absolute_path(text: &str, cwd: &Path) -> String {
    if text.is_empty() || text == "~" || text.starts_with("~/") {
        return text.to_owned();
    }
    let mut res = PathBuf::new();
    for part in cwd.join(text).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                res.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => res.push(part),
        }
    }
    res.to_string_lossy().into_owned()
}
