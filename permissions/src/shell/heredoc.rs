//! Here-documents, whose end and whose quotes the grammar sees more simply than bash does.

use tree_sitter::Node;

use super::found::Stdin;
use super::word::Word;

/// A here-document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heredoc {
    /// Its delimiter is quoted, so the text is what it is.
    Literal(String),
    /// Expansions in it are replaced.
    Expanded {
        /// The text, if there is nothing to replace in it.
        text: Option<String>,
        /// The commands between backticks.
        scripts: Vec<String>,
    },
    /// Its end is not where bash finds it.
    Unreadable,
}

impl Heredoc {
    /// What a command reads from it.
    pub(crate) fn into_stdin(self) -> Stdin {
        match self {
            Heredoc::Literal(text)
            | Heredoc::Expanded {
                text: Some(text), ..
            } => Stdin::Text(text),
            Heredoc::Expanded { text: None, .. } | Heredoc::Unreadable => Stdin::Unknown,
        }
    }
}

/// Reads the here-document of a redirection.
pub(crate) fn read(redirect: Node<'_>, source: &str) -> Heredoc {
    let child = |kind: &str| {
        let count = redirect.child_count();
        let mut children = (0..count).filter_map(|it| redirect.child(it));
        children.find(|it| it.kind() == kind)
    };
    let (Some(start), Some(end)) = (child("heredoc_start"), child("heredoc_end")) else {
        return Heredoc::Unreadable;
    };
    let delimiter = Word::read(source, start.byte_range(), &[]);
    let Some(name) = delimiter.fixed() else {
        return Heredoc::Unreadable;
    };
    let body = child("heredoc_body");
    let text = body.map_or("", |it| &source[it.byte_range()]);
    let is_end = |line: &str| line.trim_start_matches('\t') == name;
    let last = whole_line(source, end.start_byte());
    let ends_there = is_end(last) && (child("<<-").is_some() || last == name);
    if !ends_there || text.lines().any(is_end) {
        return Heredoc::Unreadable;
    }
    match delimiter.is_bare() {
        false => Heredoc::Literal(text.to_owned()),
        true => expanded(text, body),
    }
}

/// Where the `<<` of a here-document stands.
pub(crate) fn offset(redirect: Node<'_>) -> usize {
    let count = redirect.child_count();
    let mut children = (0..count).filter_map(|it| redirect.child(it));
    let sign = children.find(|it| it.kind().starts_with("<<"));
    sign.map_or(redirect.start_byte(), |it| it.start_byte())
}

fn expanded(text: &str, body: Option<Node<'_>>) -> Heredoc {
    let has_expansions = body.is_some_and(|it| it.named_child_count() > 0);
    let pieces = between_backticks(text);
    if pieces.len() > 1 {
        // Which backtick belongs to which is plain only where nothing else nests.
        let is_plain = !text.contains("$(") && pieces.len() % 2 == 1;
        return match is_plain {
            true => Heredoc::Expanded {
                text: None,
                scripts: pieces
                    .iter()
                    .skip(1)
                    .step_by(2)
                    .map(|it| unescape(it))
                    .collect(),
            },
            false => Heredoc::Unreadable,
        };
    }
    if !has_expansions && text.contains("$(") {
        return Heredoc::Unreadable;
    }
    Heredoc::Expanded {
        text: (!has_expansions && !text.contains('$')).then(|| unescape(text)),
        scripts: Vec::new(),
    }
}

/// The pieces between backticks that no backslash escapes.
fn between_backticks(text: &str) -> Vec<&str> {
    let mut res = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => {
                chars.next();
            }
            '`' => {
                res.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    res.push(&text[start..]);
    res
}

/// Takes the backslash off where it protects a backtick, a dollar sign or itself.
pub(crate) fn unescape(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, chars.peek()) {
            ('\\', Some('`' | '$' | '\\')) => res.extend(chars.next()),
            (it, _) => res.push(it),
        }
    }
    res
}

fn whole_line(source: &str, at: usize) -> &str {
    let start = source[..at].rfind('\n').map_or(0, |it| it + 1);
    let end = source[at..].find('\n').map_or(source.len(), |it| at + it);
    &source[start..end]
}
