//! Values on the lines below their key.

use super::{Lines, MAX_INDENT, indent_of, next_at, node, read_fields, scalar};
use crate::node::{Node, Shape, Value};

/// The list or map below a key which has `key_indent` blanks before it.
pub(super) fn read_below(lines: &mut Lines<'_>, key_indent: usize) -> Option<Node> {
    while lines.next_if(|(line, _)| line.is_empty()).is_some() {}
    let (line, number) = *lines.peek()?;
    let indent = indent_of(line);
    if indent > MAX_INDENT {
        return None;
    }
    if line[indent..].starts_with("- ") && indent >= key_indent {
        let items = read_items(lines, indent)?;
        // A list that is not indented begins with its first item to the strict reader.
        let first = items.first().filter(|_| indent == key_indent)?.place;
        return None;
    }
    let is_map = indent > key_indent;
    let fields = is_map.then(|| read_fields(lines, indent))??;
    Some(node(Value::Map(fields), number, indent))
}
