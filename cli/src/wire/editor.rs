//! Opens a file in the person's editor.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::CommandError;
use crate::world::World;

/// The words of the editor's command: `$VISUAL`, else `$EDITOR`.
///
/// # Errors
/// Neither is set.
pub(crate) fn of(world: &World) -> Result<Vec<String>, CommandError> {
    let set = world
        .variable("VISUAL")
        .or_else(|| world.variable("EDITOR"));
    let words = set
        .map(|it| words(&it.to_string_lossy()))
        .unwrap_or_default();
    match words.is_empty() {
        true => Err(
            CommandError::usage("neither `VISUAL` nor `EDITOR` names an editor")
                .hint("`tackle hooks path` shows where the files stand"),
        ),
        false => Ok(words),
    }
}

/// Opens a file and waits until the editor is closed.
///
/// # Errors
/// The editor cannot be started, or did not end well.
#[expect(
    clippy::disallowed_methods,
    reason = "an editor needs our terminal and our session, which `procs` takes away"
)]
pub(crate) fn open(editor: &[String], file: &Path) -> Result<(), CommandError> {
    let [program, args @ ..] = editor else {
        return Ok(());
    };
    let mut command = Command::new(program);
    command
        .args(args)
        .arg(file)
        .stdin(Stdio::inherit())
        .stdout(Stdio::inherit())
        .stderr(Stdio::inherit());
    let failed =
        |it| CommandError::fault(format!("the editor `{program}` could not be started: {it}"));
    let status = command.status().map_err(failed)?;
    match status.success() {
        true => Ok(()),
        false => Err(CommandError::fault(format!(
            "the editor `{program}` ended with {status}"
        ))),
    }
}

/// Splits at blanks; quotes hold words together, a backslash takes the next character as it is.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut quote: Option<char> = None;
    let mut between = true;
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match (char, quote) {
            (it, Some(end)) if it == end => quote = None,
            ('"' | '\'', None) => {
                quote = Some(char);
                if between {
                    words.push(String::new());
                }
                between = false;
            }
            (it, None) if it.is_whitespace() => between = true,
            (it, _) => {
                let literal = if it == '\\' && quote != Some('\'') {
                    chars.next().unwrap_or('\\')
                } else {
                    it
                };
                if between {
                    words.push(String::new());
                }
                between = false;
                words.last_mut().expect("a word was begun").push(literal);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(super::words(text), expected);
    }

    #[test]
    fn an_editor_may_have_options_and_blanks_in_its_path() {
        check("vi", &["vi"]);
        check("  code  --wait ", &["code", "--wait"]);
        check("'/opt/my editor/bin' -n", &["/opt/my editor/bin", "-n"]);
        check("/opt/my\\ editor \"a b\"c", &["/opt/my editor", "a bc"]);
        check("a ''", &["a", ""]);
        check("  ", &[]);
    }
}
