//! From a folder to the parts below it.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use stdx::Problem;

use super::Part;
use super::located::{Located, Locator, Origin};
use crate::inside::Refused;
use crate::report::quoted;

/// Folders within folders beyond this depth hold no parts.
const DEEPEST: usize = 8;
/// Names of files that are looked through for a `SKILL.md` in other letters.
const MOST_NAMES: usize = 1_000;

/// Walks the folders of one plugin.
#[derive(Debug)]
pub(super) struct Walk<'l, 'a> {
    pub(super) locator: &'l mut Locator<'a>,
    /// How many more entries are looked at.
    pub(super) room: &'l mut usize,
    pub(super) parts: Vec<Part>,
}

/// An entry of a folder whose real path lies inside.
struct Found {
    name: String,
    path: PathBuf,
    real: PathBuf,
}

impl Walk<'_, '_> {
    /// The skills of a folder: the folder itself where the manifest names it and it holds a
    /// `SKILL.md`, else the folders in it that hold one.
    pub(super) fn skills(&mut self, located: &Located) {
        let folder = match skill_file_itself(located) {
            Some(folder) => {
                let message = "a skill is named by its folder, not by its `SKILL.md`";
                let problem = Problem::warning("plugins/path-kind", message);
                self.locator.tell(problem, located.origin);
                folder
            }
            None => located.clone(),
        };
        if !folder.real.is_dir() {
            return self.wrong_kind(located, "a folder of skills");
        }
        let is_named = matches!(folder.origin, Origin::Declared(_));
        if is_named && self.has_skill_file(&folder.path) {
            return self.push(name_of(&folder.path), folder.path, folder.real);
        }
        for found in self.entries(&folder) {
            if found.real.is_dir() && self.has_skill_file(&found.path) {
                self.push(found.name, found.path, found.real);
            }
        }
    }

    /// Whether the folder holds a `SKILL.md`, in any case of letters, that lies inside.
    pub(super) fn has_skill_file(&mut self, folder: &Path) -> bool {
        let Some(file) = skill_file(folder) else {
            return false;
        };
        if !file.is_symlink() {
            return file.is_file();
        }
        match self.locator.inside.real(&file) {
            Ok(real) => real.is_file(),
            Err(refused) => {
                let shown = self.shown(&file);
                self.locator.refuse(&shown, refused, Origin::Standard);
                false
            }
        }
    }

    /// The files of a folder, or the one file.
    pub(super) fn files(&mut self, located: &Located, endings: &[&str]) {
        if located.real.is_dir() {
            let mut above = BTreeSet::new();
            return self.folder(located, (endings, ""), &mut above);
        }
        match has_ending(&located.path, endings) && located.real.is_file() {
            true => self.push(
                stem_of(&located.path),
                located.path.clone(),
                located.real.clone(),
            ),
            false => {
                let wanted = format!("a folder or a file that ends in .{}", endings.join(" or ."));
                self.wrong_kind(located, &wanted);
            }
        }
    }

    fn folder(
        &mut self,
        located: &Located,
        wanted: (&[&str], &str),
        above: &mut BTreeSet<PathBuf>,
    ) {
        // A link to a folder above would go round for ever.
        if above.len() >= DEEPEST || !above.insert(located.real.clone()) {
            return;
        }
        let (endings, prefix) = wanted;
        for found in self.entries(located) {
            if found.real.is_dir() {
                let prefix = format!("{prefix}{}:", found.name);
                let below = Located {
                    path: found.path,
                    real: found.real,
                    origin: located.origin,
                };
                self.folder(&below, (endings, &prefix), above);
            } else if found.real.is_file() && has_ending(&found.path, endings) {
                let name = format!("{prefix}{}", stem_of(&found.path));
                self.push(name, found.path, found.real);
            }
        }
        above.remove(&located.real);
    }

    /// The entries of a folder by name, without hidden ones and those that lead out.
    fn entries(&mut self, located: &Located) -> Vec<Found> {
        let listed = match fs::read_dir(&located.path) {
            Ok(it) => it,
            Err(error) => {
                let shown = self.shown(&located.path);
                self.locator
                    .refuse(&shown, Refused::Unreadable(error), located.origin);
                return Vec::new();
            }
        };
        let room = *self.room;
        let mut entries: Vec<_> = listed.flatten().take(room + 1).collect();
        if entries.len() > room {
            self.too_many(located);
            entries.truncate(room);
        }
        *self.room -= entries.len();
        entries.sort_by_key(DirEntry::file_name);
        let entries = entries.iter();
        entries.filter_map(|it| self.found(it, located)).collect()
    }

    fn found(&mut self, entry: &DirEntry, above: &Located) -> Option<Found> {
        let path = entry.path();
        let name = name_of(&path);
        if name.starts_with('.') {
            return None;
        }
        // Below a real folder only a link can lead elsewhere.
        let real = match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => Ok(above.real.join(entry.file_name())),
            _ => self.locator.inside.real(&path),
        };
        match real {
            Ok(real) => Some(Found { name, path, real }),
            Err(refused) => {
                let shown = self.shown(&path);
                self.locator.refuse(&shown, refused, Origin::Standard);
                None
            }
        }
    }

    fn too_many(&mut self, located: &Located) {
        let message = format!(
            "the plugin has too many files; the rest of {} is not looked at",
            quoted(&self.shown(&located.path))
        );
        let problem = Problem::error("plugins/too-many", message);
        self.locator.tell(problem, located.origin);
    }

    fn wrong_kind(&mut self, located: &Located, wanted: &str) {
        let message = format!(
            "expected {wanted} at {}",
            quoted(&self.shown(&located.path))
        );
        let problem = Problem::error("plugins/path-kind", message);
        self.locator.tell(problem, located.origin);
    }

    /// The path as seen from the plugin's folder.
    fn shown(&self, path: &Path) -> String {
        let relative = path.strip_prefix(self.locator.inside.root());
        format!("./{}", relative.unwrap_or(path).display())
    }

    fn push(&mut self, name: String, path: PathBuf, real: PathBuf) {
        self.parts.push(Part { name, path, real });
    }
}

/// The folder of a skill whose `SKILL.md` itself was named.
fn skill_file_itself(located: &Located) -> Option<Located> {
    let is_skill_file = located.real.is_file() && is_skill_name(&name_of(&located.path));
    if !is_skill_file {
        return None;
    }
    Some(Located {
        path: located.path.parent()?.to_owned(),
        real: located.real.parent()?.to_owned(),
        origin: located.origin,
    })
}

/// The `SKILL.md` of a folder, in any case of letters.
fn skill_file(folder: &Path) -> Option<PathBuf> {
    let plain = folder.join("SKILL.md");
    if plain.symlink_metadata().is_ok() {
        return Some(plain);
    }
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut paths = entries.take(MOST_NAMES).map(|it| it.path());
    paths.find(|it| is_skill_name(&name_of(it)))
}

fn is_skill_name(name: &str) -> bool {
    name.eq_ignore_ascii_case("skill.md")
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| endings.iter().any(|known| known.eq_ignore_ascii_case(it)))
}

pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

pub(super) fn stem_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
