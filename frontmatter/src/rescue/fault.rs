//! What keeps a value on one line from being YAML.

use crate::lines::{bracket_len, quoted_len};

/// A slip that is plainly meant as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// `a: b`.
    Colon,
    /// It begins with a character that means something else.
    FirstCharacter(char),
    /// `[a] [b]`.
    AfterBracket,
    /// `[a`.
    UnclosedBracket,
    /// `"a" b`.
    AfterQuote,
    /// `"a`.
    UnclosedQuote,
    /// `"\d"`.
    Escape,
    /// `{{NAME}}`.
    Placeholder,
}

impl Fault {
    /// The code of the problem.
    pub(super) fn code(self) -> &'static str {
        match self {
            Fault::Colon => "frontmatter/unquoted-colon",
            Fault::FirstCharacter(_) => "frontmatter/reserved-first-character",
            Fault::AfterBracket => "frontmatter/text-after-bracket",
            Fault::UnclosedBracket => "frontmatter/unclosed-bracket",
            Fault::AfterQuote => "frontmatter/text-after-quote",
            Fault::UnclosedQuote => "frontmatter/unclosed-quote",
            Fault::Escape => "frontmatter/unknown-escape",
            Fault::Placeholder => "frontmatter/template-placeholder",
        }
    }

    /// What is wrong with the value of `key`.
    pub(super) fn message(self, key: &str) -> String {
        match self {
            Fault::Colon => format!("`{key}` holds a colon and is not quoted; it is read as text"),
            Fault::FirstCharacter('`') => {
                format!("`{key}` begins with a backtick and is not quoted; it is read as text")
            }
            Fault::FirstCharacter(it) => {
                format!("`{key}` begins with `{it}` and is not quoted; it is read as text")
            }
            Fault::AfterBracket => {
                format!("`{key}` goes on after a closing bracket; all of it is read as text")
            }
            Fault::UnclosedBracket => {
                format!("`{key}` opens a bracket and does not close it; it is read as text")
            }
            Fault::AfterQuote => {
                format!("`{key}` goes on after a quotation mark; all of it is read as text")
            }
            Fault::UnclosedQuote => format!("`{key}` opens a quotation mark and does not close it"),
            Fault::Escape => format!("`{key}` holds a backslash that escapes nothing; it is kept"),
            Fault::Placeholder => format!("`{key}` is a placeholder that nobody has filled in"),
        }
    }

    /// What to do about it.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Fault::Placeholder => "replace it, or quote it if it is meant as text",
            Fault::UnclosedQuote => "close it, or leave it out",
            Fault::Escape => "use single quotation marks, or double the backslash",
            Fault::Colon
            | Fault::FirstCharacter(_)
            | Fault::AfterBracket
            | Fault::UnclosedBracket
            | Fault::AfterQuote => "put the whole value in quotation marks",
        }
    }
}

/// What is wrong with `value`, as far as one line tells; it is trimmed.
pub(super) fn of(value: &str) -> Option<Fault> {
    let first = value.chars().next()?;
    match first {
        '"' | '\'' => of_quoted(value),
        '{' if value.starts_with("{{") => Some(Fault::Placeholder),
        '[' | '{' => of_bracketed(value),
        '|' | '>' => None,
        '-' if value == "-" || value.starts_with("- ") => None,
        // An anchor or a tag with nothing behind it belongs to the lines below.
        '&' | '!' if !value.contains([' ', '\t']) => None,
        '@' | '`' | '%' | '*' | '&' | '!' | ',' | ']' | '}' => Some(Fault::FirstCharacter(first)),
        '?' if value.starts_with("? ") => Some(Fault::FirstCharacter(first)),
        _ => has_colon(value).then_some(Fault::Colon),
    }
}

/// Whether a bare text holds a colon that YAML takes for the end of a key.
pub(super) fn has_colon(value: &str) -> bool {
    value.ends_with(':') || value.contains(": ") || value.contains(":\t")
}

fn of_quoted(value: &str) -> Option<Fault> {
    let Some(len) = quoted_len(value) else {
        return Some(Fault::UnclosedQuote);
    };
    let rest = &value[len..];
    if is_nothing(rest) {
        has_unknown_escape(value).then_some(Fault::Escape)
    } else {
        Some(Fault::AfterQuote)
    }
}

fn of_bracketed(value: &str) -> Option<Fault> {
    match bracket_len(value) {
        None => Some(Fault::UnclosedBracket),
        Some(len) if is_nothing(&value[len..]) => None,
        Some(_) => Some(Fault::AfterBracket),
    }
}

/// Whether nothing but a comment follows.
fn is_nothing(rest: &str) -> bool {
    let text = rest.trim_start();
    text.is_empty() || (text.starts_with('#') && text.len() < rest.len())
}

fn has_unknown_escape(value: &str) -> bool {
    const KNOWN: &str = "0abt\tnvfre \"/\\N_LPxuU";
    let mut chars = value.chars();
    while value.starts_with('"') {
        match chars.next() {
            None => return false,
            Some('\\') if !chars.next().is_some_and(|it| KNOWN.contains(it)) => return true,
            Some(_) => {}
        }
    }
    false
}
