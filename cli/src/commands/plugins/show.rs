//! `tackle plugins show`.

use hooks_core::{Asking, Handler};
use plugins::{Plugin, RawPart, Settled};
use serde::Serialize;

use super::human;
use super::report::{PluginReport, Reporter};
use crate::commands::check::not_loaded::hint_if_not_loaded;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::plugins::PluginSet;

/// All about one plugin.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ShowReport {
    /// What the list says of it.
    #[serde(flatten)]
    pub(crate) plugin: PluginReport,
    /// Its folder, links resolved: what `CLAUDE_PLUGIN_ROOT` says.
    pub(crate) root: String,
    /// Its folder for data: what `CLAUDE_PLUGIN_DATA` says.
    pub(crate) data_dir: String,
    /// Its hook files.
    pub(crate) hook_files: Vec<String>,
    /// What its hooks run.
    pub(crate) hook_commands: Vec<HookLine>,
    /// The plugins that it needs.
    pub(crate) dependencies: Vec<String>,
    /// What can be set for it, and no values: they may be secrets.
    pub(crate) options: Vec<OptionReport>,
}

/// One hook of a plugin.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct HookLine {
    /// The event, as the file spells it.
    pub(crate) event: String,
    /// The matcher, as the file spells it.
    pub(crate) matcher: Option<String>,
    /// What a person recognises it by.
    pub(crate) command: String,
}

/// Something that can be set for a plugin.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct OptionReport {
    /// Its key.
    pub(crate) key: String,
    /// What it is for.
    pub(crate) description: String,
    /// Whether it is a secret.
    pub(crate) sensitive: bool,
    /// Whether it has a value.
    pub(crate) set: bool,
}

/// Runs the command.
pub(super) fn run(context: &mut Context, name: &str) -> Result<u8, CommandError> {
    let report = {
        let reporter = Reporter::new(context);
        let (plugin, settled) = named((context, &reporter.set), name)?;
        report(&reporter, plugin, settled)
    };
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => human::show(context, &report)?,
    }
    Ok(exit::DONE)
}

/// The plugin of this name: by its identity first, then the active one, then the first.
pub(super) fn named<'a>(
    (context, set): (&Context, &'a PluginSet),
    name: &str,
) -> Result<&'a (Plugin, Settled), CommandError> {
    let by_identity = set.found.iter().find(|(it, _)| it.identity() == name);
    let is_active = |plugin: &Plugin| set.active().any(|(it, _)| it.root == plugin.root);
    let by_name = || set.found.iter().filter(|(it, _)| it.name() == name);
    let active = by_name().find(|(it, _)| is_active(it));
    let found = active.or(by_identity).or_else(|| by_name().next());
    found.ok_or_else(|| unknown((context, set), name))
}

fn unknown((context, set): (&Context, &PluginSet), name: &str) -> CommandError {
    let shown = render::flat(name);
    let error = CommandError::usage(format!("no plugin is called `{shown}`"));
    let words = (name, "tackle plugins check");
    if let Some(hint) = hint_if_not_loaded(context, &set.problems, words) {
        return error.hint(hint);
    }
    let names = set.found.iter().map(|(it, _)| it.name());
    match stdx::text::nearest(name, names) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`tackle plugins list` shows them"),
    }
}

fn report(reporter: &Reporter<'_>, plugin: &Plugin, settled: &Settled) -> ShowReport {
    let context = reporter.context;
    let layers = reporter.hooks(plugin, Asking::Waived).value;
    let data = crate::wire::plugins::roots(context).data_dir(plugin);
    let files = plugin.parts.hooks.iter().filter_map(RawPart::file);
    let set = reporter.set.options.of(plugin);
    let options = plugin.manifest.user_config.iter();
    let dependencies = plugin.manifest.dependencies.iter();
    ShowReport {
        plugin: reporter.plugin(plugin, settled),
        root: render::path_text(&plugin.root),
        data_dir: render::path_text(&data),
        hook_files: files.map(render::path_text).collect(),
        hook_commands: layers
            .iter()
            .flat_map(|it| &it.handlers)
            .map(HookLine::of)
            .collect(),
        dependencies: dependencies.map(|it| it.name.clone()).collect(),
        options: options
            .map(|it| OptionReport {
                key: it.key.clone(),
                description: it.description.clone(),
                sensitive: it.is_sensitive,
                set: set.iter().any(|set| set.key == it.key),
            })
            .collect(),
    }
}

impl HookLine {
    fn of(handler: &Handler) -> HookLine {
        HookLine {
            event: handler.event_word.clone(),
            matcher: handler.matcher.text().map(str::to_owned),
            command: handler.action.summary(),
        }
    }
}
