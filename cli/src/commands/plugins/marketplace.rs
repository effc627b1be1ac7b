//! Marketplaces: listed and checked, never fetched.

use std::path::{Path, PathBuf};

use plugins::{Entry, PluginSource, Presence, open_marketplace};
use serde::Serialize;

use super::check::CheckReport;
use crate::context::Context;
use crate::error::CommandError;
use crate::render::{self, Style, Table, painted};

/// A list of plugins that could be had.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct MarketplaceReport {
    /// Its name.
    name: String,
    /// Its folder.
    dir: String,
    /// Its plugins, in the order of the file.
    entries: Vec<EntryReport>,
}

/// A plugin of a marketplace.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct EntryReport {
    /// Its name there.
    name: String,
    /// `local` for a folder of this marketplace, `remote` for what would have to be fetched, `file` for
    /// a single file, which is no plugin; null where the source was not understood.
    kind: Option<&'static str>,
    /// Where it is to be had: a path in the marketplace, or `kind:target` for what would have to be
    /// fetched; null where that was not understood.
    source: Option<String>,
    /// Whether that is a form that is understood.
    loadable: bool,
    /// Its folder, where it is in this one and there.
    dir: Option<String>,
}

/// Checks the marketplace in a folder. Returns the folders of its plugins that have a manifest of
/// their own.
pub(super) fn check(root: &Path, report: &mut CheckReport) -> Vec<PathBuf> {
    let opened = open_marketplace(root).drain_into(&mut report.problems);
    let Some(marketplace) = opened else {
        return Vec::new();
    };
    let mut plugins = Vec::new();
    let mut entries = Vec::new();
    for entry in &marketplace.entries {
        let found = marketplace
            .folder(root, entry)
            .drain_into(&mut report.problems);
        entries.push(EntryReport {
            name: entry.name.clone(),
            kind: kind_of(&entry.source),
            source: shown_source(entry),
            loadable: entry.is_loadable(),
            dir: found.as_ref().map(|(dir, _)| render::path_text(dir)),
        });
        let has_manifest = |it: &(PathBuf, Presence)| it.1 == Presence::There;
        // The root itself is checked as what it is.
        let inside = found.filter(has_manifest).map(|(dir, _)| dir);
        plugins.extend(inside.filter(|it| it != root && !plugins.contains(it)));
    }
    report.marketplaces.push(MarketplaceReport {
        name: marketplace.name.clone(),
        dir: render::path_text(root),
        entries,
    });
    plugins
}

fn kind_of(source: &PluginSource) -> Option<&'static str> {
    match source {
        PluginSource::Local(_) => Some("local"),
        PluginSource::Remote(_) => Some("remote"),
        PluginSource::SingleFile(_) => Some("file"),
        PluginSource::Unreadable => None,
    }
}

/// A path as it is below the marketplace; of what is elsewhere the kind and the target.
fn shown_source(entry: &Entry) -> Option<String> {
    match &entry.source {
        PluginSource::Local(path) | PluginSource::SingleFile(path) => {
            Some(format!("./{}", path.to_string_lossy()))
        }
        PluginSource::Remote(remote) => Some(format!("{}:{}", remote.kind, remote.target)),
        PluginSource::Unreadable => None,
    }
}

/// Prints what the marketplaces hold.
pub(super) fn print(context: &mut Context, all: &[MarketplaceReport]) -> Result<(), CommandError> {
    let paint = context.paint;
    for marketplace in all {
        let name = render::flat(&marketplace.name);
        let head = painted(paint, Style::Strong, &name);
        writeln!(context.world.stdout, "marketplace {head}")?;
        let mut table = Table::default().indented(2);
        for entry in &marketplace.entries {
            let (style, state) = match (entry.kind, &entry.dir) {
                (Some("local"), Some(_)) => (Style::Good, "here"),
                (Some("local"), None) => (Style::Bad, "missing"),
                (Some("remote"), _) => (Style::Faint, "elsewhere"),
                _ => (Style::Bad, "not loadable"),
            };
            table.row([
                (Style::Plain, entry.name.clone()),
                (style, state.to_owned()),
                (Style::Faint, entry.source.clone().unwrap_or_default()),
            ]);
        }
        table.print(&mut context.world.stdout, paint)?;
    }
    Ok(())
}
