//! Changes our settings and leaves everything else in them as it is.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstRootNode};
use jsonc_parser::errors::ParseError;

use super::OnOff;

/// What a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchChange<'a> {
    /// All plugins on or off.
    All(OnOff),
    /// One plugin on or off.
    One(&'a str, OnOff),
}

/// Why settings cannot be changed; they are left alone.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// They are not JSON.
    #[error("the settings are not JSON: {0}")]
    NotJson(String),
    /// Something else stands where the switches belong.
    #[error("`{key}` must be {expected}")]
    Unexpected {
        /// The key.
        key: &'static str,
        /// What was expected.
        expected: &'static str,
    },
}

/// The text of our settings with a change made; comments, order and blanks stay. Empty text means
/// that there are no settings yet.
///
/// # Errors
/// [`EditError`] where the text is not what [`read_switches`](crate::read_switches) reads: nothing
/// that a person wrote is overwritten by guessing.
pub fn changed(text: &str, change: SwitchChange<'_>) -> Result<String, EditError> {
    let (mark, text) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    };
    let is_new = text.trim().is_empty();
    let text = if is_new { "{\n}\n" } else { text };
    let root = CstRootNode::parse(text, &options()).map_err(|it| not_json(&it))?;
    let top = root
        .object_value()
        .ok_or_else(|| unexpected("settings", "an object"))?;
    let section = object(&top, "plugins")?;
    match change {
        SwitchChange::All(value) => set_off(&section, value),
        SwitchChange::One(name, value) => switch_one(&section, name, value)?,
    }
    Ok(format!("{mark}{root}"))
}

fn set_off(section: &CstObject, value: OnOff) {
    let off = CstInputValue::Bool(value == OnOff::Off);
    match section.get("off") {
        Some(property) => property.set_value(off),
        None => {
            section.append("off", off);
        }
    }
}

fn switch_one(section: &CstObject, name: &str, value: OnOff) -> Result<(), EditError> {
    let (to, from) = match value {
        OnOff::On => ("enabled", "disabled"),
        OnOff::Off => ("disabled", "enabled"),
    };
    // Both are looked at before either is changed.
    let from = present(section, from)?;
    let to = match present(section, to)? {
        Some(list) => list,
        None => section.array_value_or_set(to),
    };
    if let Some(list) = from {
        remove(&list, name);
    }
    if !holds(&list_names(&to), name) {
        to.append(CstInputValue::String(name.to_owned()));
    }
    Ok(())
}

fn present(section: &CstObject, key: &'static str) -> Result<Option<CstArray>, EditError> {
    match (section.get(key), section.array_value(key)) {
        (None, _) => Ok(None),
        (Some(_), Some(list)) => Ok(Some(list)),
        (Some(_), None) => Err(unexpected(key, "a list of names")),
    }
}

fn object(top: &CstObject, key: &'static str) -> Result<CstObject, EditError> {
    match (top.get(key), top.object_value(key)) {
        (_, Some(section)) => Ok(section),
        (None, None) => Ok(top.object_value_or_set(key)),
        (Some(_), None) => Err(unexpected(key, "an object")),
    }
}

fn remove(list: &CstArray, name: &str) {
    for element in list.elements() {
        let text = element
            .as_string_lit()
            .and_then(|it| it.decoded_value().ok());
        if text.as_deref() == Some(name) {
            element.remove();
        }
    }
}

fn list_names(list: &CstArray) -> Vec<String> {
    let elements = list.elements().into_iter();
    let texts = elements.filter_map(|it| it.as_string_lit());
    texts.filter_map(|it| it.decoded_value().ok()).collect()
}

fn holds(names: &[String], name: &str) -> bool {
    names.iter().any(|it| it == name)
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_loose_object_property_names: false,
        allow_trailing_commas: true,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn not_json(error: &ParseError) -> EditError {
    EditError::NotJson(stdx::text::printable(&error.to_string()).to_lowercase())
}

fn unexpected(key: &'static str, expected: &'static str) -> EditError {
    EditError::Unexpected { key, expected }
}
