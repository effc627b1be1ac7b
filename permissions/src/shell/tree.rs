//! Picks the simple commands out of the syntax tree of a script.
//!
//! The grammar is good and not perfect, so nothing is taken on faith: a text between two words that
//! is no blank, an expansion that the grammar left inside a plain word, a here-document whose end
//! is not the one bash would find, all make the script unreadable rather than shorter.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use super::extract::extract;
use super::heredoc::{self, Heredoc};
use super::parse::parse;
use super::redirect;
use super::word::{Count, Hole, Nature, Word};
use super::{Target, names};

/// How many bytes the words of all commands may have together. Those of a substitution count again
/// for the command around it, so that nesting makes a short script long.
const MAX_WORDS: usize = 2 * 1024 * 1024;

/// Something in a script that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A simple command.
    Simple(Simple),
    /// A variable that is set on its own, as it stands in the script.
    Assigned(String),
    /// A redirection from or to a file.
    Redirected(Target),
    /// The shell replaces something here.
    Expansion,
    /// An inner script that must be unescaped before it can be read.
    Script(String),
    /// Something that cannot be read.
    Unreadable,
}

/// A simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Simple {
    /// Assignments, program and arguments, without redirections.
    pub(crate) words: Vec<Word>,
    pub(crate) stdin: Stdin,
}

/// What a simple command reads from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    Inherited,
    /// A file on the disk.
    File,
    /// A text that stands in the script.
    Text(String),
    Unknown,
}

/// Whether the variables that the host sets can be what the host set them to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostFolders {
    Trusted,
    Untrusted,
}

/// Reads a script.
pub(crate) fn read(source: &str, host_folders: HostFolders) -> Vec<Found> {
    let extracted = extract(source);
    let Some(tree) = parse(&extracted.script) else {
        return vec![Found::Unreadable];
    };
    let mut visitor = Visitor {
        source: &extracted.script,
        texts: extracted.texts,
        host_folders,
        stack: vec![tree.root_node()],
        moved: BTreeMap::new(),
        n_word_bytes: 0,
        found: Vec::new(),
    };
    if tree.root_node().has_error() {
        visitor.found.push(Found::Unreadable);
    }
    visitor.run();
    visitor.found
}

struct Visitor<'s, 't> {
    source: &'s str,
    /// The texts that were taken out of the source and not found a place for yet.
    texts: BTreeMap<usize, String>,
    host_folders: HostFolders,
    stack: Vec<Node<'t>>,
    /// The redirections of a simple command that stand outside of its node, by the node's id.
    moved: BTreeMap<usize, Vec<Node<'t>>>,
    n_word_bytes: usize,
    found: Vec<Found>,
}

impl<'s, 't> Visitor<'s, 't> {
    fn run(&mut self) {
        while let Some(node) = self.stack.pop() {
            self.visit(node);
            if self.n_word_bytes > MAX_WORDS {
                return self.found.push(Found::Unreadable);
            }
        }
        if !self.texts.is_empty() {
            // Something was taken out that was no here-document.
            self.found.push(Found::Unreadable);
        }
    }

    fn visit(&mut self, node: Node<'t>) {
        if node.is_error() || node.is_missing() {
            self.found.push(Found::Unreadable);
        }
        match node.kind() {
            "command" | "declaration_command" | "unset_command" => self.command(node),
            "redirected_statement" => self.redirected(node),
            "file_redirect" => self.file_redirect(node),
            "herestring_redirect" => self.here_string(node),
            "heredoc_redirect" => self.heredoc(node),
            "variable_assignment" => self.assigned(node),
            "for_statement" => self.loop_variable(node),
            "command_substitution" => self.substitution(node),
            "simple_expansion" | "expansion" => self.expansion(node),
            "comment" | "raw_string" | "ansi_c_string" => {}
            _ if node.named_child_count() == 0 => self.leaf(node),
            _ => self.enter(node),
        }
    }

    fn enter(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        // The last child first, so that the first is on top of the stack.
        let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
        self.stack.extend(children.into_iter().rev());
    }

    fn command(&mut self, node: Node<'t>) {
        let moved = self.moved.remove(&node.id()).unwrap_or_default();
        let children = children_of(node);
        if !self.is_blank_between(&children) || children.iter().any(|it| it.kind() == "subshell") {
            self.found.push(Found::Unreadable);
        }
        let (redirects, own): (Vec<Node<'_>>, Vec<Node<'_>>) = children
            .iter()
            .partition(|it| redirect::is_redirect(it.kind()));
        let all_redirects = || redirects.iter().chain(&moved).copied();
        let mut placed = self.placed_words(own);
        placed.extend(all_redirects().flat_map(|it| self.words_behind(it)));
        placed.sort_by_key(|(start, _)| *start);
        let words: Vec<Word> = placed.into_iter().map(|(_, it)| it).collect();
        if words.iter().any(|it| it.count == Count::Torn) {
            self.found.push(Found::Unreadable);
        }
        let stdin = self.stdin(all_redirects());
        self.n_word_bytes += words.iter().map(|it| it.raw.len()).sum::<usize>();
        self.found.push(Found::Simple(Simple { words, stdin }));
        for child in children.into_iter().rev() {
            match child.kind() {
                // What is set for one command is for that command to judge.
                "variable_assignment" => self.enter(child),
                _ if child.is_named() => self.stack.push(child),
                _ => {}
            }
        }
    }

    /// The grammar takes what follows a redirection for a part of it, and hangs the redirection of
    /// the last command of a list on the list.
    fn redirected(&mut self, node: Node<'t>) {
        let children = children_of(node);
        let redirects: Vec<Node<'t>> = children
            .iter()
            .filter(|it| redirect::is_redirect(it.kind()))
            .copied()
            .collect();
        match node.child_by_field_name("body").and_then(last_command) {
            Some(command) => self
                .moved
                .entry(command.id())
                .or_default()
                .extend(redirects),
            None if redirects
                .iter()
                .any(|it| !self.words_behind(*it).is_empty()) =>
            {
                self.found.push(Found::Unreadable);
            }
            None => {}
        }
        self.enter(node);
    }

    fn file_redirect(&mut self, node: Node<'t>) {
        self.check_redirect(node);
        if let Some(direction) = redirect::direction(node) {
            let path = self.target(node);
            self.found
                .push(Found::Redirected(Target { direction, path }));
        }
        self.enter(node);
    }

    fn here_string(&mut self, node: Node<'t>) {
        self.check_redirect(node);
        self.enter(node);
    }

    fn check_redirect(&mut self, node: Node<'t>) {
        let words = self.placed_words(redirect::operands(node).collect());
        let is_torn = words.iter().any(|(_, it)| it.count == Count::Torn);
        if is_torn || !self.is_blank_between(&children_of(node)) {
            self.found.push(Found::Unreadable);
        }
    }

    fn heredoc(&mut self, node: Node<'t>) {
        let heredoc = self.read_heredoc(node);
        self.texts.remove(&heredoc::offset(node));
        match &heredoc {
            Heredoc::Literal(_) => {}
            Heredoc::Expanded { scripts, .. } => {
                self.found
                    .extend(scripts.iter().cloned().map(Found::Script));
            }
            Heredoc::Unreadable => self.found.push(Found::Unreadable),
        }
        for child in children_of(node).into_iter().rev().filter(Node::is_named) {
            match (child.kind(), &heredoc) {
                ("heredoc_start" | "heredoc_end" | "heredoc_content", _) => {}
                ("heredoc_body", Heredoc::Literal(_)) => {}
                ("heredoc_body", _) => self.enter(child),
                _ => self.stack.push(child),
            }
        }
    }

    fn read_heredoc(&self, node: Node<'t>) -> Heredoc {
        let heredoc = heredoc::read(node, self.source);
        match (self.texts.get(&heredoc::offset(node)), heredoc) {
            (Some(text), Heredoc::Literal(_)) => Heredoc::Literal(text.clone()),
            (Some(_), _) => Heredoc::Unreadable,
            (None, heredoc) => heredoc,
        }
    }

    fn assigned(&mut self, node: Node<'t>) {
        self.found.push(Found::Assigned(self.text(node).to_owned()));
        self.enter(node);
    }

    fn loop_variable(&mut self, node: Node<'t>) {
        if let Some(variable) = node.child_by_field_name("variable") {
            self.found
                .push(Found::Assigned(format!("{}=", self.text(variable))));
        }
        self.enter(node);
    }

    fn substitution(&mut self, node: Node<'t>) {
        self.found.push(Found::Expansion);
        let text = self.text(node);
        match text.strip_prefix('`') {
            // A backslash has a meaning of its own between backticks, which the grammar ignores.
            Some(rest) if rest.contains('\\') => {
                let inside = rest.strip_suffix('`').unwrap_or(rest);
                self.found.push(Found::Script(heredoc::unescape(inside)));
            }
            Some(_) | None => self.enter(node),
        }
    }

    fn expansion(&mut self, node: Node<'t>) {
        self.found.push(Found::Expansion);
        // `${x@P}` runs what the variable holds.
        if self.text(node).contains("@P") {
            self.found.push(Found::Unreadable);
        }
        match node.named_child_count() {
            0 => self.leaf(node),
            _ => self.enter(node),
        }
    }

    /// A text that the grammar took for plain.
    fn leaf(&mut self, node: Node<'t>) {
        if hides_expansion(self.text(node)) {
            self.found.push(Found::Unreadable);
        }
    }

    fn stdin(&self, redirects: impl Iterator<Item = Node<'t>>) -> Stdin {
        let read = |node: Node<'t>| match node.kind() {
            "heredoc_redirect" => Some(self.read_heredoc(node).into_stdin()),
            "herestring_redirect" => Some(self.target(node).map_or(Stdin::Unknown, Stdin::Text)),
            _ if !redirect::is_input(node) => None,
            _ => match self.target(node) {
                Some(path) if !names::is_device(&path) => Some(Stdin::File),
                Some(_) | None => Some(Stdin::Unknown),
            },
        };
        redirects
            .filter_map(read)
            .last()
            .unwrap_or(Stdin::Inherited)
    }

    /// The text of the word that a redirection is about, if no expansion has a say in it.
    fn target(&self, redirect: Node<'t>) -> Option<String> {
        let words = self.placed_words(redirect::operands(redirect).collect());
        words.first().and_then(|(_, it)| it.fixed())
    }

    /// The arguments of the command that the grammar took for a part of a redirection.
    fn words_behind(&self, redirect: Node<'t>) -> Vec<(usize, Word)> {
        let mut res = self.placed_words(redirect::operands(redirect).collect());
        res.drain(..redirect::n_own_words(redirect).min(res.len()));
        res.extend(redirect::nested(redirect).flat_map(|it| self.words_behind(it)));
        res
    }

    /// The words that these nodes make, and where each begins; neighbours without a blank between
    /// them are one word.
    fn placed_words(&self, mut nodes: Vec<Node<'t>>) -> Vec<(usize, Word)> {
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
    fn holes(&self, word: Node<'t>) -> Vec<Hole> {
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

    fn nature(&self, node: Node<'t>) -> Nature {
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
    fn is_blank_between(&self, nodes: &[Node<'t>]) -> bool {
        nodes.windows(2).all(|pair| {
            let gap = self.between(pair[0].end_byte(), pair[1].start_byte());
            gap.replace("\\\n", " ")
                .chars()
                .all(|it| matches!(it, ' ' | '\t'))
        })
    }

    /// The text between two nodes, of which the parser may have made up one without a length.
    fn between(&self, end: usize, start: usize) -> &'s str {
        self.source.get(end..start).unwrap_or_default()
    }

    fn text(&self, node: Node<'t>) -> &'s str {
        &self.source[node.byte_range()]
    }
}

fn children_of(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// The simple command that stands last in a statement, if that is how the statement ends.
fn last_command(mut node: Node<'_>) -> Option<Node<'_>> {
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

/// A line that goes on is no blank: `gi\` and `t` on the next line are one word.
fn is_glue(gap: &str) -> bool {
    gap.replace("\\\n", "").is_empty()
}

/// Whether something in a plain text would start a substitution.
fn hides_expansion(text: &str) -> bool {
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let next = chars.peek();
        match char {
            '`' => return true,
            '$' | '<' | '>' if next == Some(&'(') => return true,
            '\\' => drop(chars.next()),
            _ => {}
        }
    }
    false
}
