//! A script of the project that a command names and that is not there.

use std::path::{Path, PathBuf};

use hooks_core::{Action, CommandLine, Handler, Layer};
use stdx::Problem;

/// The spellings of the project's folder at the start of a word.
const PROJECT: [&str; 4] = [
    "$CLAUDE_PROJECT_DIR/",
    "${CLAUDE_PROJECT_DIR}/",
    "$TACKLE_PROJECT_DIR/",
    "${TACKLE_PROJECT_DIR}/",
];

/// The scripts that are missing. A hook whose command is not there fails, and lets everything pass.
pub(super) fn of_scripts(layer: &Layer, handler: &Handler, project: &Path) -> Vec<Problem> {
    let missing = |word: &String| {
        let script = named(word, project)?;
        (!script.exists()).then_some(script)
    };
    words(&handler.action)
        .iter()
        .filter_map(missing)
        .map(|it| {
            let shown = it
                .strip_prefix(project)
                .unwrap_or(&it)
                .display()
                .to_string();
            let message = format!("the command names `{shown}`, which is not there");
            let mut problem = Problem::warning("hooks/script-missing", message)
                .with_hint("a hook that cannot start fails, and what it guards goes ahead");
            problem.place = handler.place;
            problem.in_file(&layer.file)
        })
        .collect()
}

/// The file of the project that a word names, if it plainly names one.
fn named(word: &str, project: &Path) -> Option<PathBuf> {
    let rest = PROJECT.iter().find_map(|it| word.strip_prefix(it))?;
    let is_plain = !rest.is_empty() && !rest.contains(['$', '*', '?', '`', '{', '~']);
    is_plain.then(|| project.join(rest))
}

/// The words of a command without their quotes.
fn words(action: &Action) -> Vec<String> {
    match action {
        Action::Command(CommandLine::Shell { line, .. }) => line
            .split([' ', '\t', '\n', ';', '|', '&', '(', ')', '<', '>'])
            .map(|it| it.replace(['"', '\''], ""))
            .collect(),
        Action::Command(CommandLine::Exec { program, args }) => {
            std::iter::once(program).chain(args).cloned().collect()
        }
        _ => Vec::new(),
    }
}
