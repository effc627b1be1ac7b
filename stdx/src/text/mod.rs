//! Text that strangers wrote: cut to a limit, made fit for a screen, and guessed at.

use std::borrow::Cow;

mod nearest;

pub use nearest::{letters_apart, nearest};

/// The first `max_scalars` Unicode scalar values of `text`, and whether anything was cut.
/// No marker is added.
pub fn cut_chars(text: &str, max_scalars: usize) -> (&str, bool) {
    // A scalar takes at least one byte, so a short text needs no counting.
    if text.len() <= max_scalars {
        return (text, false);
    }
    match text.char_indices().nth(max_scalars) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// `text` without what could move the cursor, change colours or reorder what is read: each
/// complete colour or cursor sequence and each other control character becomes U+FFFD.
///
/// Line feed and tab stay, a carriage return before a line feed goes. Nothing else is swallowed: an
/// escape that is never ended shows what follows it.
pub fn printable(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unprintable) else {
        return Cow::Borrowed(text);
    };
    let mut res = String::with_capacity(text.len());
    res.push_str(&text[..first]);
    let mut rest = &text[first..];
    while let Some(char) = rest.chars().next() {
        let taken = csi_len(rest).unwrap_or(char.len_utf8());
        match char {
            '\r' if rest[1..].starts_with('\n') => {}
            it if is_unprintable(it) => res.push(char::REPLACEMENT_CHARACTER),
            it => res.push(it),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(res)
}

/// Control characters, marks and overrides of the writing direction, line and paragraph
/// separators, and what nobody sees: blanks without width, tag characters, and the selectors in
/// which whole texts can be hidden. Joiners and the common variation selectors stay: scripts and
/// emoji are written with them.
fn is_unprintable(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' => true,
        '\u{e0000}'..='\u{e01ef}' => true,
        it => it.is_control(),
    }
}

/// The length of the control sequence (`ESC [ … letter`, ECMA-48) at the start of `text`.
fn csi_len(text: &str) -> Option<usize> {
    let body = text
        .strip_prefix("\u{1b}[")
        .or_else(|| text.strip_prefix('\u{9b}'))?;
    let parameters = body
        .bytes()
        .take_while(|it| (0x20..=0x3f).contains(it))
        .count();
    let last = body.as_bytes().get(parameters)?;
    let introducer = text.len() - body.len();
    (0x40..=0x7e)
        .contains(last)
        .then_some(introducer + parameters + 1)
}
