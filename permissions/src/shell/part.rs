//! One simple command of a command, in each form that a rule may be about.

use super::names;
use super::options::takes_assignments;
use super::word::{Count, Word};
use crate::text::{Atom, plain, shown};

/// One simple command in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    forms: Vec<Form>,
    certainty: Certainty,
    role: Role,
}

/// How well a part is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The program is known.
    Sure,
    /// The program is known, and something before it may change what it does, such as `PATH=…`.
    Altered,
    /// What runs cannot be told from the text.
    Unsure,
}

/// Why a part is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The command runs it.
    Runs,
    /// It stands where another program, such as `sudo`, may run it: it counts against the command
    /// and never for it.
    MayRun,
}

/// One way to write a part down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// Its words without quotes, joined by a blank.
    pub(crate) text: Vec<Atom>,
    /// Its words as they stand in the command, joined by a blank.
    pub(crate) raw: Vec<Atom>,
    likeness: Likeness,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    /// The form is the command, perhaps without what was put before it.
    Exact,
    /// The form has the program's bare name for its path, and `/tmp/git` is not `git`.
    Name,
}

impl Part {
    pub(crate) fn new(words: &[Word], role: Role) -> Part {
        Part {
            forms: vec![Form::of(words)],
            certainty: Certainty::Sure,
            role,
        }
    }

    /// Something that could not be read.
    pub(crate) fn unreadable(role: Role) -> Part {
        Part {
            forms: Vec::new(),
            certainty: Certainty::Unsure,
            role,
        }
    }

    /// A variable that is set on its own and changes what later commands do.
    pub(crate) fn assignment(raw: &str, role: Role) -> Part {
        let form = Form {
            text: plain(raw),
            raw: plain(raw),
            likeness: Likeness::Exact,
        };
        Part {
            forms: vec![form],
            certainty: Certainty::Altered,
            role,
        }
    }

    /// Its words without quotes and without what was put before the program, joined by a blank;
    /// `…` stands for what an expansion decides. Empty for what cannot be read at all.
    pub fn text(&self) -> String {
        let exact = self.forms.iter().rfind(|it| it.is_exact());
        exact.map(|it| shown(&it.text)).unwrap_or_default()
    }

    /// How well it is known.
    pub fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Why it is there.
    pub fn role(&self) -> Role {
        self.role
    }

    pub(crate) fn forms(&self) -> &[Form] {
        &self.forms
    }

    pub(crate) fn give_up(&mut self) {
        self.certainty = Certainty::Unsure;
    }

    /// The words behind the assignments, which become a form of their own.
    pub(crate) fn without_assignments(
        &mut self,
        mut words: Vec<Word>,
        is_assignment: fn(&Word) -> bool,
    ) -> Vec<Word> {
        let n_set = words.iter().take_while(|it| is_assignment(it)).count();
        if n_set == 0 {
            return words;
        }
        let rest = words.split_off(n_set);
        if words.iter().any(alters) {
            self.certainty = Certainty::Altered;
        }
        if !rest.is_empty() {
            self.forms.push(Form::of(&rest));
        }
        rest
    }

    /// Adds the form with the program's bare name, if the program is not written so.
    pub(crate) fn add_name(&mut self, words: &[Word], name: &str) {
        if words[0].fixed().as_deref() == Some(name) {
            return;
        }
        let mut text = plain(name);
        push_words(&mut text, &words[1..]);
        self.forms.push(Form {
            text,
            raw: Vec::new(),
            likeness: Likeness::Name,
        });
    }

    /// Goes on with the command behind the program called `name`.
    pub(crate) fn go_through(&mut self, name: &str, written: &Word, inner: Vec<Word>) -> Vec<Word> {
        if written.fixed().as_deref() != Some(name) {
            // `/tmp/timeout 5 ls` runs whatever lies there.
            self.certainty = Certainty::Altered;
        }
        self.forms.push(Form::of(&inner));
        let (before, n_before) = (self.certainty, inner.len());
        let rest = match takes_assignments(name) {
            true => self.without_assignments(inner, sets),
            false => self.without_assignments(inner, is_assignment),
        };
        // `time` is a word of the shell, behind which assignments are what they are. Other programs
        // run a program of that strange name, unless a shell of another kind reads it otherwise.
        let is_odd = rest.len() < n_before && !takes_assignments(name) && name != "time";
        if is_odd && before == Certainty::Sure {
            self.certainty = Certainty::Altered;
        }
        rest
    }
}

impl Form {
    fn of(words: &[Word]) -> Form {
        let mut text = match words.first() {
            Some(first) => head(first),
            None => Vec::new(),
        };
        push_words(&mut text, words.get(1..).unwrap_or_default());
        let raws: Vec<&str> = words.iter().map(|it| it.raw.as_str()).collect();
        Form {
            text,
            raw: plain(&raws.join(" ")),
            likeness: Likeness::Exact,
        }
    }

    /// Whether an allow rule may rest on it.
    pub(crate) fn is_exact(&self) -> bool {
        self.likeness == Likeness::Exact
    }
}

fn push_words(text: &mut Vec<Atom>, words: &[Word]) {
    for word in words {
        match word.count {
            Count::Any => text.push(Atom::AnyWords),
            Count::One | Count::Some | Count::Torn => {
                text.push(Atom::Char(' '));
                text.extend(&word.atoms);
            }
        }
    }
}

/// The first word; what an expansion leaves in the path of a known program holds no blank that
/// would end the program's name.
fn head(word: &Word) -> Vec<Atom> {
    if program(word).is_none() {
        return word.atoms.clone();
    }
    let atoms = word.atoms.iter().map(|it| match it {
        Atom::Any => Atom::Path,
        Atom::Char(_) | Atom::AnyWords | Atom::Glob | Atom::Path => *it,
    });
    atoms.collect()
}

/// The bare name of the program that a word names, if it surely names one.
pub(crate) fn program(word: &Word) -> Option<String> {
    if word.count != Count::One || word.atoms.contains(&Atom::Glob) {
        return None;
    }
    let n_known = word
        .atoms
        .iter()
        .rev()
        .take_while(|it| matches!(it, Atom::Char(_)))
        .count();
    let tail = shown(&word.atoms[word.atoms.len() - n_known..]);
    let is_whole = n_known == word.atoms.len();
    match tail.rsplit_once('/') {
        Some((_, name)) => Some(name.to_owned()),
        None if !is_whole || (word.is_bare() && names::is_reserved(&tail)) => None,
        // `=git` is the path of `git` in zsh.
        None => Some(tail.trim_start_matches('=').to_owned()),
    }
}

/// Whether the shell takes the word before a program for an assignment.
pub(crate) fn is_assignment(word: &Word) -> bool {
    names::assigned_name(&word.raw.replace("\\\n", "")).is_some()
}

/// Whether `env` takes the word for an assignment.
fn sets(word: &Word) -> bool {
    word.atoms.contains(&Atom::Char('='))
}

fn alters(word: &Word) -> bool {
    let text = shown(&word.atoms);
    names::assigned_name(&text).is_none_or(names::alters_programs)
}
