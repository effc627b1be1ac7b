//! Which custom agents there are, over `agents-md` and `plugins`.

use agents_md::{
    AgentEntry, AgentError, AgentPlace, AgentRegistry, AgentSource, CustomAgent, Product, Roots,
    default_places, read_agent,
};
use hooks_core::DialectId;
use plugins::{Part, Plugin};
use stdx::fs::Limit;
use stdx::{Loaded, Problem};

use crate::context::Context;
use crate::wire::plugins::PluginSet;

/// The largest file of an agent that is read.
const LIMIT: Limit = Limit::mebibytes(1);

/// The agents of all places, those of plugins after them: their names have a colon, so neither
/// shadows the other.
#[derive(Debug, Default)]
pub(crate) struct AgentSet {
    own: AgentRegistry,
    of_plugins: AgentRegistry,
}

impl AgentSet {
    /// Reads every place and every active plugin.
    pub(crate) fn read(context: &Context) -> Loaded<AgentSet> {
        let mut problems = Vec::new();
        let own = AgentRegistry::load(&places(context)).drain_into(&mut problems);
        let plugins = PluginSet::read(context);
        // Two plugins of one name, say: agents of one of them are missing.
        problems.extend(plugins.problems.iter().cloned());
        let mut agents = Vec::new();
        for (plugin, _) in plugins.active() {
            agents.extend(agents_of(plugin).drain_into(&mut problems));
        }
        let of_plugins = AgentRegistry::of(agents).drain_into(&mut problems);
        let value = AgentSet { own, of_plugins };
        Loaded { value, problems }
    }

    /// Every agent, shadowed ones too, the winning places first.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &AgentEntry> {
        let own = self.own.entries().iter();
        own.chain(self.of_plugins.entries())
    }

    /// The agent that is called by `name`.
    pub(crate) fn get(&self, name: &str) -> Result<&CustomAgent, AgentError> {
        match name.contains(':') {
            true => self.of_plugins.get(name),
            false => self.own.get(name),
        }
    }
}

/// The places of agents, the winning one first, those that the person moved included.
pub(crate) fn places(context: &Context) -> Vec<AgentPlace> {
    let mut places = default_places(&Roots {
        tackle_home: context.roots.home.clone(),
        home: context.roots.user.clone(),
        repository: Some(context.roots.repository.clone()),
        private: Some(context.roots.private()),
        current: context.world.cwd.canonicalize().ok(),
    });
    for place in places
        .iter_mut()
        .filter(|it| it.source == AgentSource::Personal)
    {
        let dialect = match place.product {
            Product::Ours => DialectId::Tackle,
            Product::Nemocode => DialectId::Nemocode,
            Product::ClaudeCode => DialectId::ClaudeCode,
        };
        if let Some(dir) = context.settings.moved(dialect, "agents") {
            place.dir = dir.to_owned();
        }
    }
    places
}

/// The agents of a plugin, by the files which the plugin names.
pub(crate) fn agents_of(plugin: &Plugin) -> Loaded<Vec<CustomAgent>> {
    let mut problems = Vec::new();
    let parts = plugin.parts.agents.iter();
    let value = parts
        .filter_map(|it| read_part(plugin, it).drain_into(&mut problems))
        .collect();
    Loaded { value, problems }
}

fn read_part(plugin: &Plugin, part: &Part) -> Loaded<Option<CustomAgent>> {
    match stdx::fs::read(&part.real, LIMIT) {
        Ok(bytes) => read_agent(&part.path, &place_of_part(plugin, part), &bytes),
        Err(error) => {
            let problem = Problem::error("agents/file-unreadable", error.with_cause());
            Loaded::from(None).with(problem.in_file(&part.path))
        }
    }
}

/// The folder from which the agent's name is counted: each colon of the name is a folder below it.
pub(crate) fn place_of_part(plugin: &Plugin, part: &Part) -> AgentPlace {
    let n_folders = part.name.matches(':').count();
    let dir = part.path.ancestors().nth(n_folders + 1);
    let dir = dir.unwrap_or(&plugin.root);
    AgentPlace::of_plugin(plugin.name(), &plugin.root, dir)
}
