//! The words of a script, read from the nodes of its syntax tree.

use std::ops::Range;

use tree_sitter::Node;

use super::names;
use super::redirect;
use super::word::{Hole, Nature, Word};

/// Whether the variables that the host sets can be what the host set them to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostFolders {
    Trusted,
    Untrusted,
}

/// A word and where it begins.
pub(crate) type Placed = (usize, Word);

/// Reads words from nodes of one script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordReader<'s> {
    pub(crate) source: &'s str,
    pub(crate) host_folders: HostFolders,
}

impl<'s> WordReader<'s> {
    /// The text of the word that a redirection is about, if no expansion has a say in it.
    pub(crate) fn target(&self, redirect: Node<'_>) -> Option<String> {
        let words = self.placed(redirect::operands(redirect).collect());
        words.first().and_then(|(_, it)| it.fixed())
    }

    /// The arguments of the command that the grammar took for a part of a redirection.
    pub(crate) fn behind(&self, redirect: Node<'_>) -> Vec<Placed> {
        let mut res = self.placed(redirect::operands(redirect).collect());
        res.drain(..redirect::n_own_words(redirect).min(res.len()));
        res.extend(redirect::nested(redirect).flat_map(|it| self.behind(it)));
        res
    }

    /// The words that these nodes make, and where each begins; neighbours without a blank between
    /// them are one word.
    pub(crate) fn placed(&self, mut nodes: Vec<Node<'_>>) -> Vec<Placed> {
        nodes.sort_by_key(Node::start_byte);
        let mut groups: Vec<(Range<usize>, Vec<Hole>)> = Vec::new();
        for node in nodes {
            let range = node.byte_range();
            let holes = self.holes(node);
            match groups.last_mut() {
                Some((last, list)) if is_glue(self.between(last.end, range.start)) => {
                    last.end = range.end;
                    list.extend(holes);
                }
                Some(_) | None => groups.push((range, holes)),
            }
        }
        let read = |(range, holes): (Range<usize>, Vec<Hole>)| {
            (range.start, Word::read(self.source, range, &holes))
        };
        groups.into_iter().map(read).collect()
    }

    /// The outermost expansions in a word.
    fn holes(&self, word: Node<'_>) -> Vec<Hole> {
        let mut res = Vec::new();
        let mut stack = vec![word];
        while let Some(node) = stack.pop() {
            match node.kind() {
                "simple_expansion"
                | "expansion"
                | "command_substitution"
                | "process_substitution"
                | "arithmetic_expansion"
                | "array" => res.push(Hole {
                    range: node.byte_range(),
                    nature: self.nature(node),
                }),
                "raw_string" | "ansi_c_string" => {}
                _ => stack.extend(children_of(node)),
            }
        }
        res.sort_by_key(|it| it.range.start);
        res
    }

    fn nature(&self, node: Node<'_>) -> Nature {
        let text = self.text(node);
        let name = text.trim_start_matches(['$', '{']).trim_end_matches('}');
        match node.kind() {
            "simple_expansion" | "expansion" if text.contains(['@', '*']) => Nature::List,
            "simple_expansion" | "expansion"
                if self.host_folders == HostFolders::Trusted && names::is_host_folder(name) =>
            {
                Nature::Folder
            }
            _ => Nature::Text,
        }
    }

    /// Whether nothing but blanks stands between these neighbours.
    pub(crate) fn is_blank_between(&self, nodes: &[Node<'_>]) -> bool {
        nodes.windows(2).all(|pair| {
            let gap = self.between(pair[0].end_byte(), pair[1].start_byte());
            gap.replace("\\\n", " ")
                .chars()
                .all(|it| matches!(it, ' ' | '\t'))
        })
    }

    /// Whether a line goes on between these neighbours without a blank.
    pub(crate) fn is_broken_between(&self, left: Node<'_>, right: Node<'_>) -> bool {
        let gap = self.between(left.end_byte(), right.start_byte());
        !gap.is_empty() && is_glue(gap)
    }

    /// The text between two nodes, of which the parser may have made up one without a length.
    fn between(&self, end: usize, start: usize) -> &'s str {
        self.source.get(end..start).unwrap_or_default()
    }

    pub(crate) fn text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }
}

/// All children of a node, the signs between its named ones among them.
pub(crate) fn children_of(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// A line that goes on is no blank: `gi\` and `t` on the next line are one word.
fn is_glue(gap: &str) -> bool {
    gap.replace("\\\n", "").is_empty()
}
