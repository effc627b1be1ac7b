//! Which names an agent may have.

use std::fmt;

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// There is nothing.
    Empty,
    /// `/` or `\`: it would be a path.
    Separator,
    /// It holds `..`.
    Dots,
    /// `:` divides the name of a plugin from the names of its agents.
    Colon,
    /// It begins with `-` and would be taken for an option.
    Hyphen,
    /// It begins with `.`, so its file would be hidden and not found again.
    Hidden,
    /// A control character or one that changes the direction of writing.
    Control,
    /// More bytes than the name of a file may have.
    TooLong,
    /// A name which some systems keep for a device, or which ends in a dot or a blank.
    Reserved,
}

/// Reads after "a name".
impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NameFault::Empty => "must not be empty",
            NameFault::Separator => "must not hold `/` or `\\`",
            NameFault::Dots => "must not hold `..`",
            NameFault::Colon => "must not hold `:`",
            NameFault::Hyphen => "must not begin with `-`",
            NameFault::Hidden => "must not begin with `.`",
            NameFault::Control => "must not hold invisible characters",
            NameFault::TooLong => "must not be longer than 100 bytes",
            NameFault::Reserved => "must be one that every system takes for a file",
        })
    }
}

const MOST_BYTES: usize = 100;

/// What is wrong with `name` as the name of an agent, wherever it was read [claude-code.md 4.2].
pub(crate) fn check_name(name: &str) -> Result<(), NameFault> {
    let faults = [
        (name.trim().is_empty(), NameFault::Empty),
        (name.contains(['/', '\\']), NameFault::Separator),
        (name.contains(".."), NameFault::Dots),
        (name.contains(':'), NameFault::Colon),
        (name.starts_with('-'), NameFault::Hyphen),
        (stdx::text::printable(name) != name, NameFault::Control),
        (name.contains(['\n', '\t']), NameFault::Control),
        (name.len() > MOST_BYTES, NameFault::TooLong),
    ];
    first(&faults)
}

/// What is wrong with `name` as the name of a new file besides.
pub(crate) fn check_file_name(name: &str) -> Result<(), NameFault> {
    check_name(name)?;
    first(&[
        (name.starts_with('.'), NameFault::Hidden),
        (is_reserved(name), NameFault::Reserved),
    ])
}

fn first(faults: &[(bool, NameFault)]) -> Result<(), NameFault> {
    match faults.iter().find(|(is_there, _)| *is_there) {
        Some((_, fault)) => Err(*fault),
        None => Ok(()),
    }
}

/// What Windows keeps for devices or cannot store, also with an ending; a repository is shared.
fn is_reserved(name: &str) -> bool {
    const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let stem = name.split('.').next().unwrap_or(name).to_uppercase();
    let port = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    let is_port = port.is_some_and(|it| it.len() == 1 && it != "0");
    DEVICES.contains(&stem.as_str())
        || is_port
        || name.contains(['<', '>', '"', '|', '?', '*'])
        || name != name.trim_matches([' ', '.'])
}

/// Whether `name` is of the form everybody expects: lower-case words joined by hyphens.
pub(crate) fn is_kebab(name: &str) -> bool {
    let is_word = |it: &str| {
        let is_letter = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit();
        !it.is_empty() && it.chars().all(is_letter)
    };
    name.split('-').all(is_word)
}
