//! The command line: what can be typed.
//!
//! `hooks run` stands in front of every tool call of an agent, so it is read by a few lines of its own
//! ([`hot`]) which leave before clap's whole tree is built. Whatever they do not understand goes
//! to clap, which also speaks all messages about wrong usage.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::agents::AgentsCommand;
use crate::commands::check::CheckOptions;
use crate::commands::demo::DemoOptions;
use crate::commands::hooks::HooksCommand;
use crate::commands::missions::MissionsCommand;
use crate::commands::plugins::PluginsCommand;
use crate::commands::run::options::RunOptions;
use crate::commands::sessions::SessionsCommand;
use crate::commands::skills::SkillsCommand;
use crate::commands::why::WhyOptions;

pub(crate) mod hot;
#[cfg(test)]
mod tests;

/// The automation layer around coding agents: hooks that always run, tested before they are trusted.
#[derive(Debug, Parser)]
#[command(
    name = "tackle",
    version,
    propagate_version = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What `tackle` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists, fires, checks and trusts hooks.
    #[command(subcommand)]
    Hooks(HooksCommand),
    /// Lists, shows, checks and renders skills.
    #[command(subcommand)]
    Skills(SkillsCommand),
    /// Lists, checks and adds custom agents.
    #[command(subcommand)]
    Agents(AgentsCommand),
    /// Finds mistakes in every file below the paths that is known here.
    Check(CheckOptions),
    /// Lists, checks and switches plugins.
    #[command(subcommand)]
    Plugins(PluginsCommand),
    /// Does a piece of work with an agent, inside your hooks and rules.
    Run(RunOptions),
    /// Lists, shows and cancels missions.
    #[command(subcommand)]
    Missions(MissionsCommand),
    /// Lists, shows, makes and deletes sessions, and leaves texts in them.
    #[command(subcommand)]
    Sessions(SessionsCommand),
    /// Tells what started a mission, who allowed what, which hooks spoke, and how it ended.
    Why(WhyOptions),
    /// Shows what works now and what ended last, in all projects.
    Dashboard,
    /// Shows a mission inside hooks of three products, in a throw-away project and without a model.
    Demo(DemoOptions),
    /// Prints the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Under which the options of every command stand, behind those of the command itself.
const HEADING: &str = "Everywhere";

/// The options that every command has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct Globals {
    /// The folder of our own files [default: $TACKLE_HOME, else ~/.tackle].
    #[arg(long, global = true, help_heading = HEADING, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// The project [default: the repository above the current folder].
    #[arg(long, global = true, help_heading = HEADING, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long, global = true, help_heading = HEADING)]
    pub(crate) json: bool,
    /// When to colour.
    #[arg(long, global = true, help_heading = HEADING, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Says more.
    #[arg(short, long, global = true, help_heading = HEADING, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Says less.
    #[arg(short, long, global = true, help_heading = HEADING)]
    pub(crate) quiet: bool,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
