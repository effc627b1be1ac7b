//! The text of a new file.

use std::fmt::Write;

/// A value to be written into a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteValue<'a> {
    /// A text with any characters.
    Text(&'a str),
    /// A list of texts.
    List(&'a [&'a str]),
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i64),
}

/// A header with these fields and the body below it, ready to be a file.
///
/// It reads back the same: keys, values and body. A key or text that YAML would take for something
/// else is quoted. An empty list is written `[]`, an empty text `""`.
pub fn write(fields: &[(&str, WriteValue<'_>)], body: &str) -> String {
    let mut res = String::from("---\n");
    for (key, value) in fields {
        push_scalar(key, &mut res);
        res.push(':');
        push_value(*value, &mut res);
    }
    res.push_str("---\n");
    res.push_str(body);
    res
}

fn push_value(value: WriteValue<'_>, res: &mut String) {
    match value {
        WriteValue::Text(text) => {
            res.push(' ');
            push_scalar(text, res);
            res.push('\n');
        }
        WriteValue::List([]) => res.push_str(" []\n"),
        WriteValue::List(items) => {
            res.push('\n');
            for item in items {
                res.push_str("  - ");
                push_scalar(item, res);
                res.push('\n');
            }
        }
        WriteValue::Bool(it) => push_line(it, res),
        WriteValue::Number(it) => push_line(it, res),
    }
}

fn push_line(value: impl std::fmt::Display, res: &mut String) {
    writeln!(res, " {value}").expect("writing to a string cannot fail");
}

/// Writes `text` bare where that is safe beyond doubt, in double quotation marks otherwise.
fn push_scalar(text: &str, res: &mut String) {
    if crate::plain::is_plain_text(text) && text.len() <= 1000 {
        res.push_str(text);
    } else {
        push_quoted(text, res);
    }
}

/// Writes `text` as a double-quoted scalar on one line.
pub(crate) fn push_quoted(text: &str, res: &mut String) {
    res.push('"');
    for char in text.chars() {
        match char {
            '"' => res.push_str("\\\""),
            '\\' => res.push_str("\\\\"),
            '\n' => res.push_str("\\n"),
            '\r' => res.push_str("\\r"),
            '\t' => res.push_str("\\t"),
            it if is_escaped(it) => push_escape(it, res),
            it => res.push(it),
        }
    }
    res.push('"');
}

/// Characters that a reader may refuse, drop or take for a line end.
fn is_escaped(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

fn push_escape(char: char, res: &mut String) {
    write!(res, "\\U{:08X}", u32::from(char)).expect("writing to a string cannot fail");
}
