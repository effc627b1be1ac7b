//! Whether an exit code of a command is a failure.

/// Programs whose exit code 1 says "nothing found" or "different".
const SAYS_NO: [&str; 8] = ["grep", "rg", "egrep", "fgrep", "find", "diff", "test", "["];

/// Whether `command` failed, by the exit code it ended with: any but 0, except exit 1 of a program
/// that says no with it [claude-code.md 2.4]. The last program of a pipeline or list counts, for
/// its exit code is the command's.
pub(crate) fn is_failure(command: &str, exit: i32) -> bool {
    match exit {
        0 => false,
        1 => !says_no(last_part(command)),
        _ => true,
    }
}

fn says_no(part: &str) -> bool {
    let mut words = part
        .split_whitespace()
        .skip_while(|it| is_assignment(it) || *it == "!");
    let program = words.next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    let is_git_no = program == "git" && matches!(words.next(), Some("diff" | "grep"));
    SAYS_NO.contains(&program) || is_git_no
}

fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// What follows the last `|`, `&`, `;` or line end outside quotation marks.
fn last_part(command: &str) -> &str {
    let command = command.trim_end_matches([';', ' ', '\n', '\t', '\r']);
    let mut start = 0;
    let mut quote = None;
    let mut chars = command.char_indices();
    while let Some((at, char)) = chars.next() {
        match (quote, char) {
            (None | Some('"'), '\\') => {
                chars.next();
            }
            (None, '\'' | '"') => quote = Some(char),
            (Some(open), _) if open == char => quote = None,
            (None, '|' | '&' | ';' | '\n') => start = at + char.len_utf8(),
            _ => {}
        }
    }
    &command[start..]
}
