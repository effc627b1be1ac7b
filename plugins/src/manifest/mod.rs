//! `.claude-plugin/plugin.json`: what a plugin says about itself.

mod commands;
mod component;
mod components;
mod inline;
mod keys;
mod options;
mod people;
mod read;
mod strict;

use std::path::PathBuf;

use serde_json::Value;
use stdx::Place;

pub(crate) use component::Holds;
pub use component::{
    CommandHeader, CommandText, ComponentKind, Declared, DeclaredCommand, DeclaredEntry,
    DeclaredWhat, Join,
};
pub(crate) use components::read_components;
pub(crate) use keys::{report_doubles, report_unknown};
pub use options::{OptionKind, UserOption};
pub use people::{Dependency, Person};
pub(crate) use people::{read_person, read_words};
pub use read::About;
pub use read::read_manifest;
pub(crate) use read::{MANIFEST_KEYS, about};

/// The path of the manifest below the plugin's folder.
pub const MANIFEST_PATH: &str = ".claude-plugin/plugin.json";

/// What a plugin says about itself.
///
/// The fields follow Claude Code's manifest; a field of another type than it asks for is
/// understood where its meaning is plain, and reported.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The file.
    pub file: PathBuf,
    /// The name, checked by [`check_name`](crate::check_name).
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// What is only shown to people.
    pub about: About,
    /// `defaultEnabled`: whether the plugin is on where nobody said anything; absent means on
    /// [N-PLUG-04].
    pub default_enabled: Option<bool>,
    /// The plugins that it needs.
    pub dependencies: Vec<Dependency>,
    /// What the person may set.
    pub user_config: Vec<UserOption>,
    /// `channels`, entries that could be read.
    pub channels: Vec<Value>,
    /// `settings` in the manifest; a `settings.json` in the plugin's folder wins over it.
    pub settings: Option<Value>,
    /// What it says about each kind of component.
    pub components: Vec<Declared>,
}

impl Manifest {
    /// What the manifest says about a kind; `None` where it says nothing.
    pub fn declared(&self, kind: ComponentKind) -> Option<&Declared> {
        self.components.iter().find(|it| it.kind == kind)
    }
}
