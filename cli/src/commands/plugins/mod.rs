//! `tackle plugins`: what plugins there are, what they bring, and which are on [N-PLUG-01..17].

use std::path::PathBuf;

use clap::{Args, Subcommand};
use plugins::OnOff;

use crate::context::Context;
use crate::error::CommandError;

pub(crate) mod check;
mod human;
mod list;
mod marketplace;
pub(crate) mod report;
pub(crate) mod show;
pub(crate) mod switch;

/// What can be done with plugins.
#[derive(Debug, Subcommand)]
pub(crate) enum PluginsCommand {
    /// Shows every plugin, whether it is on, and what it brings.
    List,
    /// Shows all about one plugin.
    Show(PluginName),
    /// Finds mistakes in plugins and marketplaces.
    Check(CheckOptions),
    /// Switches one plugin on.
    Enable(PluginName),
    /// Switches one plugin off: its skills, its agents and its hooks.
    Disable(PluginName),
    /// Switches all plugins off.
    Off,
    /// Lets plugins be on again.
    On,
}

/// Which plugin is meant.
#[derive(Debug, Args)]
pub(crate) struct PluginName {
    /// Its name, or `name@marketplace` for one that was installed.
    pub(crate) name: String,
}

/// What is checked.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Folders of plugins or marketplaces; without one, every plugin that is found here.
    #[arg(value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
}

/// Runs a command about plugins.
pub(crate) fn dispatch(context: &mut Context, command: PluginsCommand) -> Result<u8, CommandError> {
    match command {
        PluginsCommand::List => list::run(context),
        PluginsCommand::Show(named) => show::run(context, &named.name),
        PluginsCommand::Check(options) => check::run(context, &options.dirs),
        PluginsCommand::Enable(named) => switch::one(context, &named.name, OnOff::On),
        PluginsCommand::Disable(named) => switch::one(context, &named.name, OnOff::Off),
        PluginsCommand::Off => switch::all(context, OnOff::Off),
        PluginsCommand::On => switch::all(context, OnOff::On),
    }
}
