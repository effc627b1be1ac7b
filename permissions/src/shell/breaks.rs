//! Lines that go on.

use tree_sitter::Node;

/// Whether a line goes on in the middle of something else than a word or a quoted text.
///
/// Bash joins the lines before it looks at them, the grammar takes the break for a blank: of `&\`
/// and `&` on the next line it makes two signs.
pub(crate) fn cuts_a_sign(source: &str, root: Node<'_>) -> bool {
    glued_breaks(source).any(|at| {
        let node = root.descendant_for_byte_range(at, at + "\\\n".len());
        let kind = node.map_or("", |it| it.kind());
        !matches!(
            kind,
            "command"
                | "comment"
                | "file_redirect"
                | "heredoc_body"
                | "heredoc_content"
                | "raw_string"
                | "string"
                | "string_content"
        )
    })
}

/// Where a backslash ends a line with no blank before it and none at the start of the next.
fn glued_breaks(source: &str) -> impl Iterator<Item = usize> {
    let is_blank = |it: Option<char>| it.is_none_or(char::is_whitespace);
    source.match_indices("\\\n").filter_map(move |(at, _)| {
        let before = &source[..at];
        let n_escaping = before.len() - before.trim_end_matches('\\').len();
        let is_glued = !is_blank(before.chars().next_back())
            && !is_blank(source[at + "\\\n".len()..].chars().next());
        (n_escaping.is_multiple_of(2) && is_glued).then_some(at)
    })
}
