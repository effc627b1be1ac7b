//! From the parser's values to ours, with what is odd about them.

use serde_saphyr::Spanned;
use stdx::Problem;

use super::raw::Raw;
use super::source::{Slice, Source};
use super::{Reading, Reason, Refusal};
use crate::header::{Field, unique};
use crate::node::{Node, Shape, Value};

/// The fields of a whole header.
pub(super) fn document(raw: &Spanned<Raw>, source: &Source<'_>) -> Result<Reading, Refusal> {
    let mut converter = Converter {
        source,
        problems: Vec::new(),
    };
    let fields = match &raw.value {
        Raw::Map(pairs) => converter.fields(pairs),
        Raw::Null => Vec::new(),
        Raw::Bool(_) | Raw::Number | Raw::Text(_) | Raw::List(_) => {
            return Err(not_a_map(&converter.node(raw)));
        }
    };
    Ok(Reading {
        fields,
        problems: converter.problems,
    })
}

fn not_a_map(node: &Node) -> Refusal {
    Refusal {
        reason: Reason::NotAMap,
        message: format!(
            "the header must hold lines `key: value`, found {}",
            node.describe()
        ),
        place: node.place,
    }
}

struct Converter<'a> {
    source: &'a Source<'a>,
    problems: Vec<Problem>,
}

impl Converter<'_> {
    fn fields(&mut self, pairs: &[(Spanned<String>, Spanned<Raw>)]) -> Vec<Field> {
        let fields = pairs.iter().map(|pair| self.field(pair)).collect();
        unique(fields, &mut self.problems)
    }

    fn field(&mut self, (key, value): &(Spanned<String>, Spanned<Raw>)) -> Field {
        let node = self.node(value);
        self.notice(&key.value, value, &node);
        Field {
            key: key.value.clone(),
            place: self.source.place_of(key.referenced),
            value: node,
        }
    }

    fn node(&mut self, raw: &Spanned<Raw>) -> Node {
        let slice = self.source.slice(raw.defined);
        let mut node = Node::new(Value::Null, self.source.place_of(raw.referenced));
        node.written = written(&raw.value, slice).filter(|_| !begins_with_item(raw));
        node.value = match &raw.value {
            Raw::Null => Value::Null,
            Raw::Bool(it) => Value::Bool(*it),
            Raw::Number => Value::Number(slice.text().trim().to_owned()),
            Raw::Text(it) => {
                node.shape = shape(it, slice);
                Value::Text(it.clone())
            }
            Raw::List(items) => Value::List(items.iter().map(|it| self.node(it)).collect()),
            Raw::Map(pairs) => Value::Map(self.fields(pairs)),
        };
        node
    }

    /// Reports what its author may not have meant.
    fn notice(&mut self, key: &str, raw: &Spanned<Raw>, node: &Node) {
        let slice = self.source.slice(raw.defined);
        let Raw::Text(text) = &raw.value else {
            return;
        };
        let found = if is_quoted(text, slice) {
            quoted_not_indented(key, slice)
        } else {
            cut_by_comment(key, slice)
        };
        let all = found.into_iter().chain(lost_mark(key, slice));
        self.problems.extend(all.map(|it| it.at(node.place)));
    }
}

/// The source text of a value that does not hold it.
fn written(raw: &Raw, slice: Slice<'_>) -> Option<Box<str>> {
    match raw {
        Raw::Bool(it) if slice.text() != it.to_string() => Some(slice.text().into()),
        Raw::List(_) | Raw::Map(_) => slice.bracketed().map(Box::from),
        Raw::Null | Raw::Bool(_) | Raw::Number | Raw::Text(_) => None,
    }
}

/// Whether it is a list without brackets at the margin of its key: to the parser it begins with its
/// first item, and brackets there are that item's.
fn begins_with_item(raw: &Spanned<Raw>) -> bool {
    let offset = |it: &Spanned<Raw>| it.defined.span().byte_offset();
    match &raw.value {
        Raw::List(items) => items.first().is_some_and(|it| offset(it) == offset(raw)),
        Raw::Null | Raw::Bool(_) | Raw::Number | Raw::Text(_) | Raw::Map(_) => false,
    }
}

fn is_quoted(text: &str, slice: Slice<'_>) -> bool {
    slice.text().starts_with(['"', '\'']) && slice.text() != text && !is_block(slice)
}

fn shape(text: &str, slice: Slice<'_>) -> Shape {
    // A carriage return alone is a line end to YAML, and to no editor.
    let has_own_lines = !text.starts_with('\n') && !slice.text().contains('\r');
    if is_literal(slice) && has_own_lines {
        Shape::Literal
    } else if slice.text().contains('\n') {
        Shape::Folded
    } else if is_quoted(text, slice) {
        Shape::Quoted
    } else {
        Shape::Plain
    }
}

/// Whether a text begins on the line below its `|`.
fn is_literal(slice: Slice<'_>) -> bool {
    indicator(slice).is_some_and(|it| it.starts_with('|'))
}

/// Whether a text begins on the line below its `|` or `>`.
fn is_block(slice: Slice<'_>) -> bool {
    indicator(slice).is_some_and(|it| it.starts_with(['|', '>']))
}

/// The last word on the lines above, if the text begins its line.
fn indicator(slice: Slice<'_>) -> Option<&str> {
    let before = slice.before().trim_end_matches([' ', '\t']);
    if !before.ends_with('\n') {
        return None;
    }
    let line = before.trim_end().rsplit('\n').next()?;
    let line = line.split(" #").next()?.trim_end();
    line.rsplit([' ', '\t']).next()
}

/// A quoted text whose further lines begin at column 1 [corpus.md 3].
fn quoted_not_indented(key: &str, slice: Slice<'_>) -> Option<Problem> {
    let mut lines = slice.text().lines().skip(1);
    lines.find(|it| !it.is_empty() && !it.starts_with([' ', '\t']))?;
    let message =
        format!("the lines of `{key}` are not indented; other readers of YAML refuse that");
    let hint = "indent every line of the quoted text by two blanks";
    Some(Problem::warning("frontmatter/quoted-not-indented", message).with_hint(hint))
}

/// A bare text behind which ` #` begins a comment that is probably meant as text.
fn cut_by_comment(key: &str, slice: Slice<'_>) -> Option<Problem> {
    let comment = slice.rest_of_line().trim_start().strip_prefix('#')?;
    // `model: opus # fast` is a remark; `fix #12` and a description are one text.
    let is_remark = comment.is_empty() || comment.starts_with([' ', '\t', '#']);
    let is_prose = matches!(key, "description" | "when_to_use");
    if is_block(slice) || (is_remark && !is_prose) {
        return None;
    }
    let message = format!("`{key}` ends before ` #`, which begins a comment");
    let hint = "put the value in quotation marks if the rest belongs to it";
    Some(Problem::warning("frontmatter/cut-by-comment", message).with_hint(hint))
}

/// A `&word` or `!word` before a text, which means something to YAML and is no part of the text.
fn lost_mark(key: &str, slice: Slice<'_>) -> Option<Problem> {
    let before = slice.before().rsplit('\n').next()?;
    let mark = before.trim_end().rsplit([' ', '\t']).next()?;
    let is_used = mark.strip_prefix('&').is_some_and(|it| slice.is_used(it));
    let is_mark = mark.starts_with(['&', '!']) && !mark.starts_with("!!") && before.contains(':');
    if !is_mark || is_used {
        return None;
    }
    let message = format!("`{key}` begins with `{mark}`, which YAML leaves out of the text");
    let hint = "put the value in quotation marks if it belongs to it";
    Some(Problem::warning("frontmatter/mark-left-out", message).with_hint(hint))
}
