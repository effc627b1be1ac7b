//! Headers so plain that no reader of YAML is needed for them.

use stdx::Place;

use crate::header::Field;
use crate::node::{Node, Shape, Value};

/// More fields than this are left to the strict reader.
const MAX_FIELDS: usize = 64;

/// The fields of a header whose every line is `key: value` with a value nobody can misread; `None`
/// if it is anything else. What it returns is what the strict reader returns (a property test
/// compares them), in a fraction of the time.
pub(crate) fn read(header: &str, first_line: u32) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = Vec::with_capacity(8);
    for (line, number) in header.lines().zip(first_line..) {
        if line.is_empty() {
            continue;
        }
        let field = read_line(line, number)?;
        if fields.len() == MAX_FIELDS || fields.iter().any(|it| it.key == field.key) {
            return None;
        }
        fields.push(field);
    }
    Some(fields)
}

fn read_line(line: &str, number: u32) -> Option<Field> {
    let (key, rest) = line.split_once(": ")?;
    if !is_plain_key(key) {
        return None;
    }
    let value = rest.trim_start_matches(' ');
    let at = line.len() - value.len();
    let place = |column: usize| Place {
        line: number,
        column: u32::try_from(column).unwrap_or(u32::MAX),
    };
    Some(Field {
        key: key.to_owned(),
        place: place(1),
        value: read_value(value.trim_end_matches(' '), place(at + 1))?,
    })
}

fn is_plain_key(key: &str) -> bool {
    let is_key_byte = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-');
    is_plain_text(key) && key.bytes().all(is_key_byte) && key.len() <= 60
}

fn read_value(text: &str, place: Place) -> Option<Node> {
    match text.as_bytes().first()? {
        b'[' => read_list(text, place),
        b'"' | b'\'' => read_quoted(text, place),
        it if it.is_ascii_digit() => Some(Node::new(Value::Number(number(text)?), place)),
        _ => Some(Node::new(read_bare(text)?, place)),
    }
}

fn read_bare(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        it if is_plain_text(it) => Some(Value::Text(it.to_owned())),
        _ => None,
    }
}

/// A quoted text which holds neither its quotation mark nor a backslash.
fn read_quoted(text: &str, place: Place) -> Option<Node> {
    let quote = char::from(*text.as_bytes().first()?);
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    if inner.contains([quote, '\\']) || !inner.chars().all(is_plain_char) {
        return None;
    }
    let mut node = Node::new(Value::Text(inner.to_owned()), place);
    node.shape = Shape::Quoted;
    Some(node)
}

/// `3` or `1.0`, short enough to be a number to everybody.
fn number(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let leads_with_zero = whole.len() > 1 && whole.starts_with('0');
    let fits = is_number(whole) && is_number(fraction) && !leads_with_zero && text.len() <= 15;
    fits.then(|| text.to_owned())
}

/// A list in brackets of bare and quoted texts without marks of their own, on one line.
fn read_list(text: &str, place: Place) -> Option<Node> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut items = Vec::new();
    let mut column = place.column.checked_add(1)?;
    if !inner.bytes().all(|it| it == b' ') {
        for piece in inner.split(',') {
            let value = piece.trim_start_matches(' ');
            let blanks = u32::try_from(piece.len() - value.len()).ok()?;
            let at = Place {
                line: place.line,
                column: column + blanks,
            };
            items.push(read_item(value.trim_end_matches(' '), at)?);
            column += u32::try_from(piece.chars().count()).ok()? + 1;
        }
    }
    let mut node = Node::new(Value::List(items), place);
    node.written = Some(text.into());
    Some(node)
}

fn read_item(text: &str, place: Place) -> Option<Node> {
    if text.contains(['[', ']', '{', '}', ':', '#']) {
        return None;
    }
    match text.as_bytes().first()? {
        b'"' | b'\'' => read_quoted(text, place),
        _ => Some(Node::new(read_bare(text)?, place)),
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
        && text.chars().all(is_plain_char)
        && !text.contains(": ")
        && !text.contains(" #")
        && !is_word_of_another_type(text)
}

/// Whether every reader takes the character for itself: no control character, line end, blank of
/// another width or byte-order mark.
fn is_plain_char(char: char) -> bool {
    match char {
        ' '..='~' => true,
        it if it.is_ascii() => false,
        it => !it.is_control() && !it.is_whitespace() && !is_outcast(it),
    }
}

fn is_outcast(char: char) -> bool {
    matches!(char, '\u{feff}' | '\u{fffe}' | '\u{ffff}') || u32::from(char) & 0xfffe == 0xfffe
}

/// Words that a reader of YAML 1.1 or 1.2 takes for a boolean, a null or a number.
fn is_word_of_another_type(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf", "infinity",
    ];
    text.len() <= 8 && WORDS.iter().any(|it| text.eq_ignore_ascii_case(it))
}
