//! Picks the simple commands out of the syntax tree of a script.
//!
//! The grammar is good and not perfect, so nothing is taken on faith: a text between two words that
//! is no blank, an expansion that the grammar left inside a plain word, a here-document whose end
//! is not the one bash would find, all make the script unreadable rather than shorter.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::breaks::cuts_a_sign;
use super::extract::extract;
use super::found::{Found, Simple, Stdin};
use super::heredoc::{self, Heredoc};
use super::parse::parse;
use super::redirect::{self, is_redirect, last_command};
use super::word::{Count, Word};
use super::words::{HostFolders, Placed, WordReader, children_of};
use super::{Target, names};

/// How many bytes the words of all commands may have together. Those of a substitution count again
/// for the command around it, so that nesting makes a short script long.
const MAX_WORDS: usize = 2 * 1024 * 1024;

/// Reads a script.
pub(crate) fn read(source: &str, host_folders: HostFolders) -> Vec<Found> {
    let extracted = extract(source);
    let Some(tree) = parse(&extracted.script) else {
        return vec![Found::Unreadable];
    };
    let mut visitor = Visitor {
        words: WordReader {
            source: &extracted.script,
            host_folders,
        },
        texts: extracted.texts,
        stack: vec![tree.root_node()],
        moved: BTreeMap::new(),
        n_word_bytes: 0,
        found: Vec::new(),
    };
    if tree.root_node().has_error() || cuts_a_sign(&extracted.script, tree.root_node()) {
        visitor.found.push(Found::Unreadable);
    }
    visitor.run();
    visitor.found
}

struct Visitor<'s, 't> {
    words: WordReader<'s>,
    /// The texts that were taken out of the source and not found a place for yet.
    texts: BTreeMap<usize, String>,
    stack: Vec<Node<'t>>,
    /// The redirections of a simple command that stand outside of its node, by the node's id.
    moved: BTreeMap<usize, Vec<Node<'t>>>,
    n_word_bytes: usize,
    found: Vec<Found>,
}

impl<'t> Visitor<'_, 't> {
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
        let children = children_of(node);
        if !self.words.is_blank_between(&children) || self.glues_redirect(&children) {
            self.found.push(Found::Unreadable);
        }
        let (mut redirects, own): (Vec<Node<'t>>, Vec<Node<'t>>) =
            children.iter().partition(|it| is_redirect(it.kind()));
        redirects.extend(self.moved.remove(&node.id()).into_iter().flatten());
        let words = self.command_words(own, &redirects);
        let stdin = self.stdin(&redirects);
        self.found.push(Found::Simple(Simple { words, stdin }));
        for child in children.into_iter().rev() {
            match child.kind() {
                // What is set for one command is for that command to judge.
                "variable_assignment" => self.enter(child),
                // `git (push)` is nothing that bash knows.
                "subshell" => self.found.push(Found::Unreadable),
                _ if child.is_named() => self.stack.push(child),
                _ => {}
            }
        }
    }

    /// Whether a line goes on between a redirection and a word, which bash takes for one.
    fn glues_redirect(&self, children: &[Node<'t>]) -> bool {
        children.windows(2).any(|pair| {
            let has_redirect = pair.iter().any(|it| is_redirect(it.kind()));
            has_redirect && self.words.is_broken_between(pair[0], pair[1])
        })
    }

    /// The words of a command in the order of the text, those behind redirections among them.
    fn command_words(&mut self, own: Vec<Node<'t>>, redirects: &[Node<'t>]) -> Vec<Word> {
        let mut placed = self.words.placed(own);
        placed.extend(redirects.iter().flat_map(|it| self.words.behind(*it)));
        placed.sort_by_key(|(start, _)| *start);
        self.check_torn(&placed);
        let words: Vec<Word> = placed.into_iter().map(|(_, it)| it).collect();
        self.n_word_bytes += words.iter().map(|it| it.raw.len()).sum::<usize>();
        words
    }

    fn check_torn(&mut self, words: &[Placed]) {
        if words.iter().any(|(_, it)| it.count == Count::Torn) {
            self.found.push(Found::Unreadable);
        }
    }

    /// The grammar takes what follows a redirection for a part of it, and hangs the redirection of
    /// the last command of a list on the list.
    fn redirected(&mut self, node: Node<'t>) {
        let mut redirects = children_of(node);
        redirects.retain(|it| is_redirect(it.kind()));
        match node.child_by_field_name("body").and_then(last_command) {
            Some(command) => {
                let moved = self.moved.entry(command.id()).or_default();
                moved.extend(redirects);
            }
            None if redirects.iter().all(|it| self.words.behind(*it).is_empty()) => {}
            None => self.found.push(Found::Unreadable),
        }
        self.enter(node);
    }

    fn file_redirect(&mut self, node: Node<'t>) {
        self.check_redirect(node);
        if let Some(direction) = redirect::direction(node) {
            let path = self.words.target(node);
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
        self.check_torn(&self.words.placed(redirect::operands(node).collect()));
        let children = children_of(node);
        let breaks_sign =
            |it: &[Node<'t>]| !it[0].is_named() && self.words.is_broken_between(it[0], it[1]);
        if !self.words.is_blank_between(&children) || children.windows(2).any(breaks_sign) {
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
        let heredoc = heredoc::read(node, self.words.source);
        match (self.texts.get(&heredoc::offset(node)), heredoc) {
            (Some(text), Heredoc::Literal(_)) => Heredoc::Literal(text.clone()),
            (Some(_), _) => Heredoc::Unreadable,
            (None, heredoc) => heredoc,
        }
    }

    fn assigned(&mut self, node: Node<'t>) {
        self.found
            .push(Found::Assigned(self.words.text(node).to_owned()));
        self.enter(node);
    }

    fn loop_variable(&mut self, node: Node<'t>) {
        if let Some(variable) = node.child_by_field_name("variable") {
            self.found
                .push(Found::Assigned(format!("{}=", self.words.text(variable))));
        }
        self.enter(node);
    }

    fn substitution(&mut self, node: Node<'t>) {
        self.found.push(Found::Expansion);
        let text = self.words.text(node);
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
        let text = self.words.text(node);
        // The grammar looks for the name behind a lone `$` on the next line.
        let is_torn = node.kind() == "simple_expansion" && text.contains(char::is_whitespace);
        // `${x@P}` runs what the variable holds.
        if is_torn || text.contains("@P") {
            self.found.push(Found::Unreadable);
        }
        match node.named_child_count() {
            0 => self.leaf(node),
            _ => self.enter(node),
        }
    }

    /// A text that the grammar took for plain.
    fn leaf(&mut self, node: Node<'t>) {
        if hides_expansion(self.words.text(node)) {
            self.found.push(Found::Unreadable);
        }
    }

    fn stdin(&self, redirects: &[Node<'t>]) -> Stdin {
        let read = |node: &Node<'t>| match node.kind() {
            "heredoc_redirect" => Some(self.read_heredoc(*node).into_stdin()),
            "herestring_redirect" => {
                Some(self.words.target(*node).map_or(Stdin::Unknown, Stdin::Text))
            }
            _ if !redirect::is_input(*node) => None,
            _ => match self.words.target(*node) {
                Some(path) if !names::is_device(&path) => Some(Stdin::File),
                Some(_) | None => Some(Stdin::Unknown),
            },
        };
        let mut latest_first = redirects.iter().rev().filter_map(read);
        latest_first.next().unwrap_or(Stdin::Inherited)
    }
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
