//! Puts values into a command so that they stay words of it, whatever they hold.

use crate::Shell;

use super::rereads::reads_again;
use super::tokens::{Piece, Token};
use super::values::{Value, Values};

/// Fills the placeholders of a command.
///
/// The values are what a stranger may have written, so each is quoted for the place where it
/// stands: between quotation marks, or outside, where `$ARGUMENTS` becomes its words and any other
/// value one word. Where that cannot be told for sure, or where the word is plainly read as code
/// once more, a value of letters, digits and `_./:=@%+,-` is put in as it is.
///
/// # Errors
/// The placeholder whose value cannot be put in without a risk.
pub(crate) fn fill(
    pieces: &[Piece<'_>],
    values: &Values<'_>,
    shell: Shell,
) -> Result<String, String> {
    let certainty = Certainty::of(&outline(pieces, values), shell);
    let mut res = String::new();
    let mut quote = Quote::Outside;
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                quote = quote.after(text);
                res.push_str(text);
            }
            Piece::Token(token) => match values.of(token) {
                None => res.push_str(token.raw),
                Some(value) => res.push_str(&put(token, value, (quote, certainty))?),
            },
        }
    }
    Ok(res)
}

fn put(
    token: &Token<'_>,
    value: Value<'_>,
    (quote, certainty): (Quote, Certainty),
) -> Result<String, String> {
    match (certainty, quote) {
        (Certainty::Unsure, _) if is_plain(value.text()) => Ok(value.text().to_owned()),
        (Certainty::Unsure, _) => Err(token.raw.to_owned()),
        (Certainty::Sure, Quote::Single) => Ok(value.text().replace('\'', r"'\''")),
        (Certainty::Sure, Quote::Double) => Ok(escaped(value.text())),
        (Certainty::Sure, Quote::Outside) => Ok(match value {
            Value::All { words, .. } => {
                let quoted: Vec<String> = words.iter().map(|it| quoted(it)).collect();
                quoted.join(" ")
            }
            Value::One(text) => quoted(&text),
        }),
    }
}

fn quoted(word: &str) -> String {
    match !word.is_empty() && is_plain(word) && !word.contains(' ') {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn escaped(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '"' | '\\' | '$' | '`') {
            res.push('\\');
        }
        res.push(char);
    }
    res
}

/// Means itself wherever in a command it stands; a blank may part it into words.
fn is_plain(text: &str) -> bool {
    text.chars()
        .all(|it| it.is_ascii_alphanumeric() || "_./:=@%+,- ".contains(it))
}

/// Whether the quotation at each place of a command is known for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    Sure,
    Unsure,
}

impl Certainty {
    /// A command in a command, a here-document, a comment, a subscript or a quotation of another kind
    /// begins a grammar which the reading of [`Quote`] does not know; a backslash or a dollar sign in
    /// front of a value would become one with its quotation mark; and a value that is read again is
    /// quoted once too few.
    fn of(outline: &str, shell: Shell) -> Certainty {
        let marks = ["`", "$(", "${", "<<", "$'", "$\"", "$[", "((", "#"];
        let before_a_value = [['$', VALUE], ['\\', VALUE]].map(String::from_iter);
        let is_odd = marks.iter().any(|it| outline.contains(it))
            || before_a_value.iter().any(|it| outline.contains(it))
            || has_subscript(outline)
            || reads_again(outline, VALUE);
        match (shell, is_odd) {
            (Shell::Bash, false) => Certainty::Sure,
            (Shell::Bash, true) | (Shell::PowerShell, _) => Certainty::Unsure,
        }
    }
}

/// Stands for a value in the outline of a command.
const VALUE: char = '\0';

/// The command with a mark for each value; a variable that stays is a letter of a word.
fn outline(pieces: &[Piece<'_>], values: &Values<'_>) -> String {
    let mut res = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => res.push_str(text),
            Piece::Token(token) => res.push(match values.of(token) {
                Some(_) => VALUE,
                None => 'x',
            }),
        }
    }
    res
}

/// `a[…]` and `[[ … ]]` calculate, by way of a variable too; the `[` of a test has a blank behind it,
/// and a quoted one is text unless a value stands in it.
fn has_subscript(outline: &str) -> bool {
    let mut parts = outline.split('[');
    let mut before = parts.next().unwrap_or_default();
    let mut quote = Quote::Outside.after(before);
    parts.any(|part| {
        let may_calculate = match quote {
            Quote::Outside => !part.starts_with(char::is_whitespace),
            Quote::Single => part.split('\'').next().is_some_and(|it| it.contains(VALUE)),
            Quote::Double => part.contains(VALUE),
        };
        let res = may_calculate || before.ends_with(VALUE);
        quote = quote.after(part);
        before = part;
        res
    })
}

/// Where in a shell's quotation a place stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    Outside,
    Single,
    Double,
}

impl Quote {
    fn after(self, text: &str) -> Quote {
        let mut res = self;
        let mut chars = text.chars();
        while let Some(char) = chars.next() {
            res = match (res, char) {
                (Quote::Outside | Quote::Double, '\\') => {
                    chars.next();
                    res
                }
                (Quote::Outside, '\'') => Quote::Single,
                (Quote::Outside, '"') => Quote::Double,
                (Quote::Single, '\'') | (Quote::Double, '"') => Quote::Outside,
                (same, _) => same,
            };
        }
        res
    }
}
