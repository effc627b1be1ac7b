//! Facts about one step, written by hand: no blessing changes them.

use serde_json::{Value, json};

/// What of the facts does not hold, in words.
///
/// `exit`, `err`, `files`, `shown`, `session`, `log` and `called` are of the whole entry; every other key is one of the output.
pub(crate) fn check(facts: &Value, entry: &Value) -> Vec<String> {
    let facts = facts.as_object().into_iter().flatten();
    facts
        .filter_map(|(key, wanted)| differs(key, wanted, &found(key, entry)))
        .collect()
}

fn found(key: &str, entry: &Value) -> Value {
    match key {
        "exit" | "err" | "files" | "shown" | "session" | "log" => entry[key].clone(),
        "called" => {
            let calls = entry["calls"].as_object();
            json!(
                calls
                    .map(|it| it.keys().collect::<Vec<_>>())
                    .unwrap_or_default()
            )
        }
        _ => entry["out"][key].clone(),
    }
}

fn differs(key: &str, wanted: &Value, found: &Value) -> Option<String> {
    let is_so = match (key, wanted) {
        // A list of names in any order.
        ("called", Value::Array(names)) => {
            let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
            found.len() == names.len() && names.iter().all(|it| found.contains(it))
        }
        // What is empty is left out of an entry.
        (_, Value::Object(members)) if members.is_empty() && found.is_null() => true,
        _ => wanted == found,
    };
    (!is_so).then(|| format!("fact `{key}` must be {wanted}, found {found}"))
}
