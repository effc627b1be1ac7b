//! Finds plugins, reads what each says about itself, and lists what it brings.
//!
//! [`Roots`] gives the [`PluginPlace`]s in order, [`find_all`] the [`Plugin`]s in them: a
//! [`Manifest`], the [`PluginParts`] that it brings with the standard layout, and the problems.
//! [`settle`] then says which are active, from our own [`Switches`], Claude Code's
//! [`EnabledPlugins`] and what a person trusts. A plugin's place decides what its hooks may do:
//! [`HookPower`]. A [`Marketplace`] lists plugins that could be had.
//!
//! Yields paths and raw documents and knows nothing of what is in them: skills, agents and hooks
//! are read by their own crates. Fetches nothing, runs nothing, writes nothing; [`changed`] returns
//! the new text of a settings file and the caller writes it.
//!
//! # Example
//!
//! ```
//! use plugins::{ComponentKind, read_manifest};
//!
//! let text = br#"{ "name": "my-tool", "commands": "./extra" }"#;
//! let document = json_tree::Document::parse("plugin.json".as_ref(), text).expect("it is JSON");
//! let loaded = read_manifest(&document);
//! let manifest = loaded.value.expect("it has a name");
//! assert_eq!(plugins::namespaced(&manifest.name, "deploy"), "my-tool:deploy");
//! assert!(manifest.declared(ComponentKind::Commands).is_some());
//! assert!(loaded.problems.is_empty());
//! ```
//!
//! # Limitations
//!
//! Links are resolved when a plugin is read; whoever can write to the plugin's folder can exchange
//! a file for a link afterwards. Of the folder of Claude Code the cache of installed plugins is
//! read, with the highest version of each; its own register of installations, plugins among its
//! skills, synchronised ones and bundles (`.mcpb`) are not. Versions of dependencies are not
//! compared. Quotes in a shell command are followed as far as plain quoting goes: an odd apostrophe
//! in a comment or a here-document before a variable may leave it unexpanded.

mod find;
mod inside;
mod layout;
mod manifest;
mod marketplace;
mod name;
mod place;
mod plugin;
mod report;
mod settle;
mod switches;
mod words;

pub use find::{find, find_all};
pub use layout::{CommandPart, Part, PluginParts, PluginSettings, RawPart};
pub use manifest::{
    About, CommandHeader, CommandText, ComponentKind, Declared, DeclaredCommand, DeclaredEntry,
    DeclaredWhat, Dependency, Join, MANIFEST_PATH, Manifest, OptionKind, Person, UserOption,
    read_manifest,
};
pub use marketplace::{
    Entry, EntryRole, MARKETPLACE_PATH, Marketplace, PluginSource, Presence, RemoteSource,
    Strictness, open_marketplace, personal_marketplaces, read_marketplace,
};
pub use name::{
    NameFault, check_name, mcp_server_name, mcp_tool_name, namespaced, split_namespaced,
};
pub use place::{Arrangement, HookPower, PluginPlace, Product, Roots, Source, TrustNeed};
pub use plugin::{Origin, Plugin, load};
pub use settle::{Activity, Code, Settled, Settling, settle};
pub use switches::{
    EditError, EnabledLayer, EnabledPlugins, OnOff, Said, Scope, Standing, SwitchChange,
    SwitchRules, Switches, WhyOff, changed, read_switches,
};
pub use words::{OptionValue, PluginWords, Secrecy, TextKind};

#[cfg(test)]
mod tests;
