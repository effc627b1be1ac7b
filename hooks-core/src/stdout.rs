//! What a hook printed: nothing, text, a JSON object, or something that cannot be used.

use serde_json::{Map, Value};

use crate::rules::StdoutRule;

/// Standard output before the dialect has read it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Printed {
    /// Nothing but blanks.
    Nothing,
    /// Text.
    Text(String),
    /// A JSON object.
    Object(Map<String, Value>),
    /// Not usable: why.
    Malformed(String),
}

/// The keys that mark a line as meant for the host, for the two-line rule of Claude Code.
const HOOK_KEYS: [&str; 8] = [
    "continue",
    "stopReason",
    "suppressOutput",
    "systemMessage",
    "decision",
    "reason",
    "hookSpecificOutput",
    "terminalSequence",
];

/// The keys that change what happens.
const DECIDING_KEYS: [&str; 3] = ["continue", "decision", "hookSpecificOutput"];

/// Sorts what was printed, by the rule of the dialect.
pub(crate) fn sort(rule: StdoutRule, printed: &str) -> Printed {
    let text = printed.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Printed::Nothing;
    }
    match rule {
        StdoutRule::ObjectOrText => object(text).map_or_else(|_| plain(text), Printed::Object),
        StdoutRule::ObjectOnly => match object(text) {
            Ok(object) => Printed::Object(object),
            Err(why) => Printed::Malformed(format!(
                "it printed something that is not a JSON object: {why}"
            )),
        },
        StdoutRule::Classified => classified(text),
    }
}

fn plain(text: &str) -> Printed {
    Printed::Text(text.to_owned())
}

/// Only what begins and ends with a brace is JSON; several lines that are each JSON are text unless
/// one of them speaks to the host.
fn classified(text: &str) -> Printed {
    if !(text.starts_with('{') && text.ends_with('}')) {
        return plain(text);
    }
    match object(text) {
        Ok(object) => Printed::Object(object),
        Err(why) => match lines_of_objects(text) {
            Some(objects) if !objects.iter().any(speaks_to_host) => plain(text),
            _ => Printed::Malformed(format!("it printed JSON that cannot be read: {why}")),
        },
    }
}

/// How many lines of a text are looked at for the start of an answer, and how long a text may be.
const MOST_STARTS: usize = 16;
const MOST_BYTES: usize = 1 << 20;

/// Whether a text holds an answer that does not count: one behind or in front of other text, or a
/// broken one.
pub(crate) fn hides_answer(text: &str) -> bool {
    if text.len() > MOST_BYTES {
        return false;
    }
    let decides = |it: &Map<String, Value>| DECIDING_KEYS.iter().any(|key| it.contains_key(*key));
    let names = |key: &&str| text.contains(&format!("\"{key}\""));
    let is_broken = text.starts_with(['{', '[']) && DECIDING_KEYS.iter().any(names);
    let mut starts = starts(text).take(MOST_STARTS);
    is_broken || starts.any(|it| first_object(it).is_some_and(|it| decides(&it)))
}

/// Whether a text is a list, a number or another JSON value that is no object.
pub(crate) fn is_other_json(text: &str) -> bool {
    let value = (text.len() <= MOST_BYTES).then(|| serde_json::from_str::<Value>(text));
    matches!(value, Some(Ok(value)) if !value.is_object())
}

/// What is left of a text from each line on that begins with a brace.
fn starts(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let rest = &text[at..];
        at += line.len();
        line.trim_start().starts_with('{').then_some(rest)
    })
}

/// The object that a text begins with, whatever comes behind it.
fn first_object(text: &str) -> Option<Map<String, Value>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next()? {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

fn lines_of_objects(text: &str) -> Option<Vec<Map<String, Value>>> {
    let lines: Vec<_> = text
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    if lines.len() < 2 {
        return None;
    }
    lines.into_iter().map(|it| object(it).ok()).collect()
}

fn speaks_to_host(object: &Map<String, Value>) -> bool {
    HOOK_KEYS.iter().any(|it| object.contains_key(*it))
}

fn object(text: &str) -> Result<Map<String, Value>, String> {
    if !text.starts_with('{') {
        return Err("it does not begin with a brace".to_owned());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("it is not an object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
