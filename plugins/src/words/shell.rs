//! Quotes around our variables in a command for a POSIX shell.

/// The variables which get quotes.
const VARIABLES: [&str; 3] = [
    "${CLAUDE_PLUGIN_ROOT}",
    "${CLAUDE_PLUGIN_DATA}",
    "${CLAUDE_PROJECT_DIR}",
];

/// Where in a command a character stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoting {
    None,
    Single,
    Double,
}

/// The command with double quotes around each of our variables, where its author left them out
/// or wrote single ones, which would hide the variable from the shell.
///
/// Authors write these commands for a host that puts the path in before the shell reads it.
pub(super) fn quoted(command: &str) -> String {
    let mut res = String::with_capacity(command.len() + 8);
    let mut quoting = Quoting::None;
    let mut rest = command;
    while let Some(char) = rest.chars().next() {
        let variable = VARIABLES.iter().find(|it| rest.starts_with(**it));
        if let Some(variable) = variable {
            push(&mut res, variable, quoting);
            rest = &rest[variable.len()..];
            continue;
        }
        let taken = taken(rest, char, quoting);
        quoting = next(quoting, char);
        res.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    res
}

fn push(res: &mut String, variable: &str, quoting: Quoting) {
    let (before, after) = match quoting {
        Quoting::None => ("\"", "\""),
        Quoting::Single => ("'\"", "\"'"),
        Quoting::Double => ("", ""),
    };
    res.push_str(before);
    res.push_str(variable);
    res.push_str(after);
}

/// An escaped character goes with its backslash.
fn taken(rest: &str, char: char, quoting: Quoting) -> usize {
    let escapes = char == '\\' && quoting != Quoting::Single;
    let escaped = rest[char.len_utf8()..].chars().next();
    match (escapes, escaped) {
        (true, Some(escaped)) => char.len_utf8() + escaped.len_utf8(),
        _ => char.len_utf8(),
    }
}

fn next(quoting: Quoting, char: char) -> Quoting {
    match (quoting, char) {
        (Quoting::None, '\'') => Quoting::Single,
        (Quoting::None, '"') => Quoting::Double,
        (Quoting::Single, '\'') | (Quoting::Double, '"') => Quoting::None,
        (other, _) => other,
    }
}
