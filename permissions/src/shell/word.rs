//! One word of a command, with its quotes taken off.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use crate::text::{Atom, fixed};

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) atoms: Vec<Atom>,
    /// The word as it stands in the command.
    pub(crate) raw: String,
    pub(crate) count: Count,
}

/// How many words the shell makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// Exactly one.
    One,
    /// One or more, of which the first begins like this one.
    Some,
    /// Any number, or none.
    Any,
    /// The grammar took several words, or more than words, for one.
    Torn,
}

/// Something in a word that the shell replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hole {
    pub(crate) range: Range<usize>,
    pub(crate) nature: Nature,
}

/// What becomes of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// A text, which is cut into words where it is not quoted.
    Text,
    /// A list, which becomes several words even in quotes: `"$@"`.
    List,
    /// A value that the host sets and that is one word: `$CLAUDE_PROJECT_DIR`.
    Folder,
}

impl Word {
    /// A word that nobody wrote: the words another program hands over.
    pub(crate) fn unknown(count: Count) -> Word {
        Word {
            atoms: vec![Atom::Any],
            raw: String::new(),
            count,
        }
    }

    /// The word's text, if it is exactly one and no expansion has a say in it.
    pub(crate) fn fixed(&self) -> Option<String> {
        (self.count == Count::One)
            .then(|| fixed(&self.atoms))
            .flatten()
    }

    /// Whether the word was written without quotes, so that it could be a keyword.
    pub(crate) fn is_bare(&self) -> bool {
        !self.raw.contains(['"', '\'', '\\'])
    }

    /// Reads the word that stands at `range` in `source`; `holes` lie in it, in order.
    pub(crate) fn read(source: &str, range: Range<usize>, holes: &[Hole]) -> Word {
        let raw = &source[range.clone()];
        let mut reader = Reader {
            raw,
            start: range.start,
            chars: raw.char_indices().peekable(),
            holes,
            word: Word {
                atoms: Vec::new(),
                raw: raw.to_owned(),
                count: Count::One,
            },
            has_own_text: false,
        };
        reader.read();
        reader.finish()
    }
}

struct Reader<'a> {
    raw: &'a str,
    /// Where the word begins in the text that the holes are counted in.
    start: usize,
    chars: Peekable<CharIndices<'a>>,
    holes: &'a [Hole],
    word: Word,
    /// Whether something besides unquoted holes was seen, so that the word cannot vanish.
    has_own_text: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    None,
    Double,
}

const QUOTING: [char; 3] = ['"', '\'', '\\'];

impl Reader<'_> {
    fn read(&mut self) {
        let mut quotes = Quotes::None;
        while let Some(&(at, char)) = self.chars.peek() {
            if let Some(nature) = self.take_hole(at) {
                self.hole(nature, quotes);
                continue;
            }
            self.chars.next();
            self.has_own_text = true;
            match (char, quotes) {
                ('"', Quotes::None) => quotes = Quotes::Double,
                ('"', Quotes::Double) => quotes = Quotes::None,
                ('\'', Quotes::None) => self.single(),
                ('\\', _) => self.escape(quotes),
                ('$', Quotes::None) if self.next_is('\'') => self.ansi(),
                ('$', Quotes::None) if self.next_is('"') => {}
                ('$' | '`', _) => self.stray_expansion(char),
                ('*' | '?', Quotes::None) => self.word.atoms.push(Atom::Glob),
                ('[', Quotes::None) => self.bracket(at),
                ('{', Quotes::None) => self.brace(at),
                ('(' | '<' | '>', Quotes::None) => self.give_up(),
                (' ' | '\t' | '\n' | ';' | '&' | '|', Quotes::None) => {
                    self.word.count = Count::Torn;
                    return;
                }
                (char, _) => self.word.atoms.push(Atom::Char(char)),
            }
        }
    }

    fn finish(self) -> Word {
        let mut word = self.word;
        if word.count == Count::Some && !self.has_own_text {
            word.count = Count::Any;
        }
        word
    }

    /// The nature of the hole that begins here, which is passed over.
    fn take_hole(&mut self, at: usize) -> Option<Nature> {
        let hole = self
            .holes
            .iter()
            .find(|it| it.range.start == self.start + at)?;
        while self
            .chars
            .peek()
            .is_some_and(|(at, _)| self.start + at < hole.range.end)
        {
            self.chars.next();
        }
        Some(hole.nature)
    }

    fn hole(&mut self, nature: Nature, quotes: Quotes) {
        self.word.atoms.push(Atom::Any);
        match (nature, quotes) {
            (Nature::Folder, _) | (Nature::Text, Quotes::Double) => self.has_own_text = true,
            (Nature::Text, Quotes::None) | (Nature::List, _) => self.word.count = Count::Some,
        }
    }

    fn next_is(&mut self, char: char) -> bool {
        self.chars.peek().is_some_and(|(_, it)| *it == char)
    }

    fn push(&mut self, char: char) {
        self.word.atoms.push(Atom::Char(char));
    }

    fn single(&mut self) {
        for (_, char) in self.chars.by_ref() {
            if char == '\'' {
                return;
            }
            self.word.atoms.push(Atom::Char(char));
        }
    }

    fn escape(&mut self, quotes: Quotes) {
        match self.chars.next() {
            Some((_, '\n')) => {}
            Some((_, char)) => {
                let is_special = matches!(char, '$' | '`' | '"' | '\\');
                if quotes == Quotes::Double && !is_special {
                    self.push('\\');
                }
                self.push(char);
            }
            None => self.push('\\'),
        }
    }

    /// `$'…'`: the escapes of the C language.
    fn ansi(&mut self) {
        self.chars.next();
        let mut body = String::new();
        while let Some((_, char)) = self.chars.next() {
            match char {
                '\'' => break,
                '\\' => {
                    body.push('\\');
                    body.extend(self.chars.next().map(|(_, it)| it));
                }
                it => body.push(it),
            }
        }
        self.word.atoms.extend(super::names::unescape_ansi(&body));
    }

    /// An expansion that the grammar did not see; the word is not known then.
    fn stray_expansion(&mut self, char: char) {
        let next = self.chars.peek().map(|(_, it)| *it);
        let starts = |it: char| it.is_alphanumeric() || "_@*#?$!({[-".contains(it);
        if char == '`' || next.is_some_and(starts) {
            self.give_up();
        } else {
            self.push(char);
        }
    }

    /// `[a-z]` is one of several characters; from the first bracket to the last, to be safe.
    fn bracket(&mut self, at: usize) {
        let Some(end) = self.raw.rfind(']').filter(|it| *it > at) else {
            return self.push('[');
        };
        if self.raw[at..].contains(QUOTING) {
            return self.give_up();
        }
        let inside = &self.raw[at..end];
        let is_plain = !inside.contains(['/', '$', '`', '{']);
        self.word
            .atoms
            .push(if is_plain { Atom::Glob } else { Atom::Any });
        self.skip_to(end + 1);
    }

    /// `{a,b}` becomes several words; from the first brace to the last, to be safe.
    fn brace(&mut self, at: usize) {
        let end = self.raw.rfind('}').filter(|it| *it > at);
        let is_list = |end: &usize| {
            let inside = &self.raw[at..*end];
            inside.contains(',') || inside.contains("..")
        };
        match end.filter(is_list) {
            Some(_) if self.raw[at..].contains(QUOTING) => self.give_up(),
            Some(end) => {
                self.word.atoms.push(Atom::Any);
                self.word.count = Count::Some;
                self.skip_to(end + 1);
            }
            None => self.push('{'),
        }
    }

    fn skip_to(&mut self, end: usize) {
        while self.chars.peek().is_some_and(|(at, _)| *at < end) {
            self.chars.next();
        }
    }

    /// Takes the rest of the word for anything.
    fn give_up(&mut self) {
        self.word.atoms.push(Atom::Any);
        self.word.count = Count::Some;
        self.chars.by_ref().for_each(drop);
    }
}
