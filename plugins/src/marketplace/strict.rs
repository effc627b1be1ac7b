//! What an entry of a marketplace means beside the plugin's own manifest.

use stdx::{Loaded, Problem};

use super::{Entry, Marketplace, Strictness};
use crate::manifest::{ComponentKind, DeclaredWhat};
use crate::report::quoted;

/// What an entry means beside the plugin's own manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRole {
    /// There is no manifest: the entry is it.
    IsTheManifest,
    /// The entry adds its components; its groups of hooks take the place of the manifest's for the
    /// same event.
    Adds,
    /// Both name components and the entry says that it is all there is: the plugin does not load.
    Conflict,
}

/// Whether the folder of a plugin has a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It has one.
    There,
    /// It has none.
    Missing,
}

impl Marketplace {
    /// What an entry means beside the plugin's manifest, with what is wrong about that.
    pub fn role(&self, entry: &Entry, manifest: Presence) -> Loaded<EntryRole> {
        let tell = |it: Problem| it.in_file(&self.file).at(entry.place);
        match (manifest, entry.strictness) {
            (Presence::Missing, _) if names_hook_files(entry) => {
                Loaded::from(EntryRole::IsTheManifest).with(tell(hooks_by_path(entry)))
            }
            (Presence::Missing, _) => Loaded::from(EntryRole::IsTheManifest),
            (Presence::There, Strictness::Loose) if !entry.components.is_empty() => {
                Loaded::from(EntryRole::Conflict).with(tell(conflict(entry)))
            }
            (Presence::There, Strictness::Loose | Strictness::Strict) => {
                Loaded::from(EntryRole::Adds)
            }
        }
    }
}

fn names_hook_files(entry: &Entry) -> bool {
    let hooks = entry.components.iter();
    let mut hooks = hooks.filter(|it| it.kind == ComponentKind::Hooks);
    hooks.any(|it| {
        let mut entries = it.entries.iter();
        entries.any(|it| matches!(it.what, DeclaredWhat::Path(_)))
    })
}

fn hooks_by_path(entry: &Entry) -> Problem {
    let message = format!(
        "{} names a file of hooks, which counts only in a manifest",
        quoted(&entry.name)
    );
    Problem::error("plugins/entry", message)
        .with_hint("write the hooks as an object in the entry, or give the plugin a manifest")
}

fn conflict(entry: &Entry) -> Problem {
    let message = format!(
        "{} has a manifest of its own, and its entry names components with `strict: false`",
        quoted(&entry.name)
    );
    Problem::error("plugins/entry-conflict", message)
        .with_hint("take the components out of one of the two; until then the plugin is not loaded")
}
