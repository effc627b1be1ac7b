//! Redirections in the syntax tree.

use tree_sitter::Node;

use super::Direction;

/// Whether a node of this kind is a redirection.
pub(crate) fn is_redirect(kind: &str) -> bool {
    matches!(
        kind,
        "file_redirect" | "heredoc_redirect" | "herestring_redirect"
    )
}

/// The simple command that stands last in a statement, if that is how the statement ends.
pub(crate) fn last_command(mut node: Node<'_>) -> Option<Node<'_>> {
    loop {
        match node.kind() {
            "command" | "declaration_command" | "unset_command" => return Some(node),
            "list" | "pipeline" | "negated_command" => {
                let last = node.named_child_count().checked_sub(1)?;
                node = node.named_child(last)?;
            }
            "redirected_statement" => node = node.child_by_field_name("body")?,
            _ => return None,
        }
    }
}

/// The words in a redirection: its target, then arguments of the command that the grammar took in.
pub(crate) fn operands(redirect: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let count = redirect.named_child_count();
    let children = (0..count).filter_map(move |it| redirect.named_child(it));
    children
        .take_while(|it| it.kind() != "heredoc_body")
        .filter(|it| is_word(it.kind()))
}

/// How many words of a redirection are its own; the others are arguments of the command.
pub(crate) fn n_own_words(redirect: Node<'_>) -> usize {
    // `>&-` and `<&-` have no target.
    let closes = operator(redirect).is_some_and(|it| it.ends_with('-'));
    match redirect.kind() {
        "heredoc_redirect" => 0,
        _ => usize::from(!closes),
    }
}

/// Redirections that the grammar puts into a here-document's line.
pub(crate) fn nested(redirect: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let count = redirect.named_child_count();
    let children = (0..count).filter_map(move |it| redirect.named_child(it));
    children.filter(|it| is_redirect(it.kind()))
}

/// What a redirection does with a file; nothing for one that copies a descriptor.
pub(crate) fn direction(redirect: Node<'_>) -> Option<Direction> {
    let is_descriptor = operands(redirect).next()?.kind() == "number";
    match operator(redirect)? {
        "<" => Some(Direction::Reads),
        ">" | ">>" | "&>" | "&>>" | ">|" | "<>" => Some(Direction::Writes),
        ">&" if !is_descriptor => Some(Direction::Writes),
        _ => None,
    }
}

/// Whether a redirection changes what standard input is.
pub(crate) fn is_input(redirect: Node<'_>) -> bool {
    operator(redirect).is_some_and(|it| matches!(it, "<" | "<&" | "<>"))
}

fn operator(redirect: Node<'_>) -> Option<&'static str> {
    let count = redirect.child_count();
    let mut children = (0..count).filter_map(|it| redirect.child(it));
    children.find(|it| !it.is_named()).map(|it| it.kind())
}

fn is_word(kind: &str) -> bool {
    matches!(
        kind,
        "word"
            | "number"
            | "string"
            | "raw_string"
            | "ansi_c_string"
            | "translated_string"
            | "concatenation"
            | "simple_expansion"
            | "expansion"
            | "command_substitution"
            | "process_substitution"
            | "arithmetic_expansion"
            | "brace_expression"
    )
}
