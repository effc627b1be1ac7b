//! What a command does with other commands.

use super::find::{fd, find, xargs};
use super::found::Stdin;
use super::names::is_device;
use super::options::{Manner, Opened, open};
use super::part::program;
use super::word::{Count, Word};

/// What a simple command does with other commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    /// Nothing.
    Nothing,
    /// It is another command with something before it.
    Command(Vec<Word>),
    /// It runs these commands besides itself.
    Beside(Vec<Vec<Word>>),
    /// It runs this command, and whoever allows it allows that.
    Under(Vec<Word>),
    /// It runs a command that begins at some word.
    Somewhere,
    /// It runs a script.
    Script(String),
    /// It runs what cannot be told.
    Unknown,
}

/// What the command `words` does, whose program is called `name`.
pub(crate) fn inside(name: &str, words: &[Word], stdin: &Stdin) -> Inside {
    match name {
        "ash" | "bash" | "dash" | "ksh" | "mksh" | "rbash" | "sh" | "zsh" => shell(words, stdin),
        "eval" => eval(&words[1..]),
        "trap" => trap(&words[1..]),
        "alias" => alias(&words[1..]),
        "." | "source" => script_file(&words[1..]),
        "find" => find(words),
        "fd" | "fdfind" => fd(words),
        "xargs" => xargs(words),
        // It puts its command together from pieces.
        "parallel" => Inside::Unknown,
        _ => match open(name, words) {
            None | Some(Opened::Nothing) => Inside::Nothing,
            Some(Opened::Command(Manner::Through, words)) => Inside::Command(words),
            Some(Opened::Command(Manner::Under, words)) => Inside::Under(words),
            Some(Opened::Somewhere) => Inside::Somewhere,
            Some(Opened::Unknown) => Inside::Unknown,
        },
    }
}

/// The text of a word that may be an option with its value: `-ctext`, `--command=text`.
pub(crate) fn option_value(text: &str) -> &str {
    match text.strip_prefix("--") {
        Some(long) => long.split_once('=').map_or(text, |(_, value)| value),
        None if text.starts_with('-') => text.get(2..).unwrap_or_default(),
        None => text,
    }
}

/// What a shell is told by its options.
#[derive(Default)]
struct ShellOptions {
    source: ShellSource,
    /// The first word that is no option.
    operand: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ShellSource {
    /// The operand names a file; without one, standard input is read.
    #[default]
    File,
    /// The operand is the script.
    Operand,
    Stdin,
    /// Only its version or its help is shown.
    Nothing,
}

fn shell(words: &[Word], stdin: &Stdin) -> Inside {
    let Some(options) = shell_options(words) else {
        return Inside::Unknown;
    };
    let operand = words.get(options.operand);
    match (options.source, operand) {
        (ShellSource::Nothing, _) | (ShellSource::Operand, None) => Inside::Nothing,
        (ShellSource::Operand, Some(word)) => match word.fixed() {
            Some(script) => Inside::Script(script),
            None => Inside::Unknown,
        },
        (ShellSource::File, Some(_)) => script_file(&words[options.operand..]),
        (ShellSource::File, None) | (ShellSource::Stdin, _) => match stdin {
            Stdin::Text(script) => Inside::Script(script.clone()),
            Stdin::File => Inside::Nothing,
            Stdin::Inherited | Stdin::Unknown => Inside::Unknown,
        },
    }
}

/// The options of a shell; nothing if an expansion may hold some.
fn shell_options(words: &[Word]) -> Option<ShellOptions> {
    let mut res = ShellOptions {
        operand: 1,
        ..ShellOptions::default()
    };
    while let Some(word) = words.get(res.operand) {
        let Some(text) = word.fixed() else {
            // Only a path is surely no option.
            return program(word).map(|_| res);
        };
        let (sign, letters) = text.split_at_checked(1).unwrap_or_default();
        if !matches!(sign, "-" | "+") {
            return Some(res);
        }
        res.operand += 1;
        match letters {
            "" | "-" => return Some(res),
            "-version" | "-help" => res.source = ShellSource::Nothing,
            "-rcfile" | "-init-file" => res.operand += 1,
            long if long.starts_with('-') => {}
            letters => res.read_letters(sign, letters),
        }
    }
    Some(res)
}

impl ShellOptions {
    fn read_letters(&mut self, sign: &str, letters: &str) {
        let n_values = letters.chars().filter(|it| matches!(it, 'o' | 'O')).count();
        self.operand += n_values;
        if sign == "-" && letters.contains('c') {
            self.source = ShellSource::Operand;
        } else if sign == "-" && letters.contains('s') && self.source == ShellSource::File {
            self.source = ShellSource::Stdin;
        }
    }
}

/// A script on the disk is a program like any other; one that was just written is not.
fn script_file(words: &[Word]) -> Inside {
    let Some(word) = words.first() else {
        return Inside::Nothing;
    };
    let is_made_here = word.raw.contains("<(") || word.count != Count::One;
    match word.fixed() {
        Some(path) if is_device(&path) => Inside::Unknown,
        _ if is_made_here => Inside::Unknown,
        _ if program(word).is_some() => Inside::Under(words.to_vec()),
        _ => Inside::Nothing,
    }
}

fn eval(words: &[Word]) -> Inside {
    let texts: Option<Vec<String>> = words.iter().map(Word::fixed).collect();
    match texts {
        None => Inside::Unknown,
        Some(texts) => {
            let skipped = usize::from(texts.first().is_some_and(|it| it == "--"));
            Inside::Script(texts[skipped..].join(" "))
        }
    }
}

/// `trap 'commands' SIGNAL…`
fn trap(words: &[Word]) -> Inside {
    for word in words {
        match word.fixed() {
            None => return Inside::Unknown,
            Some(text) if text == "--" => {}
            Some(text) if text.starts_with('-') => return Inside::Nothing,
            Some(text) => return Inside::Script(text),
        }
    }
    Inside::Nothing
}

/// `alias name='command'`: the command runs later, with words behind it.
fn alias(words: &[Word]) -> Inside {
    let mut script = String::new();
    for word in words {
        let Some(text) = word.fixed() else {
            return Inside::Unknown;
        };
        if let Some((_, value)) = text.split_once('=') {
            script.push_str(value);
            script.push_str(" \"$@\"\n");
        }
    }
    match script.is_empty() {
        true => Inside::Nothing,
        false => Inside::Script(script),
    }
}
