//! Command patterns, held against the parts of a shell command.

use crate::shell::{Certainty, Form, Part, Role, Split};
use crate::text::{Atom, fixed};
use crate::wildcard::{Reach, Wildcard};

/// A pattern such as `git push *`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandPattern {
    written: Wildcard,
    /// The pattern without its quotes, if it has any: `"a b"` and `'a b'` are the same words.
    unquoted: Option<Wildcard>,
}

impl CommandPattern {
    pub(crate) fn parse(text: &str) -> CommandPattern {
        let written = Wildcard::parse(text);
        let unquoted = written.without(is_quoting);
        CommandPattern {
            unquoted: (unquoted != written).then_some(unquoted),
            written,
        }
    }

    /// Whether the pattern is `*` and so says no more than the tool alone.
    pub(crate) fn is_everything(&self) -> bool {
        self.written.is_everything()
    }

    /// Whether the pattern names no more than a program.
    pub(crate) fn is_name_only(&self) -> bool {
        self.written.is_name_only()
    }

    /// Whether some part of the command may be what the pattern means, or cannot be read: the
    /// question of deny and ask rules.
    pub(crate) fn may_match(&self, split: &Split) -> bool {
        let is_meant = |it: &Part| it.certainty() == Certainty::Unsure || self.may_be(it);
        split.parts().iter().any(is_meant)
            // A pattern over a whole line, as in `curl * | sh`.
            || self.written.matches(split.line(), Reach::May)
    }

    /// Whether a part may be what the pattern means.
    pub(crate) fn may_be(&self, part: &Part) -> bool {
        let is_meant = |it: &[Atom]| self.written.matches(it, Reach::May);
        let is_meant_unquoted = |it: &[Atom]| {
            let pattern = self.unquoted.as_ref();
            pattern.is_some_and(|pattern| pattern.matches(&without_quoting(it), Reach::May))
        };
        part.forms()
            .iter()
            .any(|it| is_meant(&it.text) || is_meant(&it.raw) || is_meant_unquoted(&it.text))
    }

    /// Whether a part is surely what the pattern means: the question of allow rules.
    pub(crate) fn must_match(&self, part: &Part) -> bool {
        let n_forms = match (part.role(), part.certainty()) {
            (Role::MayRun, _) | (_, Certainty::Unsure) => 0,
            // What changes the meaning of the program must be named by the rule itself.
            (Role::Runs, Certainty::Altered) => 1,
            (Role::Runs, Certainty::Sure) => part.forms().len(),
        };
        let matches = |it: &Form| {
            let raw_matches = || self.written.matches(&it.raw, Reach::Must);
            // A star must not take the name of a variable for what the variable holds.
            let raw_counts = fixed(&it.text).is_some() || self.written.literal().is_some();
            self.written.matches(&it.text, Reach::Must) || (raw_counts && raw_matches())
        };
        let mut forms = part.forms().iter().take(n_forms);
        forms.any(|it| it.is_exact() && matches(it))
    }

    /// Whether the pattern is the whole command, to the letter.
    pub(crate) fn is_literally(&self, command: &str) -> bool {
        self.written
            .literal()
            .is_some_and(|it| it == command.trim())
    }
}

fn is_quoting(char: char) -> bool {
    matches!(char, '"' | '\'' | '\\')
}

fn without_quoting(text: &[Atom]) -> Vec<Atom> {
    let is_kept = |it: &&Atom| !matches!(it, Atom::Char(char) if is_quoting(*char));
    text.iter().filter(is_kept).copied().collect()
}
