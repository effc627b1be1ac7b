//! Puts variables into texts: `${NAME}` and `${NAME:-default}`.

use std::collections::BTreeMap;

/// `text` with its variables put in, once: what was put in is not looked at again.
///
/// A default stands in for a variable that is not set; one that is set and empty stays empty. A
/// `${` that is never closed is text.
///
/// # Errors
/// The name of the first variable that is not set and has no default.
pub(crate) fn expand(text: &str, variables: &BTreeMap<String, String>) -> Result<String, String> {
    let mut res = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside, after)) = next_variable(rest) {
        res.push_str(before);
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        let value = variables.get(name).map(String::as_str).or(default);
        res.push_str(value.ok_or_else(|| name.to_owned())?);
        rest = after;
    }
    res.push_str(rest);
    Ok(res)
}

/// What is before the next variable, what is between its braces, what is after it.
fn next_variable(text: &str) -> Option<(&str, &str, &str)> {
    let (before, opened) = text.split_once("${")?;
    let (inside, after) = opened.split_once('}')?;
    Some((before, inside, after))
}
