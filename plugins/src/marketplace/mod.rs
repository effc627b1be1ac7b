//! `.claude-plugin/marketplace.json`: a list of plugins and where each is to be had.

mod read;
mod resolve;
mod source;
mod strict;

use std::collections::BTreeMap;
use std::path::PathBuf;

use stdx::Place;

use crate::manifest::{About, Declared, Person};

pub use read::read_marketplace;
pub use resolve::{open_marketplace, personal_marketplaces};
pub use source::{PluginSource, RemoteSource};
pub use strict::{EntryRole, Presence};

/// The path of the list below the marketplace's root.
pub const MARKETPLACE_PATH: &str = ".claude-plugin/marketplace.json";

/// A list of plugins.
#[derive(Clone, Debug)]
pub struct Marketplace {
    /// The file.
    pub file: PathBuf,
    /// Its name.
    pub name: String,
    /// Who keeps it.
    pub owner: Option<Person>,
    /// `description`, or the one under `metadata`.
    pub description: Option<String>,
    /// `version`, or the one under `metadata`.
    pub version: Option<String>,
    /// `metadata.pluginRoot`: where bare names of sources are looked for.
    pub plugin_root: Option<String>,
    /// Plugins that were renamed; `None` for those that are gone.
    pub renames: BTreeMap<String, Option<String>>,
    /// The plugins, in the order of the file.
    pub entries: Vec<Entry>,
}

impl Marketplace {
    /// The entry of a plugin, renames followed.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        let mut name = name;
        // A circle is left after as many steps as there are renames.
        for _ in 0..self.renames.len() {
            match self.renames.get(name) {
                Some(Some(next)) => name = next,
                Some(None) => return None,
                None => break,
            }
        }
        self.entries.iter().find(|it| it.name == name)
    }
}

/// One plugin of a marketplace.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name here, part of its identity `name@marketplace`.
    pub name: String,
    /// Where its name stands.
    pub place: Place,
    /// Where it is to be had.
    pub source: PluginSource,
    /// Where the source stands.
    pub source_place: Place,
    /// What is only shown to people.
    pub about: About,
    /// `category`.
    pub category: Option<String>,
    /// `tags`.
    pub tags: Vec<String>,
    /// Whether the plugin's own manifest leads.
    pub strictness: Strictness,
    /// `defaultEnabled`, which wins over the manifest's.
    pub default_enabled: Option<bool>,
    /// The components that it names.
    pub components: Vec<Declared>,
}

/// `strict` of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The plugin's manifest leads, the entry adds; the default.
    Strict,
    /// The entry is all there is.
    Loose,
}

impl Entry {
    /// Whether its source has a form that is understood. Whether anything is there is another
    /// question.
    pub fn is_loadable(&self) -> bool {
        match self.source {
            PluginSource::Local(_) | PluginSource::Remote(_) => true,
            PluginSource::SingleFile(_) | PluginSource::Unreadable => false,
        }
    }
}
