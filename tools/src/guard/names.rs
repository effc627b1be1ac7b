//! Names inside a project that only a person writes, whatever the case of their letters.

use std::path::{Component, Path, PathBuf};

/// Files and folders below a project's root that decide what an agent may do there. A `*` stands for
/// any letters within a name; what lies beneath a folder is meant too.
pub const PROTECTED_NAMES: &[&str] = &[
    ".tackle/hooks.json",
    ".tackle/settings*.json",
    ".tackle/hook-trust.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".neo/settings*.json",
    ".neuralinverse/settings*.json",
    ".vyotiq/hooks.json",
    ".vyotiq/hook-trust.json",
    ".nemocode/hooks.json",
    ".mcp.json",
    ".git/config",
    ".git/config.worktree",
    ".git/hooks",
];

/// Folders below a project's root whose own files decide what an agent may do; folders inside them,
/// such as those of skills, are ordinary.
pub const FIXED_FOLDERS: &[&str] = &[
    ".tackle",
    ".claude",
    ".neo",
    ".neuralinverse",
    ".vyotiq",
    ".nemocode",
];

/// Whether `real` has one of the [`PROTECTED_NAMES`] below one of `roots`, or is a folder that holds
/// one: to move `.claude` away is to move its settings. Repositories inside a project count as far
/// as git goes.
pub(super) fn is_protected(real: &Path, roots: &[PathBuf]) -> bool {
    let below = roots.iter().filter_map(|it| real.strip_prefix(it).ok());
    below.map(folded).any(|it| {
        PROTECTED_NAMES.iter().any(|name| meets(&it, name))
            || inner_git(&it).is_some_and(|it| PROTECTED_NAMES.iter().any(|name| meets(it, name)))
    })
}

fn meets(path: &[String], name: &str) -> bool {
    let name: Vec<&str> = name.split('/').collect();
    let n_common = name.len().min(path.len());
    n_common > 0 && (0..n_common).all(|it| matches(&path[it], name[it]))
}

/// The path from its last `.git` on.
fn inner_git(path: &[String]) -> Option<&[String]> {
    let at = path.iter().rposition(|it| it == ".git")?;
    Some(&path[at..])
}

fn matches(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

/// Whether `path` is `folder` or lies beneath it, letters compared without their case.
pub(crate) fn same_or_beneath(path: &Path, folder: &Path) -> bool {
    folded(path).starts_with(&folded(folder))
}

/// The names of a path, small. Windows and macOS drop what follows or hides in a name: trailing dots
/// and blanks, and characters of no width.
fn folded(path: &Path) -> Vec<String> {
    let names = path.components().filter_map(|it| match it {
        Component::Normal(name) => Some(name.to_string_lossy().to_lowercase()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => {
            None
        }
    });
    let visible = |it: char| !matches!(it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    names
        .map(|it| it.chars().filter(|it| visible(*it)).collect::<String>())
        .map(|it| it.trim_end_matches(['.', ' ']).to_owned())
        .collect()
}
