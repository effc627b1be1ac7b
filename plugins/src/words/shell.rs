//! Quotes around our variables in a command for a POSIX shell.

/// The variables which get quotes.
const VARIABLES: [&str; 3] = [
    "${CLAUDE_PLUGIN_ROOT}",
    "${CLAUDE_PLUGIN_DATA}",
    "${CLAUDE_PROJECT_DIR}",
];

/// The same as a shell takes them too.
const BARE: [&str; 3] = [
    "$CLAUDE_PLUGIN_ROOT",
    "$CLAUDE_PLUGIN_DATA",
    "$CLAUDE_PROJECT_DIR",
];

/// The bytes before a quotation mark in which a shell and its options are looked for.
const LOOKED_BACK: usize = 256;

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
        if let Some(variable) = variable(rest, quoting) {
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

/// Our variable at the start of `rest`. One without braces is the author's own business, except in
/// a line for another shell, where it would be read as code.
fn variable(rest: &str, quoting: Quoting) -> Option<&'static str> {
    if let Some(braced) = VARIABLES.iter().find(|it| rest.starts_with(**it)) {
        return Some(braced);
    }
    let mut bare = BARE.iter().filter(|_| quoting == Quoting::DoubleLine);
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let found = bare.find(|it| {
        rest.strip_prefix(**it)
            .is_some_and(|it| !it.starts_with(is_word))
    });
    found.copied()
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
    let inside = rest.strip_prefix('\'')?;
    if !is_line_for_a_shell(before) {
        return None;
    }
    inside.split_once('\'').map(|it| it.0)
}

/// Whether what follows these words is read by a shell: `sh -c`, `bash -o pipefail -ec`, `eval`.
fn is_line_for_a_shell(before: &str) -> bool {
    // Only the words right before count, and a text of many quotes is read once.
    let start = before.floor_char_boundary(before.len().saturating_sub(LOOKED_BACK));
    let joined = before[start..].replace("\\\n", " ");
    if !joined.ends_with(char::is_whitespace) {
        return false;
    }
    let command = joined.rsplit([';', '&', '|', '(', '\n']).next();
    let words: Vec<&str> = command.unwrap_or_default().split_whitespace().collect();
    if words.last() == Some(&"eval") {
        return true;
    }
    let shell = words.iter().rposition(|it| is_shell(it));
    shell.is_some_and(|at| are_options_of_a_line(&words[at..]))
}

fn is_shell(word: &str) -> bool {
    const SHELLS: [&str; 7] = ["sh", "bash", "dash", "ash", "ksh", "zsh", "su"];
    SHELLS.contains(&name_of(word))
}

fn name_of(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.trim_matches(['"', '\''])
}

/// Whether an option says that the next word is a command line. `-o` has a word of its own, and `su`
/// names a user.
fn are_options_of_a_line(words: &[&str]) -> bool {
    let (shell, options) = words.split_first().expect("the shell is the first word");
    let is_option = |it: &str| it.starts_with(['-', '+']);
    let is_of_option = |at: usize| at > 0 && options[at - 1].ends_with(['o', 'O']);
    let mut all = (0..options.len()).map(|at| is_option(options[at]) || is_of_option(at));
    let tells = |it: &&str| it.starts_with('-') && !it.starts_with("--") && it.contains('c');
    let is_told = options.iter().any(tells) && options.last().is_some_and(|it| is_option(it));
    is_told && (name_of(shell) == "su" || all.all(|it| it))
}
