//! Splits a shell command into the simple commands it runs.
//!
//! `tree` parses the text with a real grammar and picks the simple commands out of it, whatever
//! they are nested in; `word` takes the quotes off; `inner` finds the command inside a command
//! (`timeout 5 …`, `bash -c '…'`, `find -exec …`) and goes round again.

mod breaks;
mod extract;
mod find;
mod found;
mod heredoc;
mod inner;
mod names;
mod options;
mod parse;
mod part;
mod redirect;
mod runs;
mod tree;
mod word;
mod words;
mod wrappers;

use crate::text::{Atom, plain};
use inner::Collector;
pub(crate) use part::Form;
pub use part::{Certainty, Part, Role};

/// A command taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    parts: Vec<Part>,
    targets: Vec<Target>,
    line: Vec<Atom>,
    expansion: Expansion,
}

/// A file that the command reads or writes through a redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) direction: Direction,
    /// Its path, if no expansion has a say in it.
    pub(crate) path: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Reads,
    Writes,
}

/// Whether the command holds something that the shell replaces before it runs anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    None,
    Some,
}

/// Takes a command apart.
///
/// Reading never fails: what cannot be read is a part that is [`Certainty::Unsure`].
pub fn split(command: &str) -> Split {
    let words: Vec<&str> = command.split_whitespace().collect();
    let mut collector = Collector::new(Split {
        parts: Vec::new(),
        targets: Vec::new(),
        line: plain(&words.join(" ")),
        expansion: Expansion::None,
    });
    collector.script(command, Role::Runs);
    collector.finish()
}

impl Split {
    /// The simple commands, those inside substitutions and inner shells among them.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The paths that output is redirected to, as far as no expansion has a say in them.
    pub fn written_paths(&self) -> impl Iterator<Item = &str> {
        self.targets(Direction::Writes)
            .filter_map(|it| it.path.as_deref())
    }

    pub(crate) fn targets(&self, direction: Direction) -> impl Iterator<Item = &Target> {
        self.targets
            .iter()
            .filter(move |it| it.direction == direction)
    }

    pub(crate) fn all_targets(&self) -> &[Target] {
        &self.targets
    }

    /// The whole command as one line.
    pub(crate) fn line(&self) -> &[Atom] {
        &self.line
    }

    pub(crate) fn expansion(&self) -> Expansion {
        self.expansion
    }

    /// Whether a part runs a program of this name, or may.
    pub(crate) fn may_run(&self, program: &str) -> bool {
        let is_program = |it: &Part| it.text().split(' ').next() == Some(program);
        self.parts
            .iter()
            .any(|it| it.certainty() == Certainty::Unsure || is_program(it))
    }
}
