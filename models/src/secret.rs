//! A key that never shows itself.

use std::fmt;

/// Shorter ones are placeholders for servers that want any key; hiding every `x` would garble words.
const SHORTEST_HIDDEN: usize = 6;

/// What the place of a key looks like to people.
const HIDDEN: &str = "***";

/// A key. Neither `Debug` nor `Display` shows it, and there is no way to read it outside this crate.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    text: String,
}

impl Secret {
    /// The key that a variable holds. Blanks and line ends around it are no part of it; `None` where
    /// nothing else is there.
    pub fn new(text: &str) -> Option<Secret> {
        let text = text.trim();
        (!text.is_empty()).then(|| Secret {
            text: text.to_owned(),
        })
    }

    /// The key itself, for the header of a request and nothing else.
    pub(crate) fn expose(&self) -> &str {
        &self.text
    }

    /// `text` without the key, which servers like to repeat when they refuse it.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        match self.text.len() < SHORTEST_HIDDEN {
            true => text.to_owned(),
            false => text.replace(&self.text, HIDDEN),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}
