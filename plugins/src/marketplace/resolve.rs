//! From a marketplace on disk to the folders of its plugins.

use std::fs;
use std::path::{Path, PathBuf};

use stdx::{Loaded, Problem};

use super::strict::Presence;
use super::{Entry, MARKETPLACE_PATH, Marketplace, PluginSource, read_marketplace};
use crate::inside::{Inside, Refused};
use crate::layout::refusal;
use crate::manifest::MANIFEST_PATH;
use crate::place::Roots;
use crate::plugin::read_document;
use crate::report::quoted;

/// Reads the marketplace whose root is the folder `root`.
pub fn open_marketplace(root: &Path) -> Loaded<Option<Marketplace>> {
    match inside(root, MARKETPLACE_PATH).and_then(|it| read_document(&it)) {
        Ok(document) => read_marketplace(&document),
        Err(problem) => Loaded::from(None).with(problem),
    }
}

fn inside(root: &Path, path: &str) -> Result<PathBuf, Problem> {
    let refuse = |it| refusal(path, &it).in_file(root.join(path));
    let real = root
        .canonicalize()
        .map_err(|it| refuse(Refused::Unreadable(it)))?;
    let file = Inside::new(&real).real(&real.join(path));
    file.map(|_| root.join(path)).map_err(refuse)
}

/// The roots of the marketplaces which Claude Code keeps for the person, by name.
pub fn personal_marketplaces(roots: &Roots) -> Vec<PathBuf> {
    let dir = roots.home.join(".claude/plugins/marketplaces");
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let paths = entries.map(|it| it.path());
    let mut res: Vec<_> = paths
        .filter(|it| it.join(MARKETPLACE_PATH).exists())
        .collect();
    res.sort();
    res
}

impl Marketplace {
    /// The folder of an entry below `root`, links resolved, and whether it has a manifest; `None`
    /// for what would have to be fetched and for what is not there.
    pub fn folder(&self, root: &Path, entry: &Entry) -> Loaded<Option<(PathBuf, Presence)>> {
        let PluginSource::Local(path) = &entry.source else {
            return Loaded::from(None);
        };
        match below(root, path) {
            Ok(folder) => {
                let manifest = match folder.join(MANIFEST_PATH).is_file() {
                    true => Presence::There,
                    false => Presence::Missing,
                };
                Loaded::from(Some((folder, manifest)))
            }
            Err(problem) => {
                let problem = problem.in_file(&self.file).at(entry.source_place);
                Loaded::from(None).with(problem)
            }
        }
    }
}

fn below(root: &Path, path: &Path) -> Result<PathBuf, Problem> {
    let shown = format!("./{}", path.display());
    let refuse = |it| refusal(&shown, &it);
    let real = root
        .canonicalize()
        .map_err(|it| refuse(Refused::Unreadable(it)))?;
    let inside = Inside::new(&real);
    let folder = inside.real(&inside.join(path)).map_err(refuse)?;
    match folder.is_dir() {
        true => Ok(folder),
        false => {
            let message = format!("the source {} is no folder", quoted(&shown));
            Err(Problem::error("plugins/path-kind", message))
        }
    }
}
