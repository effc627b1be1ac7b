//! The JSON about plugins, the contract that scripts rely on.

use hooks_core::{Asking, DialectId, HookFile, Layer, LoadRequest, NoLastTexts, TrustState, load};
use plugins::{Activity, HookPower, Origin, Part, Plugin, Scope, Settled, Source, WhyOff};
use serde::Serialize;
use stdx::{Loaded, Problem};

use crate::context::Context;
use crate::render;
use crate::wire::plugins::PluginSet;
use crate::wire::plugins::hooks::dialect_of;
use crate::wire::trust_store::TrustStore;

/// Every plugin that is found here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct PluginsReport {
    /// The plugins, the narrowest place first.
    pub(crate) plugins: Vec<PluginReport>,
    /// What was wrong with the search and the switches; a plugin's own problems stand with it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    pub(crate) problems: Vec<Problem>,
}

/// One plugin.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct PluginReport {
    /// Its name.
    pub(crate) name: String,
    /// The marketplace from which it was installed.
    pub(crate) marketplace: Option<String>,
    /// Its version, as it says itself.
    pub(crate) version: Option<String>,
    /// What it is for, as it says itself.
    pub(crate) description: Option<String>,
    /// Its folder.
    pub(crate) dir: String,
    /// Whose place it stands in.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::PluginSource"))]
    pub(crate) source: &'static str,
    /// Whether it is switched on.
    pub(crate) enabled: bool,
    /// Who switched it off.
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<crate::schemas::PluginOff>")
    )]
    pub(crate) off: Option<&'static str>,
    /// The folder of the plugin that has its name and is active in its stead.
    pub(crate) shadowed_by: Option<String>,
    /// What its hooks may do.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::PluginPower"))]
    pub(crate) power: &'static str,
    /// Whose rules its hooks follow.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    pub(crate) dialect: DialectId,
    /// Whether its hooks may run.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Trust"))]
    pub(crate) trust: TrustState,
    /// Its skills, by their full names.
    pub(crate) skills: Vec<String>,
    /// Its agents, by their full names.
    pub(crate) agents: Vec<String>,
    /// Its slash commands, by their full names.
    pub(crate) commands: Vec<String>,
    /// Its workflows, by their full names.
    pub(crate) workflows: Vec<String>,
    /// How many hooks it has.
    pub(crate) hooks: usize,
    /// What is wrong with it.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    pub(crate) problems: Vec<Problem>,
}

/// The plugins and what is needed to tell about them.
#[derive(Debug)]
pub(super) struct Reporter<'a> {
    pub(super) context: &'a Context,
    pub(super) set: PluginSet,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(context: &'a Context) -> Reporter<'a> {
        let set = PluginSet::read(context);
        Reporter { context, set }
    }

    pub(super) fn report(&self) -> PluginsReport {
        let found = self.set.found.iter();
        PluginsReport {
            plugins: found
                .map(|(it, settled)| self.plugin(it, settled))
                .collect(),
            problems: self.set.problems.clone(),
        }
    }

    /// One plugin with all that is known of it.
    pub(super) fn plugin(&self, plugin: &Plugin, settled: &Settled) -> PluginReport {
        let hooks = self.hooks(plugin, Asking::Waived);
        let (off, shadowed_by) = match &settled.activity {
            Activity::Active { .. } => (None, None),
            Activity::Off(why) => (Some(word_of_off(*why)), None),
            Activity::Shadowed { by } => (None, Some(render::path_text(by))),
        };
        let names = |parts: &[Part]| parts.iter().map(|it| plugin.full_name(&it.name)).collect();
        let commands = plugin.parts.commands.iter();
        PluginReport {
            name: plugin.name().to_owned(),
            marketplace: marketplace(plugin),
            version: plugin.manifest.about.version.clone(),
            description: plugin.manifest.about.description.clone(),
            dir: render::path_text(&plugin.dir),
            source: word_of_source(plugin.place.source),
            enabled: off.is_none(),
            off,
            shadowed_by,
            power: word_of_power(plugin.hook_power()),
            dialect: dialect_of(plugin),
            trust: self.trust(plugin),
            skills: names(&plugin.parts.skills),
            agents: names(&plugin.parts.agents),
            commands: commands.map(|it| plugin.full_name(&it.name)).collect(),
            workflows: names(&plugin.parts.workflows),
            hooks: hooks.value.iter().map(|it| it.handlers.len()).sum(),
            problems: all_problems(plugin, &hooks),
        }
    }

    /// The hooks of one plugin by itself, on or off.
    pub(super) fn hooks(&self, plugin: &Plugin, asking: Asking) -> Loaded<Vec<Layer>> {
        hooks(
            self.context,
            self.set.hook_files(self.context, plugin),
            asking,
        )
    }

    /// What a person decided about its hook files; the worst of them counts.
    fn trust(&self, plugin: &Plugin) -> TrustState {
        let layers = self.hooks(plugin, Asking::Needed).value;
        let held_back = layers.iter().find(|it| !it.trust.runs());
        let found = held_back.or(layers.first()).map(|it| it.trust);
        // Without a hook there is nothing to decide.
        found.unwrap_or(TrustState::NotNeeded)
    }
}

/// The hooks of these files and of no other.
pub(super) fn hooks(
    context: &Context,
    plugins: Vec<HookFile>,
    asking: Asking,
) -> Loaded<Vec<Layer>> {
    let trust = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    let mut loaded = load(&LoadRequest {
        places: Vec::new(),
        plugins,
        managed: Vec::new(),
        roots: &context.roots,
        dialects: &context.world.dialects,
        trust: &trust,
        asking,
        last: &NoLastTexts,
        files: &context.files,
    });
    // What else the project holds is no matter of a plugin.
    loaded.problems.clear();
    loaded
}

/// The problems of a plugin and those of its hook files.
pub(super) fn all_problems(plugin: &Plugin, hooks: &Loaded<Vec<Layer>>) -> Vec<Problem> {
    let layers = hooks.value.iter().flat_map(|it| &it.problems);
    plugin.problems.iter().chain(layers).cloned().collect()
}

fn marketplace(plugin: &Plugin) -> Option<String> {
    match &plugin.origin {
        Origin::Folder => None,
        Origin::Installed { marketplace, .. } => Some(marketplace.clone()),
    }
}

/// The word for what hooks may do.
pub(crate) fn word_of_power(power: HookPower) -> &'static str {
    match power {
        HookPower::Observer => "observer",
        HookPower::Full(_) => "full",
    }
}

/// The word for whose place it is.
pub(crate) fn word_of_source(source: Source) -> &'static str {
    match source {
        Source::Project => "project",
        Source::Repository => "repository",
        Source::Personal => "personal",
    }
}

/// The word for who switched a plugin off.
pub(crate) fn word_of_off(why: WhyOff) -> &'static str {
    match why {
        WhyOff::Managed => "managed",
        WhyOff::All => "all",
        WhyOff::Disabled => "disabled",
        WhyOff::Claude(Scope::Managed) => "managed",
        WhyOff::Claude(Scope::Local) => "claude-local",
        WhyOff::Claude(Scope::Project) => "claude-project",
        WhyOff::Claude(Scope::User) => "claude-user",
        WhyOff::NotByDefault => "not-by-default",
        WhyOff::NotEnabled => "not-enabled",
    }
}
