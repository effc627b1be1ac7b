//! Values on the lines below their key.

use std::cmp::Ordering;

use super::{Lines, indent_of, place, read_fields, scalar, skip_empty};
use crate::node::{Node, Shape, Value};

/// The most blanks before a line, so that maps cannot lie deeper than the strict reader allows.
const MAX_INDENT: usize = 16;

/// The list or map below a key which has `key_indent` blanks before it.
pub(super) fn read_node(lines: &mut Lines<'_>, key_indent: usize) -> Option<Node> {
    skip_empty(lines);
    let (line, number) = *lines.peek()?;
    let indent = indent_of(line);
    if indent > MAX_INDENT {
        return None;
    }
    let is_list = line[indent..].starts_with("- ");
    match (is_list, indent.cmp(&key_indent)) {
        (true, Ordering::Greater) => {
            let items = read_items(lines, indent)?;
            Some(Node::new(Value::List(items), place(number, indent)))
        }
        // To the strict reader a list that is not indented begins with its first item.
        (true, Ordering::Equal) => {
            let items = read_items(lines, indent)?;
            let first = items.first()?.place;
            Some(Node::new(Value::List(items), first))
        }
        (false, Ordering::Greater) => {
            let fields = read_fields(lines, indent)?;
            Some(Node::new(Value::Map(fields), place(number, indent)))
        }
        (_, Ordering::Less) | (false, Ordering::Equal) => None,
    }
}

/// The items whose dashes have `indent` blanks before them, up to a line without one.
fn read_items(lines: &mut Lines<'_>, indent: usize) -> Option<Vec<Node>> {
    let is_item = |line: &str| indent_of(line) == indent && line[indent..].starts_with("- ");
    let mut items = Vec::new();
    loop {
        skip_empty(lines);
        let Some((line, number)) = lines.next_if(|(line, _)| is_item(line)) else {
            return Some(items);
        };
        let text = line[indent + 1..].trim_start_matches(' ');
        let at = place(number, line.len() - text.len());
        items.push(scalar::read(text.trim_end_matches(' '), at)?);
    }
}

/// The text below `mark`, whose key has `key_indent` blanks before it.
pub(super) fn read_text(lines: &mut Lines<'_>, mark: &str, key_indent: usize) -> Option<Node> {
    let (first, number) = *lines.peek()?;
    let indent = indent_of(first);
    if indent <= key_indent {
        return None;
    }
    let shape = match mark.starts_with('|') {
        true => Shape::Literal,
        false => Shape::Folded,
    };
    let mut text = String::new();
    let mut n_ends = 0;
    let is_inside = |line: &str| line.is_empty() || indent_of(line) > key_indent;
    while let Some((line, _)) = lines.next_if(|(line, _)| is_inside(line)) {
        if !line.is_empty() {
            push_ends(n_ends, shape, &mut text);
            text.push_str(words(line, indent, shape)?);
            n_ends = 0;
        }
        n_ends += 1;
    }
    if !mark.ends_with('-') {
        text.push('\n');
    }
    let mut node = Node::new(Value::Text(text), place(number, indent));
    node.shape = shape;
    Some(node)
}

/// What `count` ends of lines between two lines with words come to.
fn push_ends(count: usize, shape: Shape, text: &mut String) {
    let kept = match (shape, count) {
        (Shape::Folded, 1) => return text.push(' '),
        (Shape::Folded, _) => count.saturating_sub(1),
        (Shape::Literal | Shape::Plain | Shape::Quoted, _) => count,
    };
    text.extend(std::iter::repeat_n('\n', kept));
}

/// The text of a line behind `indent` blanks. Lines with further blanks before them are not joined
/// by the strict reader, and blanks behind words are not kept by everyone.
fn words(line: &str, indent: usize, shape: Shape) -> Option<&str> {
    let (before, words) = line.split_at_checked(indent)?;
    let is_deeper = words.starts_with(' ');
    let is_edged = words.is_empty() || words.ends_with(' ');
    let is_kept = !is_edged && (shape == Shape::Literal || !is_deeper);
    let is_clean = before.bytes().all(|it| it == b' ') && words.chars().all(scalar::is_plain_char);
    (is_kept && is_clean).then_some(words)
}
