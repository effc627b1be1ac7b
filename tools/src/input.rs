//! Reading a call's input, whose shape the loop has validated, and describing that shape.

use serde_json::{Map, Value, json};

/// A text that must be there.
pub(crate) fn text<'a>(input: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    let found = input.get(name).and_then(Value::as_str);
    found.ok_or_else(|| format!("`{name}` must be a text"))
}

/// A text that may be there.
pub(crate) fn optional_text<'a>(input: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    input.get(name).and_then(Value::as_str)
}

/// A number that may be there.
pub(crate) fn number(input: &Map<String, Value>, name: &str) -> Option<u64> {
    let value = input.get(name)?;
    // Models write `10.0` for 10, which JSON Schema counts as an integer too.
    value
        .as_u64()
        .or_else(|| value.as_f64().map(|it| it as u64))
}

/// Whether a switch is on.
pub(crate) fn is_on(input: &Map<String, Value>, name: &str) -> bool {
    input.get(name).and_then(Value::as_bool).unwrap_or(false)
}

/// One property of an input.
pub(crate) type Property = (&'static str, Value);

pub(crate) fn text_property(name: &'static str, description: &str) -> Property {
    (name, json!({"type": "string", "description": description}))
}

pub(crate) fn number_property(name: &'static str, description: &str) -> Property {
    let schema = json!({"type": "integer", "minimum": 1, "description": description});
    (name, schema)
}

pub(crate) fn switch_property(name: &'static str, description: &str) -> Property {
    (name, json!({"type": "boolean", "description": description}))
}

/// The schema of an input with these properties and no others.
pub(crate) fn schema(properties: impl IntoIterator<Item = Property>, required: &[&str]) -> Value {
    let properties: Map<String, Value> = properties
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
