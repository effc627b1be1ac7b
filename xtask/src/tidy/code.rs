//! Rust source with its comments and the insides of its texts blanked out.

/// Replaces comments, strings and characters by spaces; lines and columns stay where they are.
///
/// A small lexer rather than a parser: it only has to know where code ends and words begin.
pub(crate) fn code(source: &str) -> String {
    let chars = source.chars().collect();
    let mut lexer = Lexer {
        chars,
        at: 0,
        res: String::with_capacity(source.len()),
    };
    while lexer.step() {}
    lexer.res
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    res: String,
}

impl Lexer {
    /// Takes one character, comment or text; false at the end.
    fn step(&mut self) -> bool {
        let Some(here) = self.peek(0) else {
            return false;
        };
        match (here, self.peek(1)) {
            ('/', Some('/')) => self.blank_until(|lexer| lexer.peek(0) == Some('\n')),
            ('/', Some('*')) => self.block_comment(),
            ('"', _) => self.string(),
            ('r', Some('"' | '#')) if self.starts_raw() => self.raw_string(),
            ('\'', Some(_)) if self.starts_char() => self.character(),
            _ => self.keep(),
        }
        true
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn keep(&mut self) {
        self.res.extend(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self) {
        self.res
            .extend(self.peek(0).map(|it| if it == '\n' { '\n' } else { ' ' }));
        self.at += 1;
    }

    fn blank_until(&mut self, is_end: impl Fn(&Lexer) -> bool) {
        while self.peek(0).is_some() && !is_end(self) {
            self.blank();
        }
    }

    fn blank_many(&mut self, count: usize) {
        (0..count).for_each(|_| self.blank());
    }

    /// Comments nest.
    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.peek(0).is_some() {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => depth += 1,
                (Some('*'), Some('/')) => depth -= 1,
                _ => {
                    self.blank();
                    continue;
                }
            }
            self.blank_many(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.blank();
        while let Some(here) = self.peek(0) {
            self.blank_many(if here == '\\' { 2 } else { 1 });
            if here == '"' {
                return;
            }
        }
    }

    /// Whether this `r` opens a raw string rather than ending a name.
    fn starts_raw(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.chars[at]);
        let is_name =
            before.is_some_and(|it| (it.is_alphanumeric() && it != 'b' && it != 'c') || it == '_');
        !is_name && self.peek(1 + self.hashes()) == Some('"')
    }

    fn hashes(&self) -> usize {
        self.chars[self.at + 1..]
            .iter()
            .take_while(|it| **it == '#')
            .count()
    }

    fn raw_string(&mut self) {
        let hashes = self.hashes();
        self.blank_many(hashes + 2);
        let is_end = |lexer: &Lexer| {
            lexer.peek(0) == Some('"') && (1..=hashes).all(|it| lexer.peek(it) == Some('#'))
        };
        self.blank_until(is_end);
        self.blank_many(hashes + 1);
    }

    /// Whether this quote opens a character rather than a lifetime.
    fn starts_char(&self) -> bool {
        self.peek(1) == Some('\\') || self.peek(2) == Some('\'')
    }

    fn character(&mut self) {
        let is_escaped = self.peek(1) == Some('\\');
        self.blank_many(if is_escaped { 3 } else { 2 });
        self.blank_until(|lexer| lexer.peek(0) == Some('\''));
        self.blank();
    }
}
