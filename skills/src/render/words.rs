//! Arguments split as a shell splits them.

/// The words of `text`: split at blanks, with single quotes, double quotes and backslashes as a
/// POSIX shell reads them, and nothing expanded.
///
/// A quotation mark that is never closed is an ordinary character, as in `don't`: an argument is
/// what somebody typed, and must not be lost to an apostrophe.
pub(crate) fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        chars: &chars,
        at: 0,
    };
    let mut res = Vec::new();
    while let Some(word) = reader.word() {
        res.push(word);
    }
    res
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn word(&mut self) -> Option<String> {
        while self.chars.get(self.at).is_some_and(|it| it.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at)?;
        let mut res = String::new();
        while let Some(&char) = self.chars.get(self.at).filter(|it| !it.is_whitespace()) {
            self.at += 1;
            self.piece(char, &mut res);
        }
        Some(res)
    }

    fn piece(&mut self, char: char, word: &mut String) {
        let closed = match char {
            '\'' => self.single(),
            '"' => self.double(),
            '\\' => self.escaped(),
            it => Some(it.to_string()),
        };
        match closed {
            Some(text) => word.push_str(&text),
            None => word.push(char),
        }
    }

    fn single(&mut self) -> Option<String> {
        let rest = &self.chars[self.at..];
        let end = rest.iter().position(|it| *it == '\'')?;
        self.at += end + 1;
        Some(rest[..end].iter().collect())
    }

    fn double(&mut self) -> Option<String> {
        let mut res = String::new();
        let mut at = self.at;
        loop {
            match (self.chars.get(at)?, self.chars.get(at + 1)) {
                ('"', _) => break,
                ('\\', Some(next @ ('"' | '\\' | '$' | '`'))) => {
                    res.push(*next);
                    at += 2;
                }
                (char, _) => {
                    res.push(*char);
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        Some(res)
    }

    /// A backslash before an ordinary letter stays: `C:\new` is a path.
    fn escaped(&mut self) -> Option<String> {
        let next = *self.chars.get(self.at)?;
        let special = next.is_whitespace() || matches!(next, '\'' | '"' | '\\');
        special.then(|| {
            self.at += 1;
            next.to_string()
        })
    }
}
