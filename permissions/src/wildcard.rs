//! Patterns in which `*` stands for any text, matched against texts that are only partly known.
//!
//! The pattern is run as a small automaton whose states are positions in it, so the cost is the
//! length of the pattern times the length of the text, whatever the stars.

use crate::text::Atom;

/// A pattern such as `git push *`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wildcard {
    tokens: Vec<Token>,
    tail: Tail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Literal(char),
    Star,
}

/// How the pattern ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// With its last token.
    Plain,
    /// With ` *`, which also matches nothing: `rm *` is `rm` with or without words, never `rmdir`.
    Words,
}

/// What is asked about a text that is only partly known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Whether some value of the unknown pieces matches: the question of deny and ask rules.
    May,
    /// Whether every value of the unknown pieces matches: the question of allow rules.
    Must,
}

impl Wildcard {
    /// Reads a pattern: `*` is any text, `\` takes the meaning from `(`, `)`, `*` and itself, runs
    /// of blanks count as one, and a final `:*` is the older spelling of ` *`.
    pub(crate) fn parse(pattern: &str) -> Wildcard {
        let pattern = pattern.trim();
        let spaced = match pattern.strip_suffix(":*") {
            Some(head) => format!("{head} *"),
            None => pattern.to_owned(),
        };
        let tokens = tokens_of(&spaced);
        let tail = match tokens.as_slice() {
            [.., _, Token::Literal(' '), Token::Star] => Tail::Words,
            _ => Tail::Plain,
        };
        Wildcard { tokens, tail }
    }

    /// The same pattern without the characters for which `is_dropped` holds.
    pub(crate) fn without(&self, is_dropped: fn(char) -> bool) -> Wildcard {
        let kept = |it: &Token| !matches!(it, Token::Literal(char) if is_dropped(*char));
        Wildcard {
            tokens: self.tokens.iter().copied().filter(kept).collect(),
            tail: self.tail,
        }
    }

    /// Whether the pattern matches every text.
    pub(crate) fn is_everything(&self) -> bool {
        self.tokens.iter().all(|it| *it == Token::Star)
    }

    /// The literal text, if the pattern has no star.
    pub(crate) fn literal(&self) -> Option<String> {
        let chars = self.tokens.iter().map(|it| match it {
            Token::Literal(char) => Some(*char),
            Token::Star => None,
        });
        chars.collect()
    }

    /// Whether the pattern names no more than a first word: `rm`, `rm *`, `rm*`.
    pub(crate) fn is_name_only(&self) -> bool {
        let n_head = match self.tail {
            Tail::Words => self.tokens.len() - 2,
            Tail::Plain => self.tokens.len(),
        };
        !self.tokens[..n_head].contains(&Token::Literal(' '))
    }

    /// Whether `text` matches as a whole.
    pub(crate) fn matches(&self, text: &[Atom], reach: Reach) -> bool {
        let mut states = States::start(self);
        for atom in text {
            states = match (atom, reach) {
                (Atom::Char(char), Reach::Must) => states.after_char(*char),
                // Between words or inside one: a rule cannot tell blanks apart.
                (Atom::Char(it), Reach::May) if it.is_whitespace() => states.after_char(' '),
                (Atom::Char(char), Reach::May) => states.after_char(*char),
                (Atom::Any | Atom::AnyWords, Reach::May) => states.after_anything(),
                (Atom::Glob, Reach::May) => states.after_chars_but(&[' ', '/']),
                (Atom::Path, Reach::May) => states.after_chars_but(&[' ']),
                (Atom::AnyWords, Reach::Must) => states.after_any_words(),
                (Atom::Any | Atom::Glob | Atom::Path, Reach::Must) => states.only_in_stars(),
            };
            if states.is_dead() {
                return false;
            }
        }
        states.has_accepted()
    }
}

fn tokens_of(pattern: &str) -> Vec<Token> {
    let mut res = Vec::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        let token = match (char, chars.peek()) {
            ('\\', Some('(' | ')' | '*' | '\\')) => Token::Literal(chars.next().unwrap_or(char)),
            ('*', _) => Token::Star,
            (it, _) if it.is_whitespace() => Token::Literal(' '),
            (it, _) => Token::Literal(it),
        };
        let repeats = matches!(token, Token::Literal(' ') | Token::Star);
        if !(repeats && res.last() == Some(&token)) {
            res.push(token);
        }
    }
    res
}

/// The positions of the pattern at which the text read so far may have arrived.
struct States<'a> {
    pattern: &'a Wildcard,
    /// One flag a position; the last is the end.
    at: Vec<bool>,
}

impl<'a> States<'a> {
    fn start(pattern: &'a Wildcard) -> States<'a> {
        let mut res = States::none(pattern);
        res.enter(0);
        res
    }

    fn none(pattern: &'a Wildcard) -> States<'a> {
        let at = vec![false; pattern.tokens.len() + 1];
        States { pattern, at }
    }

    /// Stands at `position`, and behind the stars that may be empty there.
    fn enter(&mut self, mut position: usize) {
        self.at[position] = true;
        while self.token(position) == Some(Token::Star) {
            position += 1;
            self.at[position] = true;
        }
    }

    fn token(&self, position: usize) -> Option<Token> {
        self.pattern.tokens.get(position).copied()
    }

    fn positions(&self) -> impl Iterator<Item = usize> {
        (0..self.at.len()).filter(|it| self.at[*it])
    }

    fn is_dead(&self) -> bool {
        !self.at.contains(&true)
    }

    fn has_accepted(&self) -> bool {
        let end = self.at.len() - 1;
        self.at[end] || self.tail_start().is_some_and(|it| self.at[it])
    }

    /// The position before an optional ` *`.
    fn tail_start(&self) -> Option<usize> {
        (self.pattern.tail == Tail::Words).then(|| self.at.len() - 3)
    }

    fn after_char(&self, char: char) -> States<'a> {
        let mut res = States::none(self.pattern);
        for position in self.positions() {
            match self.token(position) {
                Some(Token::Star) => res.enter(position),
                Some(Token::Literal(it)) if it == char => res.enter(position + 1),
                Some(Token::Literal(_)) | None => {}
            }
        }
        res
    }

    /// Any text may follow, so every later position may be reached.
    fn after_anything(&self) -> States<'a> {
        let mut res = States::none(self.pattern);
        if let Some(first) = self.positions().next() {
            res.at[first..].fill(true);
        }
        res
    }

    /// Any text without the characters in `excluded` may follow.
    fn after_chars_but(&self, excluded: &[char]) -> States<'a> {
        let mut res = States::none(self.pattern);
        for position in 0..self.at.len() {
            if self.at[position] {
                res.enter(position);
            }
            let passes = match self.token(position) {
                Some(Token::Literal(char)) => !excluded.contains(&char),
                Some(Token::Star) => true,
                None => false,
            };
            if res.at[position] && passes {
                res.enter(position + 1);
            }
        }
        res
    }

    /// Whatever follows must match, so only a star takes it.
    fn only_in_stars(&self) -> States<'a> {
        let mut res = States::none(self.pattern);
        for position in self.positions() {
            if self.token(position) == Some(Token::Star) {
                res.enter(position);
            }
        }
        res
    }

    /// Words or none must match: a star takes them, and so does the optional tail.
    fn after_any_words(&self) -> States<'a> {
        let mut res = self.only_in_stars();
        if let Some(tail) = self.tail_start().filter(|it| self.at[*it]) {
            res.enter(tail + 1);
        }
        res
    }
}
