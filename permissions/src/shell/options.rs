//! Programs that run the command behind their own options.

use super::word::{Count, Word};
use super::wrappers::{OPAQUE, WRAPPERS, Wrapper};

/// How a program that runs another one is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It changes nothing about the command, which is judged in its place.
    Through,
    /// It is judged as itself, and the command counts against it as well.
    Under,
}

/// The command inside a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    /// Where it begins is plain.
    Command(Manner, Vec<Word>),
    /// There is none: only a question about a command, or no words left.
    Nothing,
    /// It begins at one of the words.
    Somewhere,
    /// It may begin inside of an expansion.
    Unknown,
}

/// Whether the program called `name` takes `NAME=value` before its command, whatever the name.
pub(crate) fn takes_assignments(name: &str) -> bool {
    matches!(name, "env" | "sudo" | "doas")
}

/// Opens a command whose program is called `name`, if that is a program that runs another one.
pub(crate) fn open(name: &str, words: &[Word]) -> Option<Opened> {
    if OPAQUE.contains(&name) {
        return Some(Opened::Somewhere);
    }
    let wrapper = WRAPPERS.iter().find(|it| it.name == name)?;
    Some(match wrapper.command_start(words) {
        Start::At(at) if at < words.len() => Opened::Command(wrapper.manner, words[at..].to_vec()),
        Start::At(_) | Start::Nowhere => Opened::Nothing,
        Start::Unclear => Opened::Somewhere,
        Start::Unknown => Opened::Unknown,
    })
}

enum Start {
    At(usize),
    Nowhere,
    Unclear,
    Unknown,
}

/// What an option does with the words behind it.
enum OptionEffect {
    Plain,
    TakesNext,
    AsksOnly,
    Foreign,
}

impl Wrapper {
    fn command_start(&self, words: &[Word]) -> Start {
        let mut at = 1;
        while let Some(word) = words.get(at) {
            let Some(text) = word.fixed() else {
                return self.start_at_expansion(words, at);
            };
            if text == "--" {
                at += 1;
                break;
            }
            if !text.starts_with('-') {
                break;
            }
            match self.effect(&text) {
                OptionEffect::Plain => at += 1,
                OptionEffect::TakesNext => at += 2,
                OptionEffect::AsksOnly => return Start::Nowhere,
                OptionEffect::Foreign if self.is_peculiar() => return Start::Unknown,
                OptionEffect::Foreign => return Start::Unclear,
            }
        }
        self.start_behind_options(words, at)
    }

    fn start_behind_options(&self, words: &[Word], at: usize) -> Start {
        let end = at + self.n_operands;
        let operands = words.get(at..end.min(words.len())).unwrap_or_default();
        if operands.iter().any(|it| it.count != Count::One) {
            return Start::Unknown;
        }
        Start::At(end)
    }

    /// An expansion stands where an option could.
    fn start_at_expansion(&self, words: &[Word], at: usize) -> Start {
        let is_option = words[at].raw.starts_with('-');
        match (self.n_operands, words[at].count) {
            // It is the program itself, and whoever reads on will say so.
            (0, _) if !is_option => Start::At(at),
            (_, Count::One) if !self.is_peculiar() => Start::Unclear,
            (_, Count::One | Count::Some | Count::Any | Count::Torn) => Start::Unknown,
        }
    }

    /// `env -S` splits a text by rules of its own, and `xargs` adds words.
    fn is_peculiar(&self) -> bool {
        matches!(self.name, "env" | "xargs")
    }

    fn effect(&self, option: &str) -> OptionEffect {
        if self.name == "command" && option.contains(['v', 'V']) {
            return OptionEffect::AsksOnly;
        }
        match option.strip_prefix("--") {
            Some(long) => self.long_effect(long),
            None if option == "-" && self.name == "env" => OptionEffect::Plain,
            None => self.short_effect(&option[1..]),
        }
    }

    fn long_effect(&self, option: &str) -> OptionEffect {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        match (self.long_valued.contains(&name), value) {
            (true, Some(_)) => OptionEffect::Plain,
            (true, None) => OptionEffect::TakesNext,
            (false, _) if self.long_plain.contains(&name) => OptionEffect::Plain,
            (false, _) => OptionEffect::Foreign,
        }
    }

    fn short_effect(&self, letters: &str) -> OptionEffect {
        for (at, letter) in letters.char_indices() {
            if self.valued.contains(letter) {
                let is_last = at + letter.len_utf8() == letters.len();
                return match is_last {
                    true => OptionEffect::TakesNext,
                    false => OptionEffect::Plain,
                };
            }
            if self.attached.contains(letter) {
                return OptionEffect::Plain;
            }
            if !self.plain.contains(letter) {
                return OptionEffect::Foreign;
            }
        }
        OptionEffect::Plain
    }
}
