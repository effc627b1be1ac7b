//! The files of the workspace that command lines name.
//!
//! A guess by the words of a line, and rather too many than too few: a word that names no file does no
//! harm. What a script itself calls is not covered.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stdx::fs::Limit;

use crate::handler::{Action, CommandLine, Handler};
use crate::places::HookPlace;

/// The largest script that is hashed; a larger one is told by its size alone.
const LIMIT: Limit = Limit { bytes: 16 << 20 };

/// Files that are looked at in all, and words of one command: more is no list of hooks but an attack.
const MOST_FILES: usize = 1_000;
const MOST_WORDS: usize = 2_000;

/// The folders that words of a command are looked for in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a> {
    /// The canonical root of the project.
    workspace: &'a Path,
    /// The folder of the plugin whose hook it is.
    plugin: Option<&'a Path>,
}

impl<'a> Ground<'a> {
    /// The ground of a hook file.
    pub(crate) fn of(place: &'a HookPlace, workspace: &'a Path) -> Ground<'a> {
        let plugin = place.plugin.as_ref().map(|it| it.root.as_path());
        Ground { workspace, plugin }
    }
}

/// The regular files inside the workspace that the commands name, each with its SHA-256, sorted: the
/// order in which they are named is no part of a decision.
pub(super) fn scripts(handlers: &[Handler], ground: Ground<'_>) -> Vec<(PathBuf, String)> {
    let named = handlers.iter().flat_map(|it| named(&it.action, ground));
    let files: BTreeSet<PathBuf> = named.take(MOST_FILES).collect();
    files
        .into_iter()
        .filter_map(|it| digest(&it).map(|digest| (it, digest)))
        .collect()
}

/// A folder is no script and a missing file has no bytes; a file that cannot be read is told by why.
fn digest(file: &Path) -> Option<String> {
    match stdx::fs::read(file, LIMIT) {
        Ok(bytes) => Some(stdx::sha256_hex(&bytes)),
        Err(error) if error.is_missing() => None,
        Err(_) if file.is_dir() => None,
        Err(error) => Some(format!("unreadable: {error}")),
    }
}

/// The files that an action names: relative to the workspace, and to every folder that its line
/// changes to.
fn named(action: &Action, ground: Ground<'_>) -> Vec<PathBuf> {
    let workspace = ground.workspace;
    let words = words(action);
    let folders = words
        .windows(2)
        .filter(|it| matches!(it[0].as_str(), "cd" | "pushd"));
    let folders: Vec<_> = folders
        .take(8)
        .filter_map(|it| inside(&it[1], workspace, ground))
        .collect();
    let bases = || std::iter::once(workspace).chain(folders.iter().map(PathBuf::as_path));
    let files = words
        .iter()
        .flat_map(|word| bases().filter_map(move |base| inside(word, base, ground)));
    files.collect()
}

/// The words of a command that may name files.
fn words(action: &Action) -> Vec<String> {
    match action {
        Action::Command(CommandLine::Shell { line, .. }) => split(line),
        Action::Command(CommandLine::Exec { program, args }) => {
            std::iter::once(program).chain(args).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// Splits a line at blanks and the signs of a shell. A quoted part is one word with what it touches,
/// and its own words are tried as well, since it may be a line of its own (`sh -c '…'`).
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote: Option<char> = None;
    let mut characters = line.chars();
    while let Some(it) = characters.next() {
        match (quote, it) {
            (None | Some('"'), '\\') => word.extend(characters.next()),
            (Some(open), _) if it == open => quote = None,
            (None, '"' | '\'') => quote = Some(it),
            (None, _) if it.is_whitespace() || "`;|&()<>=,".contains(it) => {
                words.push(std::mem::take(&mut word));
            }
            _ => word.push(it),
        }
    }
    words.push(word);
    let inner: Vec<_> = words
        .iter()
        .filter(|it| it.contains(char::is_whitespace))
        .flat_map(|it| it.split(|it: char| it.is_whitespace() || "\"'`;|&()<>=,".contains(it)))
        .map(str::to_owned)
        .collect();
    words.extend(inner);
    words.retain(|it| !it.is_empty());
    words.truncate(MOST_WORDS);
    words
}

/// The file or folder inside the workspace that a word names, if it does. What follows a variable or a
/// substitution (`$(git rev-parse --show-toplevel)/x.sh`) is looked for below the workspace.
fn inside(word: &str, base: &Path, ground: Ground<'_>) -> Option<PathBuf> {
    let workspace = ground.workspace;
    let below = |rest: &str| real(&workspace.join(rest.trim_start_matches('/')), workspace);
    if let (Some(rest), Some(plugin)) = (after_plugin_root(word), ground.plugin) {
        return real(&plugin.join(rest.trim_start_matches('/')), workspace);
    }
    if let Some(rest) = after_variable(word) {
        return below(rest);
    }
    let named = real(&base.join(word), workspace);
    named.or_else(|| word.starts_with('/').then(|| below(word)).flatten())
}

fn real(path: &Path, workspace: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    (real.starts_with(workspace) && real != workspace).then_some(real)
}

/// What follows the variable that names the plugin's folder.
fn after_plugin_root(word: &str) -> Option<&str> {
    let plain = word.strip_prefix("${CLAUDE_PLUGIN_ROOT}");
    plain.or_else(|| word.strip_prefix("$CLAUDE_PLUGIN_ROOT"))
}

/// What follows `$NAME`, `${NAME}` or `${NAME:-…}` at the beginning of a word, whatever its name is.
fn after_variable(word: &str) -> Option<&str> {
    let rest = word.strip_prefix('$')?;
    match rest.strip_prefix('{') {
        Some(rest) => rest.split_once('}').map(|(_, rest)| rest),
        None => rest.find('/').map(|at| &rest[at..]),
    }
}
