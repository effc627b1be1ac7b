//! Cuts a text into what stays and what is replaced.

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// Stays as it is.
    Text(&'t str),
    /// A placeholder.
    Token(Token<'t>),
}

/// A placeholder: how it is written, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    /// As it is written; stays where there is no value.
    pub raw: &'t str,
    /// What it stands for.
    pub kind: TokenKind<'t>,
}

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'t> {
    /// `$ARGUMENTS`.
    All,
    /// `$ARGUMENTS[N]` and `$N`, counted from 0.
    Position(usize),
    /// `$name`: the position of the declared name.
    Named(usize),
    /// `${NAME}`.
    Variable(&'t str),
}

/// The pieces of `text`, in order; together they are `text` but for the backslashes which protect
/// an argument [claude-code.md 2.4].
///
/// One backslash before an argument's placeholder makes it text and goes; two or more stay, and
/// the placeholder counts. A backslash never protects `${…}`.
pub(crate) fn pieces<'t>(text: &'t str, names: &[&str]) -> Vec<Piece<'t>> {
    let mut res = Vec::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(dollar) = text[at..].find('$').map(|it| at + it) {
        let Some(token) = token(&text[dollar..], names) else {
            at = dollar + 1;
            continue;
        };
        let is_variable = matches!(token.kind, TokenKind::Variable(_));
        if !is_variable && is_escaped(&text[kept..dollar]) {
            push(&mut res, &text[kept..dollar - 1]);
            push(&mut res, token.raw);
        } else {
            push(&mut res, &text[kept..dollar]);
            res.push(Piece::Token(token));
        }
        at = dollar + token.raw.len();
        kept = at;
    }
    push(&mut res, &text[kept..]);
    res
}

fn push<'t>(res: &mut Vec<Piece<'t>>, text: &'t str) {
    if !text.is_empty() {
        res.push(Piece::Text(text));
    }
}

fn is_escaped(before: &str) -> bool {
    before.ends_with('\\') && !before.ends_with("\\\\")
}

/// The placeholder at the start of `text`, which begins with a dollar sign.
fn token<'t>(text: &'t str, names: &[&str]) -> Option<Token<'t>> {
    let rest = &text[1..];
    let (length, kind) = if rest.starts_with('{') {
        variable(rest)?
    } else if rest.starts_with(|it: char| it.is_ascii_digit()) {
        position(rest)?
    } else {
        word(rest, names)?
    };
    Some(Token {
        raw: &text[..=length],
        kind,
    })
}

/// A name and nothing else: `${x:-"a"}` has a grammar of the shell's own.
fn variable(rest: &str) -> Option<(usize, TokenKind<'_>)> {
    let is_name = |it: char| is_word(it) || matches!(it, '.' | '-');
    let name = &rest[1..];
    let length = name.find(|it| !is_name(it))?;
    let is_closed = length > 0 && name[length..].starts_with('}');
    is_closed.then_some((length + 2, TokenKind::Variable(&name[..length])))
}

fn position(rest: &str) -> Option<(usize, TokenKind<'_>)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    // A number too long to count is out of range like any other.
    let index = rest[..digits].parse().unwrap_or(usize::MAX);
    ends_word(&rest[digits..]).then_some((digits, TokenKind::Position(index)))
}

fn word<'t>(rest: &'t str, names: &[&str]) -> Option<(usize, TokenKind<'t>)> {
    let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
    let (found, after) = rest.split_at(length);
    if found == "ARGUMENTS" {
        return Some(
            indexed(after).map_or((length, TokenKind::All), |(more, index)| {
                (length + more, TokenKind::Position(index))
            }),
        );
    }
    let named = |name: &&str| {
        let rest = rest.strip_prefix(name);
        !name.is_empty() && rest.is_some_and(ends_word)
    };
    // A declared name may hold a hyphen, so the longest that fits counts.
    let fitting = (0..names.len()).filter(|it| named(&names[*it]));
    let index = fitting.max_by_key(|it| (names[*it].len(), usize::MAX - it))?;
    Some((names[index].len(), TokenKind::Named(index)))
}

/// `[N]`: its length and the number.
fn indexed(after: &str) -> Option<(usize, usize)> {
    let inner = after.strip_prefix('[')?;
    let end = inner.find(']')?;
    let digits = &inner[..end];
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| (end + 2, digits.parse().unwrap_or(usize::MAX)))
}

fn ends_word(rest: &str) -> bool {
    !rest.starts_with(is_word)
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}
