//! The files of the tree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::facts::Fact;
use crate::error::CaseError;

/// A file that is read.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) file: PathBuf,
    /// `owner/name` of its repository and its path there.
    pub(super) shown: String,
    pub(super) kind: Kind,
    /// What its place and its text say it is, in the words of `tackle check`.
    pub(super) recognised: Option<&'static str>,
    /// The number of what is known of it.
    pub(super) fact: Option<usize>,
}

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Skill,
    Command,
    Agent,
    OutputStyle,
    Hooks,
    ForeignHooks,
    Plugin,
    Marketplace,
}

/// The files of a tree, and those that are listed and not there.
pub(super) struct Tree {
    pub(super) items: Vec<Item>,
    pub(super) missing: Vec<String>,
}

/// Every file that is listed, as what it is listed, and every other of a known kind.
pub(super) fn find(dir: &Path, facts: &[Fact]) -> Result<Tree, CaseError> {
    let mut items = BTreeMap::new();
    for (repo, folder) in repositories(dir)? {
        for path in files(&folder) {
            if let Some(item) = item(&repo, &folder, &path) {
                items.insert((repo.clone(), path), item);
            }
        }
    }
    let mut missing = Vec::new();
    for (index, fact) in facts.iter().enumerate() {
        let (Some(repo), Some(path)) = (fact.text("repo"), fact.text("path")) else {
            continue;
        };
        let folder = folder_of(dir, repo);
        match listed(&folder, (repo, path), fact) {
            Some(item) => {
                let item = Item {
                    fact: Some(index),
                    ..item
                };
                items.insert((repo.to_owned(), PathBuf::from(path)), item);
            }
            None => missing.push(format!("{repo} {path}")),
        }
    }
    let items = items.into_values().collect();
    Ok(Tree { items, missing })
}

/// `owner+name`, else `owner/name`.
fn folder_of(dir: &Path, repo: &str) -> PathBuf {
    let joined = dir.join(repo.replace('/', "+"));
    if joined.is_dir() {
        joined
    } else {
        dir.join(repo)
    }
}

fn listed(folder: &Path, (repo, path): (&str, &str), fact: &Fact) -> Option<Item> {
    let file = folder.join(path);
    let is_inside = file
        .canonicalize()
        .ok()?
        .starts_with(folder.canonicalize().ok()?);
    if !is_inside || !file.is_file() {
        return None;
    }
    let recognised = recognise(repo, Path::new(path), &file);
    let kind = kind_of(fact.text("kind")?, recognised)?;
    Some(Item {
        shown: format!("{repo} {path}"),
        file,
        kind,
        recognised,
        fact: None,
    })
}

/// What a file is read as that the list calls so.
fn kind_of(listed: &str, recognised: Option<&str>) -> Option<Kind> {
    Some(match listed {
        "skill" => Kind::Skill,
        "command" => Kind::Command,
        "output-style" => Kind::OutputStyle,
        "hooks" | "settings" if recognised == Some("foreign-hooks") => Kind::ForeignHooks,
        "hooks" | "settings" => Kind::Hooks,
        "plugin" => Kind::Plugin,
        "marketplace" => Kind::Marketplace,
        word if word.starts_with("agent") => Kind::Agent,
        _ => return None,
    })
}

/// The repository's own name is a folder too, for those who clone it into a place of agents.
fn recognise(repo: &str, path: &Path, file: &Path) -> Option<&'static str> {
    let bytes = stdx::fs::read(file, stdx::fs::Limit::mebibytes(1)).unwrap_or_default();
    let around = || cli::kind_of(&Path::new(repo).join(path), &bytes);
    cli::kind_of(path, &bytes).or_else(around)
}

fn item(repo: &str, folder: &Path, path: &Path) -> Option<Item> {
    let file = folder.join(path);
    let recognised = recognise(repo, path, &file);
    let kind = match recognised? {
        "skills" => Kind::Skill,
        "commands" => Kind::Command,
        "agents" => Kind::Agent,
        "hooks" => Kind::Hooks,
        "foreign-hooks" => Kind::ForeignHooks,
        "plugins" => Kind::Plugin,
        "marketplaces" => Kind::Marketplace,
        _ => return None,
    };
    Some(Item {
        shown: format!("{repo} {}", path.display()),
        file,
        kind,
        recognised,
        fact: None,
    })
}

/// Each repository and its folder. A folder whose name has no `+` is an owner, if it holds folders
/// alone; else it is a repository without an owner.
fn repositories(dir: &Path) -> Result<Vec<(String, PathBuf)>, CaseError> {
    let mut res = Vec::new();
    for folder in folders(dir)? {
        let name = name_of(&folder);
        if let Some((owner, name)) = name.split_once('+') {
            res.push((format!("{owner}/{name}"), folder));
            continue;
        }
        let inner = folders(&folder)?;
        let is_owner = !inner.is_empty() && !has_files(&folder) && !has_hidden(&inner);
        match is_owner {
            true => {
                let of_owner = |it: PathBuf| (format!("{name}/{}", name_of(&it)), it);
                res.extend(inner.into_iter().map(of_owner));
            }
            false => res.push((name, folder)),
        }
    }
    Ok(res)
}

fn has_hidden(folders: &[PathBuf]) -> bool {
    folders.iter().any(|it| name_of(it).starts_with('.'))
}

fn has_files(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|it| it.path()).any(|it| it.is_file())
}

fn folders(dir: &Path) -> Result<Vec<PathBuf>, CaseError> {
    let entries = fs::read_dir(dir).map_err(CaseError::io(dir))?;
    let is_folder = |it: &fs::DirEntry| it.file_type().is_ok_and(|it| it.is_dir());
    let entries = entries.flatten().filter(is_folder);
    let mut res: Vec<_> = entries.map(|it| it.path()).collect();
    res.sort();
    Ok(res)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The files below a folder, as seen from it; links are left out, and so is what git keeps.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut res = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(inner) = waiting.pop() {
        let entries = fs::read_dir(folder.join(&inner)).into_iter().flatten();
        for entry in entries.flatten() {
            let path = inner.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => waiting.push(path),
                Ok(kind) if kind.is_file() => res.push(path),
                Ok(_) | Err(_) => {}
            }
        }
    }
    res.sort();
    res
}
