//! The fields of a header, and the ways in which people misspell them.

use stdx::text::letters_apart;

/// What a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// A field of the format.
    Known,
    /// Plainly meant as this field, which the format spells differently.
    Misspelt(&'static str),
    /// A field of somebody else.
    Unknown,
}

const KNOWN: [&str; 19] = [
    "name",
    "description",
    "role",
    "tools",
    "disallowedTools",
    "model",
    "permissionMode",
    "maxTurns",
    "skills",
    "mcpServers",
    "hooks",
    "memory",
    "background",
    "effort",
    "isolation",
    "color",
    "initialPrompt",
    "omitClaudeMd",
    "experimental",
];

/// What other formats call our fields, in lower case and without hyphens and underlines (ag-01).
const ALIASES: [(&str, &str); 10] = [
    ("tool", "tools"),
    ("toollist", "tools"),
    ("allowedtools", "tools"),
    ("allowedtool", "tools"),
    ("allowtools", "tools"),
    ("availabletools", "tools"),
    ("disallowtools", "disallowedTools"),
    ("deniedtools", "disallowedTools"),
    ("denytools", "disallowedTools"),
    ("blockedtools", "disallowedTools"),
];

/// Shorter words are too near to one another.
const SHORTEST_GUESS: usize = 5;

pub(crate) fn spelling(key: &str) -> Spelling {
    if KNOWN.contains(&key) {
        return Spelling::Known;
    }
    let bare = bare(key);
    let alias = ALIASES.iter().find(|(it, _)| is_near(it, &bare));
    let known = || KNOWN.iter().find(|it| is_near(&self::bare(it), &bare));
    match alias.map(|(_, field)| field).or_else(known) {
        Some(field) => Spelling::Misspelt(field),
        None => Spelling::Unknown,
    }
}

fn is_near(known: &str, bare: &str) -> bool {
    let may_guess = known.len() >= SHORTEST_GUESS && bare.len() >= SHORTEST_GUESS;
    known == bare || may_guess && letters_apart(known, bare) <= 1
}

fn bare(key: &str) -> String {
    let is_letter = |it: &char| !['-', '_', ' '].contains(it);
    key.chars()
        .filter(is_letter)
        .flat_map(char::to_lowercase)
        .collect()
}
