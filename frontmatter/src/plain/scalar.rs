//! Values on one line.

use stdx::Place;

use crate::node::{Node, Shape, Value};

/// Whether `text` is a key which is written bare by everybody.
pub(super) fn is_plain_key(text: &str) -> bool {
    let is_key_byte = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-');
    text.len() <= 60 && text.bytes().all(is_key_byte) && is_plain_text(text)
}

/// The value `text`, which has no blanks around it and ends its line.
pub(super) fn read(text: &str, place: Place) -> Option<Node> {
    match text.as_bytes().first()? {
        b'[' => read_list(text, place),
        b'"' | b'\'' => read_quoted(text, place),
        it if it.is_ascii_digit() => Some(Node::new(read_digits(text)?, place)),
        _ => Some(Node::new(read_bare(text)?, place)),
    }
}

fn read_bare(text: &str) -> Option<Value> {
    let begins_text = |it: char| it.is_alphabetic() || matches!(it, '<' | '(' | '$' | '/');
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        it if it.starts_with(begins_text) && is_unmarked(it) => Some(Value::Text(it.to_owned())),
        _ => None,
    }
}

/// A quoted text on one line.
fn read_quoted(text: &str, place: Place) -> Option<Node> {
    let quote = char::from(*text.as_bytes().first()?);
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    if !inner.chars().all(is_plain_char) {
        return None;
    }
    let text = match quote {
        '"' => unescape(inner)?,
        _ => unpair(inner)?,
    };
    let mut node = Node::new(Value::Text(text), place);
    node.shape = Shape::Quoted;
    Some(node)
}

/// What stands between double marks, with the escapes that people use.
fn unescape(inner: &str) -> Option<String> {
    let mut res = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find(['"', '\\']) {
        let (before, escape) = rest.split_at(at);
        res.push_str(before);
        res.push(match escape.get(..2)? {
            "\\\"" => '"',
            "\\\\" => '\\',
            "\\n" => '\n',
            _ => return None,
        });
        rest = &escape[2..];
    }
    res.push_str(rest);
    Some(res)
}

/// What stands between single marks, where two are one.
fn unpair(inner: &str) -> Option<String> {
    let is_paired = inner.split("''").all(|it| !it.contains('\''));
    is_paired.then(|| inner.replace("''", "'"))
}

/// `3` or `1.0`, short enough to be a number to everybody; `1.0.0` or `2026-01-05`, which nobody
/// takes for one.
fn read_digits(text: &str) -> Option<Value> {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let parts = |mark: char| {
        text.split(mark)
            .all(is_number)
            .then(|| text.split(mark).count())
    };
    let leads_with_zero = text.len() > 1 && text.starts_with('0') && !text.starts_with("0.");
    match (parts('.'), parts('-')) {
        (Some(1 | 2), _) if text.len() <= 15 && !leads_with_zero => {
            Some(Value::Number(text.to_owned()))
        }
        (Some(3), _) | (_, Some(3)) => Some(Value::Text(text.to_owned())),
        _ => None,
    }
}

/// A list in brackets of bare and quoted texts without marks of their own.
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
    text.starts_with(|it: char| it.is_ascii_alphabetic()) && is_unmarked(text)
}

/// [`is_plain_text`], whatever it begins with.
fn is_unmarked(text: &str) -> bool {
    !text.ends_with([' ', ':'])
        && text.chars().all(is_plain_char)
        && !text.contains(": ")
        && !text.contains(" #")
        && !is_word_of_another_type(text)
}

/// Whether every reader takes the character for itself: no control character, line end, blank of
/// another width or byte-order mark.
pub(super) fn is_plain_char(char: char) -> bool {
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
