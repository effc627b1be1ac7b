//! What a single line looks like.

/// Whether the line is nothing but three dashes, trailing blanks and the line end aside.
pub(crate) fn is_fence(line: &str) -> bool {
    line.strip_prefix("---")
        .is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_whitespace()))
}

/// Whether the line looks like `key: value` or `key:` at column 1.
pub(crate) fn looks_like_field(line: &str) -> bool {
    key_of(line).is_some_and(|(key, _)| !key.contains(' '))
}

/// The key of a line `key: value` at column 1, and what follows the colon with its blanks.
///
/// A key starts with a letter, `_` or a quotation mark and is at most 60 bytes long.
pub(crate) fn key_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end();
    let (key, rest) = match line.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let end = line[1..].find(char::from(*quote))? + 1;
            (
                &line[1..end],
                line[end + 1..].trim_start().strip_prefix(':')?,
            )
        }
        it if it.is_ascii_alphabetic() || *it == b'_' => {
            let colon = colon(line)?;
            (line[..colon].trim_end(), &line[colon + 1..])
        }
        _ => return None,
    };
    let fits = (1..=60).contains(&key.len()) && key.chars().all(is_key_char);
    let ends = rest.is_empty() || rest.starts_with([' ', '\t']);
    (fits && ends).then_some((key, rest))
}

/// Where the first colon stands that is followed by a blank or the end of the line.
fn colon(line: &str) -> Option<usize> {
    line.match_indices(':')
        .map(|(at, _)| at)
        .find(|at| line[at + 1..].is_empty() || line[at + 1..].starts_with([' ', '\t']))
}

fn is_key_char(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/' | '$' | '@' | ' ')
}

/// The length of the list or map in brackets at the start of `text`, closing bracket included.
pub(crate) fn bracket_len(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let char = rest.chars().next()?;
        match char {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.checked_sub(1)?,
            // A quotation mark opens a text only where an item begins.
            '"' | '\'' if begins_item(&text[..at]) => {
                at += quoted_len(rest)?;
                continue;
            }
            _ => {}
        }
        at += char.len_utf8();
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn begins_item(before: &str) -> bool {
    before.trim_end().ends_with(['[', '{', ',', ':'])
}

/// The length of the quoted text at the start of `text`, both marks included.
pub(crate) fn quoted_len(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' if quote == '"' => {
                chars.next();
            }
            // Two single marks in a row are one mark within the text.
            '\'' if quote == '\'' && chars.peek().is_some_and(|(_, it)| *it == '\'') => {
                chars.next();
            }
            it if it == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}
