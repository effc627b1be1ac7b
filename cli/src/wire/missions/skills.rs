//! Skills as an agent opens them.

use std::sync::Arc;

use hooks_core::{DialectId, Dialects, Roots, Source, TrustState};
use missions::{OpenSkill, Scene, SkillPlace, SkillShelf};
use skills::{Budget, Grants, RenderRequest, Run, Skill, listing};
use stdx::{Pending, PortError};

use super::hooks::SessionHooks;
use crate::context::Context;
use crate::wire::header_hooks::{HeaderPlace, layer_of_header};
use crate::wire::injections::{CommandRunner, Leave};
use crate::wire::rules::ProjectRules;
use crate::wire::skills::{SkillSet, Standing};

/// The skills of a mission.
#[derive(Debug)]
pub(crate) struct MissionSkills {
    set: SkillSet,
    roots: Roots,
    dialects: Dialects,
    hooks: Arc<SessionHooks>,
    /// Runs the commands in the text of skills that may.
    given: CommandRunner,
    refused: CommandRunner,
}

/// Whether a skill is asked for by the model or by somebody who may name any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The model: only what it may invoke.
    Model,
    /// A hook, or the person.
    Anyone,
}

impl MissionSkills {
    /// The skills of the project, whose hooks join these.
    pub(crate) fn new(
        context: &Context,
        hooks: Arc<SessionHooks>,
        rules: (ProjectRules, ProjectRules),
    ) -> MissionSkills {
        let untrusted = "the skill came with the project, which is not trusted".to_owned();
        MissionSkills {
            set: SkillSet::read(context),
            roots: context.roots.clone(),
            dialects: context.world.dialects.clone(),
            hooks,
            given: CommandRunner::new(context, Leave::Given, rules.0),
            refused: CommandRunner::new(context, Leave::Refused(untrusted), rules.1),
        }
    }

    /// The registry's names.
    pub(crate) fn names(&self) -> Vec<String> {
        self.set.registry.names()
    }

    /// Whether there is a skill of this name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.set.registry.get(name).is_ok()
    }

    /// Renders a skill and lets its hooks join.
    pub(crate) async fn opened(
        &self,
        (name, by): (&str, By),
        args: &str,
        scene: &Scene,
    ) -> Result<OpenSkill, PortError> {
        let found = self.set.registry.get(name);
        let skill = found.map_err(|it| PortError::new(with_hint(&it.to_string(), it.hint())))?;
        if by == By::Model && !skill.invocable.by_model() {
            let text = format!("the skill `{name}` is for the user to invoke, not for you");
            return Err(PortError::new(text));
        }
        let standing = self.set.standing(&self.roots, skill);
        let (grants, runner) = match standing {
            Standing::Own | Standing::Trusted => (Grants::Given, &self.given),
            Standing::Untrusted => (Grants::HeldBack, &self.refused),
        };
        let request = RenderRequest {
            arguments: args,
            session_id: Some(&scene.session),
            project_dir: Some(&scene.project),
            plugin: self.set.plugin_values(skill),
            grants,
            ..RenderRequest::default()
        };
        let rendered = skills::render(skill, &request, runner).await;
        let rendered = rendered.map_err(|it| PortError::new(it.to_string()))?;
        self.join_hooks(skill, standing);
        Ok(OpenSkill {
            prompt: rendered.prompt,
            place: place(skill),
            granted: rendered.allowed_tools,
        })
    }

    fn join_hooks(&self, skill: &Skill, standing: Standing) {
        let Some(field) = skill.hooks() else { return };
        let place = HeaderPlace {
            file: &skill.file,
            source: Source::Skill,
            trust: trust(standing),
        };
        let dialect = self.dialects.get(DialectId::ClaudeCode);
        self.hooks
            .join(layer_of_header(&field.value, place, &dialect));
    }
}

/// Hooks that came with the repository wait for trust.
pub(super) fn trust(standing: Standing) -> TrustState {
    match standing {
        Standing::Own | Standing::Trusted => TrustState::NotNeeded,
        Standing::Untrusted => TrustState::Undecided,
    }
}

fn place(skill: &Skill) -> SkillPlace {
    match skill.run {
        Run::Inline => SkillPlace::Inline,
        Run::Fork(_) => SkillPlace::Fork {
            agent: skill.agent.as_ref().map(|it| it.value.clone()),
        },
    }
}

fn with_hint(text: &str, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{text}; {hint}"),
        None => text.to_owned(),
    }
}

impl SkillShelf for MissionSkills {
    fn listing(&self) -> String {
        let lines = listing(&self.set.registry, &Budget::default());
        let lines = lines.iter().map(|it| match it.description.is_empty() {
            true => format!("- {}", it.name),
            false => format!("- {}: {}", it.name, it.description),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn open<'a>(
        &'a self,
        name: &'a str,
        args: &'a str,
        scene: &'a Scene,
    ) -> Pending<'a, Result<OpenSkill, PortError>> {
        Box::pin(self.opened((name, By::Model), args, scene))
    }
}
