//! Turns simple commands into parts, and goes into the commands that they run in turn.

use super::found::{Found, Simple, Stdin};
use super::part::{is_assignment, program};
use super::runs::{Inside, inside, option_value};
use super::tree::read;
use super::word::Word;
use super::words::HostFolders;
use super::{Certainty, Expansion, Part, Role, Split, names};

/// How many scripts may stand inside of one another.
const MAX_DEPTH: usize = 8;

/// How many parts a command may have.
const MAX_PARTS: usize = 4_000;

/// How many forms a part may have: what stands before a command can stand there many times.
const MAX_FORMS: usize = 64;

/// How many words are tried for the start of a command whose start is not plain.
const MAX_STARTS: usize = 32;

/// How many bytes of scripts are read for one command, those inside of others counted again.
const MAX_READ: usize = 1024 * 1024;

/// What reading a script costs besides its bytes.
const SCRIPT_COST: usize = 256;

/// Gathers the parts of a command.
#[derive(Debug)]
pub(crate) struct Collector {
    split: Split,
    depth: usize,
    n_read: usize,
    search: Search,
}

/// Whether every start of a command among some words is being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    None,
    Running,
}

impl Collector {
    pub(crate) fn new(split: Split) -> Collector {
        Collector {
            split,
            depth: 0,
            n_read: 0,
            search: Search::None,
        }
    }

    pub(crate) fn finish(self) -> Split {
        self.split
    }

    /// Adds what a script runs.
    pub(crate) fn script(&mut self, source: &str, role: Role) {
        self.n_read += source.len() + SCRIPT_COST;
        let is_full = self.split.parts.len() >= MAX_PARTS;
        if self.depth == MAX_DEPTH || self.n_read > MAX_READ || is_full {
            return self.unsure(role);
        }
        let host_folders = match self.depth {
            0 if is_one_command(source) => HostFolders::Trusted,
            _ => HostFolders::Untrusted,
        };
        let search = std::mem::replace(&mut self.search, Search::None);
        self.depth += 1;
        for found in read(source, host_folders) {
            if self.split.parts.len() >= MAX_PARTS {
                self.unsure(role);
                break;
            }
            self.add(found, role);
        }
        self.depth -= 1;
        self.search = search;
    }

    fn add(&mut self, found: Found, role: Role) {
        match found {
            Found::Simple(Simple { words, stdin }) => self.simple(&words, &stdin, role),
            Found::Assigned(raw) => self.assigned(&raw, role),
            Found::Redirected(target) => self.split.targets.push(target),
            Found::Expansion => self.split.expansion = Expansion::Some,
            Found::Script(source) => self.script(&source, role),
            Found::Unreadable => self.unsure(role),
        }
    }

    fn unsure(&mut self, role: Role) {
        self.split.parts.push(Part::unreadable(role));
    }

    /// A variable that is set for the commands to come.
    fn assigned(&mut self, raw: &str, role: Role) {
        if names::assigned_name(raw).is_none_or(names::alters_programs) {
            self.split.parts.push(Part::assignment(raw, role));
        }
    }

    /// Adds a simple command and what it runs in turn.
    fn simple(&mut self, words: &[Word], stdin: &Stdin, role: Role) {
        let mut part = Part::new(words, role);
        let mut rest = part.without_assignments(words.to_vec(), is_assignment);
        if rest.is_empty() && part.certainty() == Certainty::Sure {
            return;
        }
        let inside = loop {
            let Some(first) = rest.first() else {
                break Inside::Nothing;
            };
            let Some(name) = program(first).filter(|_| part.forms().len() < MAX_FORMS) else {
                break Inside::Unknown;
            };
            part.add_name(&rest, &name);
            match inside(&name, &rest, stdin) {
                Inside::Command(inner) => rest = part.go_through(&name, &rest[0], inner),
                other => break other,
            }
        };
        if matches!(inside, Inside::Unknown) {
            part.give_up();
        }
        self.split.parts.push(part);
        self.go_inside(inside, &rest, role);
    }

    fn go_inside(&mut self, inside: Inside, words: &[Word], role: Role) {
        match inside {
            Inside::Nothing | Inside::Command(_) | Inside::Unknown => {}
            Inside::Beside(commands) => {
                for words in commands {
                    self.nested(&words, role);
                }
            }
            Inside::Under(words) => self.nested(&words, Role::MayRun),
            Inside::Somewhere => self.somewhere(words),
            Inside::Script(source) => self.script(&source, role),
        }
    }

    fn nested(&mut self, words: &[Word], role: Role) {
        if self.depth == MAX_DEPTH || self.split.parts.len() >= MAX_PARTS {
            return self.unsure(role);
        }
        self.depth += 1;
        self.simple(words, &Stdin::Unknown, role);
        self.depth -= 1;
    }

    /// A command that begins at one of these words, or stands inside of one.
    fn somewhere(&mut self, words: &[Word]) {
        if self.search == Search::Running {
            // Whoever found the words around these tries every start in them.
            return;
        }
        if words.len() > MAX_STARTS {
            return self.unsure(Role::MayRun);
        }
        self.search = Search::Running;
        for at in 1..words.len() {
            self.start_at(words, at);
        }
        self.search = Search::None;
    }

    fn start_at(&mut self, words: &[Word], at: usize) {
        let Some(text) = words[at].fixed() else {
            if takes_script(&words[at - 1], &words[at]) {
                self.unsure(Role::MayRun);
            }
            return;
        };
        let script = option_value(&text);
        if script.contains([' ', '\t', '\n', ';', '&', '|']) {
            self.script(script, Role::MayRun);
        } else if !text.starts_with('-') {
            self.nested(&words[at..], Role::MayRun);
        }
    }
}

/// Whether an expansion is where a script is expected: `su -c "$X"`, `watch "$X"`.
fn takes_script(before: &Word, word: &Word) -> bool {
    let is_option = |it: &str| it == "-c" || it == "--command" || it == "watch";
    let is_attached = word.raw.starts_with("-c") || word.raw.starts_with("--command=");
    is_attached || before.fixed().is_some_and(|it| is_option(&it))
}

/// Whether a script is a single command, so that nothing before it can have set a variable.
fn is_one_command(source: &str) -> bool {
    !source.contains([';', '&', '|', '\n', '`', '(', ')'])
}
