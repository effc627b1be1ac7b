//! Headers so plain that no reader of YAML is needed for them.

use stdx::Place;

use crate::header::Field;
use crate::node::{Node, Value};

/// The fields of a header whose every line is `key: value` with a value nobody can misread; `None`
/// if it is anything else. What it returns is what the strict reader returns (a property test
/// compares them), in a twentieth of the time.
pub(crate) fn read(header: &str, first_line: u32) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = Vec::with_capacity(8);
    for (line, number) in header.lines().zip(first_line..) {
        let (key, rest) = line.split_once(": ")?;
        let value = rest.trim_matches(' ');
        let is_new = fields.iter().all(|it| it.key != key);
        if !is_plain_key(key) || !is_new || fields.len() == 64 {
            return None;
        }
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let place = |columns: usize| Place {
            line: number,
            column: u32::try_from(columns + 1).unwrap_or(u32::MAX),
        };
        fields.push(Field {
            key: key.to_owned(),
            place: place(0),
            value: Node::new(value_of(value)?, place(key.len() + 2 + blanks)),
        });
    }
    Some(fields)
}

fn is_plain_key(key: &str) -> bool {
    let is_key_byte = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-');
    is_plain_text(key) && key.bytes().all(is_key_byte) && key.len() <= 60
}

fn value_of(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        it if is_plain_text(it) => Some(Value::Text(it.to_owned())),
        _ => None,
    }
}

/// Whether `text`, written bare on one line, can only be read as this very text: it begins with a
/// letter, holds no mark that means something to YAML, and is no word for a value of another type.
pub(crate) fn is_plain_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else {
        return false;
    };
    first.is_ascii_alphabetic()
        && bytes.last().is_some_and(|it| !matches!(it, b' ' | b':'))
        && bytes.iter().all(|it| matches!(it, b' '..=b'~'))
        && !text.contains(": ")
        && !text.contains(" #")
        && !is_word_of_another_type(text)
}

/// Words that a reader of YAML 1.1 or 1.2 takes for a boolean, a null or a number.
fn is_word_of_another_type(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf", "infinity",
    ];
    text.len() <= 8 && WORDS.iter().any(|it| text.eq_ignore_ascii_case(it))
}
