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
    /// In double quotes, as the command line of another shell.
    DoubleLine,
}

/// The command with double quotes around each of our variables, where its author left them out
/// or wrote single ones, which would hide the variable from the shell.
///
/// Authors write these commands for a host that puts the path in before the shell reads it. In the
/// command line of another shell (`sh -c '…'`) the variable is left to that shell, which has it too:
/// put in by ours, the name of a folder would be run as a command.
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
        if let (Quoting::None, Some(line)) = (quoting, line_in_single_quotes(rest, &res)) {
            res.push_str(&format!("'{}'", quoted(line)));
            rest = &rest[line.len() + 2..];
            continue;
        }
        let taken = taken(rest, char, quoting);
        quoting = next(quoting, char, &res);
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
        Quoting::DoubleLine => ("\\", ""),
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

fn next(quoting: Quoting, char: char, before: &str) -> Quoting {
    match (quoting, char) {
        (Quoting::None, '"') if is_line_for_a_shell(before) => Quoting::DoubleLine,
        (Quoting::None, '\'') => Quoting::Single,
        (Quoting::None, '"') => Quoting::Double,
        (Quoting::Single, '\'') | (Quoting::Double | Quoting::DoubleLine, '"') => Quoting::None,
        (other, _) => other,
    }
}

/// The command line of another shell in single quotes, where one begins here.
fn line_in_single_quotes<'t>(rest: &'t str, before: &str) -> Option<&'t str> {
    let (line, _) = rest.strip_prefix('\'')?.split_once('\'')?;
    is_line_for_a_shell(before).then_some(line)
}

/// Whether what follows these words is read by a shell: `sh -c`, `bash -ec`, `eval`.
fn is_line_for_a_shell(before: &str) -> bool {
    const SHELLS: [&str; 5] = ["sh", "bash", "dash", "ksh", "zsh"];
    if !before.ends_with(char::is_whitespace) {
        return false;
    }
    let mut words = before.split_whitespace().rev().peekable();
    match words.peek() {
        Some(&"eval") => return true,
        Some(it) if it.starts_with('-') && it.ends_with('c') => {}
        _ => return false,
    }
    let program = words.find(|it| !it.starts_with('-')).unwrap_or_default();
    let name = program.rsplit(['/', ';', '&', '|', '(']).next();
    name.is_some_and(|it| SHELLS.contains(&it))
}
