//! Custom agents as an agent asks them.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents_md::{AgentSource, CustomAgent, ModelMeaning, Role, Standing as InForce, helper_tools};
use hooks_core::{DialectId, Dialects, Source, TrustState};
use missions::{AgentRole, AgentShelf, Model};
use stdx::PortError;
use stdx::text::cut_chars;

use super::hooks::SessionHooks;
use crate::wire::agents::AgentSet;
use crate::wire::header_hooks::{HeaderPlace, layer_of_header};

/// Characters of the list of agents in the system prompt.
const LISTING: usize = 8_000;
/// Characters of one description in it.
const DESCRIPTION: usize = 500;

/// The models of the roles, and those that agents from Claude's places may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoleModels {
    /// `models.explore` of the settings.
    pub(crate) explore: Option<Arc<dyn Model>>,
    /// `models.delegate` of the settings.
    pub(crate) delegate: Option<Arc<dyn Model>>,
    /// Models by the name that an agent's file gives, where one could be made of it.
    pub(crate) named: BTreeMap<String, Arc<dyn Model>>,
}

/// The custom agents of a mission.
#[derive(Debug)]
pub(crate) struct MissionAgents {
    set: AgentSet,
    models: RoleModels,
    dialects: Dialects,
    hooks: Arc<SessionHooks>,
    trusted: TrustState,
}

impl MissionAgents {
    /// These agents. `trusted` is what the hooks of those stand on which came with the repository.
    pub(crate) fn new(
        (set, trusted): (AgentSet, TrustState),
        models: RoleModels,
        (hooks, dialects): (Arc<SessionHooks>, Dialects),
    ) -> MissionAgents {
        MissionAgents {
            set,
            models,
            dialects,
            hooks,
            trusted,
        }
    }

    /// The model comes from the role; only a file from a place of Claude's may name another
    /// [N-AGENT-03, N-AGENT-04, A-49].
    fn model(&self, agent: &CustomAgent) -> Option<Arc<dyn Model>> {
        let named = agent.model.as_ref();
        let named = named.filter(|it| it.meaning == ModelMeaning::Honoured);
        let own = named.and_then(|it| self.models.named.get(&it.name));
        let of_role = match agent.role {
            Role::Explore => &self.models.explore,
            Role::Delegate => &self.models.delegate,
        };
        own.or(of_role.as_ref()).cloned()
    }

    fn join_hooks(&self, agent: &CustomAgent) {
        let Some(node) = &agent.settings.hooks else {
            return;
        };
        let place = HeaderPlace {
            file: &agent.file,
            source: Source::Agent,
            trust: match agent.place.source {
                AgentSource::Personal | AgentSource::Project => TrustState::NotNeeded,
                _ => self.trusted,
            },
        };
        let dialect = self.dialects.get(DialectId::ClaudeCode);
        let layer = layer_of_header(node, place, &dialect);
        self.hooks.of_agent(&agent.id, as_helper(layer));
    }
}

/// A `Stop` hook of an agent is one of its end as a helper.
fn as_helper(mut layer: hooks_core::Layer) -> hooks_core::Layer {
    for handler in &mut layer.handlers {
        if handler.event == hooks_core::EventName::Stop {
            handler.event = hooks_core::EventName::SubagentStop;
        }
    }
    layer
}

impl AgentShelf for MissionAgents {
    fn listing(&self) -> String {
        let mut res = String::new();
        for entry in self
            .set
            .entries()
            .filter(|it| it.standing == InForce::Active)
        {
            let agent = &entry.agent;
            let words: Vec<&str> = agent.description.split_whitespace().collect();
            let description = words.join(" ");
            let description =
                stdx::text::printable(cut_chars(&description, DESCRIPTION).0).into_owned();
            let line = format!("- {}: {description}\n", agent.id);
            if res.len() + line.len() > LISTING {
                res.push_str("- and others\n");
                break;
            }
            res.push_str(&line);
        }
        res
    }

    fn get(&self, name: &str) -> Result<AgentRole, PortError> {
        let found = self.set.get(name);
        let agent = found.map_err(|it| {
            let hint = it.hint().map(|it| format!("; {it}")).unwrap_or_default();
            PortError::new(format!("{it}{hint}"))
        })?;
        self.join_hooks(agent);
        let tools = helper_tools(agent).into_iter();
        Ok(AgentRole {
            name: agent.id.clone(),
            instructions: agent.instructions.clone(),
            tools: tools
                .filter_map(|it| it.our_name().map(str::to_owned))
                .collect(),
            model: self.model(agent),
        })
    }
}
