//! Lists of words, however they are written.

use stdx::Place;

use crate::lines::bracket_len;
use crate::node::{Node, Shape, Value};

/// One entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The entry without quotation marks and outer blanks, never empty.
    pub text: String,
    /// Where it stands in the file.
    pub place: Place,
}

/// The words of `node`, see [`Node::words`].
pub(crate) fn of(node: &Node) -> Vec<Word> {
    let mut words = Vec::new();
    match &node.value {
        Value::Null | Value::Map(_) => {}
        Value::List(items) => items.iter().for_each(|it| push_item(it, &mut words)),
        Value::Bool(_) | Value::Number(_) | Value::Text(_) => push_text(node, &mut words),
    }
    words
}

fn push_item(item: &Node, words: &mut Vec<Word>) {
    match &item.value {
        Value::List(items) => items.iter().for_each(|it| push_item(it, words)),
        Value::Null | Value::Map(_) => {}
        Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
            let text = clean(item.text().unwrap_or_default());
            if !text.is_empty() {
                words.push(Word {
                    text: text.to_owned(),
                    place: item.place,
                });
            }
        }
    }
}

fn push_text(node: &Node, words: &mut Vec<Word>) {
    let text = node.text().unwrap_or_default();
    for (start, end) in spans(text) {
        let word = clean(&text[start..end]);
        if !word.is_empty() {
            words.push(Word {
                text: word.to_owned(),
                place: place_in(node, &text[..start]),
            });
        }
    }
}

/// Where the words of `text` begin and end: between commas and white space outside brackets and
/// quotation marks.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let (offset, inner) = inside_brackets(text);
    let mut res = Vec::new();
    let mut cutter = Cutter::default();
    let mut start = 0;
    for (at, char) in inner.char_indices() {
        if cutter.is_gap(char) {
            res.push((start + offset, at + offset));
            start = at + char.len_utf8();
        }
    }
    res.push((start + offset, inner.len() + offset));
    res.retain(|(start, end)| start < end);
    res
}

/// `text` without the brackets of a list that was written as a text, and what was cut before it.
fn inside_brackets(text: &str) -> (usize, &str) {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    if trimmed.starts_with('[') && bracket_len(trimmed).is_none() {
        return (start + 1, &trimmed[1..]);
    }
    let inner = trimmed
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'))
        .filter(|it| !it.contains(['[', ']']));
    match inner {
        Some(inner) if inner.contains([',', ' ', '"', '\'']) => (start + 1, inner),
        Some(_) | None => (0, text),
    }
}

/// Follows brackets and quotation marks through a text.
#[derive(Default)]
struct Cutter {
    depth: usize,
    quote: Option<char>,
    is_in_word: bool,
    is_escaped: bool,
}

impl Cutter {
    /// Whether `char` stands between two words.
    fn is_gap(&mut self, char: char) -> bool {
        if std::mem::take(&mut self.is_escaped) {
            return false;
        }
        match (self.quote, char) {
            (_, '\\') => self.is_escaped = true,
            (Some(quote), _) if quote == char => self.quote = None,
            (Some(_), _) => {}
            // An apostrophe inside a word opens nothing.
            (None, '"' | '\'') if !self.is_in_word => self.quote = Some(char),
            (None, '(' | '[' | '{') => self.depth += 1,
            (None, ')' | ']' | '}') => self.depth = self.depth.saturating_sub(1),
            (None, _) => {}
        }
        let is_separator = char == ',' || char.is_whitespace();
        let is_gap = is_separator && self.depth == 0 && self.quote.is_none();
        self.is_in_word = !is_gap;
        is_gap
    }
}

/// `word` without the quotation marks around it and without a bracket that has no partner.
fn clean(word: &str) -> &str {
    let mut word = word.trim();
    loop {
        let next = unquote(word).unwrap_or_else(|| unbracket(word)).trim();
        if next.len() == word.len() {
            return word;
        }
        word = next;
    }
}

fn unquote(word: &str) -> Option<&str> {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote))
}

fn unbracket(word: &str) -> &str {
    match (word.strip_prefix('['), word.strip_suffix(']')) {
        (Some(rest), _) if !word.contains(']') => rest,
        (_, Some(rest)) if !word.contains('[') => rest,
        _ => word.trim_matches(if word.len() == 1 {
            ['"', '\'']
        } else {
            [',', ',']
        }),
    }
}

/// The place of what follows `before` in the text of `node`.
fn place_in(node: &Node, before: &str) -> Place {
    let line_start = before.rfind('\n').map_or(0, |it| it + 1);
    let lines = to_u32(before.matches('\n').count());
    let column = to_u32(before[line_start..].chars().count());
    let Place {
        line,
        column: first,
    } = node.place;
    match node.shape {
        Shape::Plain if lines == 0 => at(line, first + column),
        Shape::Quoted if lines == 0 => at(line, first + 1 + column),
        Shape::Literal => at(line + lines, first + column),
        Shape::Plain | Shape::Quoted | Shape::Folded => node.place,
    }
}

fn at(line: u32, column: u32) -> Place {
    Place { line, column }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
