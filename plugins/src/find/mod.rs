//! Looks for plugins in the places.

mod cache;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use stdx::fs::cause;
use stdx::{Loaded, Problem};

use crate::place::{Arrangement, PluginPlace};
use crate::plugin::{Origin, Plugin, load};
use crate::report::quoted;

/// Folders of Claude Code's own which stand among the plugins.
const NOT_PLUGINS: [&str; 5] = ["cache", "data", "marketplaces", "repos", "synced"];

/// The plugins of all places, the narrowest place first; a folder that is reached twice through
/// links counts where it was reached first.
pub fn find_all(places: &[PluginPlace]) -> Loaded<Vec<Plugin>> {
    let mut problems = Vec::new();
    let mut seen: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut res = Vec::new();
    let mut all = Vec::new();
    for place in places {
        all.extend(find(place).drain_into(&mut problems));
    }
    for plugin in all {
        match seen.get(&plugin.root) {
            Some(first) => problems.push(reached_twice(&plugin, first)),
            None => {
                seen.insert(plugin.root.clone(), plugin.dir.clone());
                res.push(plugin);
            }
        }
    }
    Loaded {
        value: res,
        problems,
    }
}

fn reached_twice(plugin: &Plugin, first: &Path) -> Problem {
    let message = format!(
        "the same folder is found as {} and counts there",
        quoted(&first.display().to_string())
    );
    Problem::note("plugins/found-twice", message).in_file(&plugin.dir)
}

/// The plugins of one place, by the names of their folders; a place that is not there holds none.
///
/// Problems of a plugin that loads are with the plugin; those of a folder that is none are here.
pub fn find(place: &PluginPlace) -> Loaded<Vec<Plugin>> {
    let mut problems = Vec::new();
    let mut res = Vec::new();
    for dir in folders(&place.dir, &mut problems) {
        if !is_reserved(place, &dir) {
            res.extend(load(&dir, place).drain_into(&mut problems));
        }
    }
    if place.arrangement() == Arrangement::WithCache {
        res.extend(installed(place, &mut problems));
    }
    Loaded {
        value: res,
        problems,
    }
}

fn is_reserved(place: &PluginPlace, dir: &Path) -> bool {
    let name = dir.file_name().and_then(|it| it.to_str());
    place.arrangement() == Arrangement::WithCache
        && name.is_some_and(|it| NOT_PLUGINS.contains(&it))
}

fn installed(place: &PluginPlace, problems: &mut Vec<Problem>) -> Vec<Plugin> {
    let mut res = Vec::new();
    for marketplace in folders(&place.dir.join("cache"), problems) {
        for entry in folders(&marketplace, problems) {
            let versions = folders(&entry, problems);
            let Some(version) = cache::current(versions) else {
                continue;
            };
            let origin = Origin::Installed {
                marketplace: name_of(&marketplace),
                entry: name_of(&entry),
                version: name_of(&version),
            };
            let plugin = load(&version, place).drain_into(problems);
            res.extend(plugin.map(|it| Plugin { origin, ..it }));
        }
    }
    res
}

fn name_of(dir: &Path) -> String {
    let name = dir.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The folders in `dir` by name, links to folders included, hidden ones left out.
fn folders(dir: &Path, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(dir) {
        Ok(it) => it,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            let shown = quoted(&dir.display().to_string());
            let message = format!("the folder {shown} cannot be read: {}", cause(&error));
            problems.push(Problem::error("plugins/path-unreadable", message).in_file(dir));
            return Vec::new();
        }
    };
    let paths = entries.flatten().map(|it| it.path());
    let mut res: Vec<_> = paths.filter(|it| is_visible(it) && it.is_dir()).collect();
    res.sort();
    res
}

fn is_visible(path: &Path) -> bool {
    !name_of(path).starts_with('.')
}
