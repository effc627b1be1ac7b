//! A run within a run: a helper, a skill of its own, what a hook starts.

use std::sync::Arc;

use stdx::Pending;

use crate::deps::Deps;
use crate::fact::Fact;
use crate::ids::unique;
use crate::ports::{AgentRole, Helper, Scene, Shown};
use crate::tool::Tool;
use crate::toolbox::Toolbox;

use super::{Repeated, Run, TurnEnd, special};

/// A run within a run.
#[derive(Clone, Debug)]
pub struct SubRun {
    /// The agent that it is; `None` for a general one.
    pub role: Option<AgentRole>,
    /// What it may do.
    pub power: Power,
    /// What it is asked. Nothing of the conversation goes with it.
    pub prompt: String,
    /// Where it happens: the scene of the run that starts it. Its trail says whether a hook did.
    pub scene: Scene,
}

/// What a run within a run may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Power {
    /// It reads, finds and searches, and nothing else, whatever its `tools` line says [N-AGENT-09..13].
    Looks,
    /// It has the agent's own tools, each call through the same gate.
    Acts,
}

const GENERAL: &str = "You are a researcher. Answer the question from what the project's files show. \
                       Name files and lines. You cannot change anything.";
const FORKED: &str =
    "You carry out one task in a project, alone. When it is done, say what came of it.";

/// Runs it to its end. Hooks hear of a helper; of a run that a hook started they hear only its tool
/// calls.
pub fn sub_run<'a>(deps: &'a Deps, sub: SubRun) -> Pending<'a, TurnEnd> {
    Box::pin(async move {
        let inside_hook = !sub.scene.trail.is_empty();
        let mut run = run_of(deps, &sub);
        if inside_hook {
            return run.turn(sub.prompt).await;
        }
        helper(&mut run, sub.prompt).await
    })
}

async fn helper(run: &mut Run, prompt: String) -> TurnEnd {
    // A task has no vote on being made; what hooks add goes to the helper.
    let created = run.fire(Fact::TaskCreated { prompt: &prompt }).await;
    let started = run.fire(Fact::HelperStart).await;
    show(
        run,
        Shown::Helper {
            begun: true,
            text: &prompt,
        },
    );
    let contexts = created.contexts.into_iter().chain(started.contexts);
    let mut instruction = contexts.fold(prompt, |text, it| format!("{text}\n\n{it}"));
    let mut continuations = 0;
    let end = loop {
        let end = run.turn(instruction).await;
        let TurnEnd::Finished(text) = &end else {
            break end;
        };
        let stop = Fact::Stop {
            last_message: text,
            continuations,
        };
        let says = run.fire(stop).await;
        match says.keep_going {
            Some(reason) => instruction = reason,
            None => break end,
        }
        continuations += 1;
    };
    let text = match &end {
        TurnEnd::Finished(text) => text.as_str(),
        _ => "",
    };
    let _ = run.fire(Fact::TaskCompleted { summary: text }).await;
    show(run, Shown::Helper { begun: false, text });
    end
}

fn show(run: &Run, shown: Shown<'_>) {
    run.deps.view.show(shown, &run.scene);
}

fn run_of(deps: &Deps, sub: &SubRun) -> Run {
    let role = sub.role.clone().unwrap_or_default();
    let name = match role.name.is_empty() {
        true => "general".to_owned(),
        false => role.name.clone(),
    };
    let scene = Scene {
        helper: Some(Helper {
            id: unique("h-", deps.clock.now()),
            agent: name,
        }),
        cancel: sub.scene.cancel.child(),
        ..sub.scene.clone()
    };
    let model = role.model.clone();
    Run {
        model: model.unwrap_or_else(|| default_model(deps, &sub.power)),
        system: system(&role, &sub.power),
        tools: toolbox(deps, sub, &role),
        deps: deps.clone(),
        scene,
        messages: Vec::new(),
        n_results: 0,
        steps: deps.limits.helper_steps,
        repeated: Repeated::default(),
        n_acts: 0,
    }
}

fn default_model(deps: &Deps, power: &Power) -> Arc<dyn crate::Model> {
    match power {
        Power::Looks => Arc::clone(&deps.models.explore),
        Power::Acts => Arc::clone(&deps.models.main),
    }
}

fn system(role: &AgentRole, power: &Power) -> String {
    let own = match power {
        Power::Looks => GENERAL,
        Power::Acts => FORKED,
    };
    match role.instructions.is_empty() {
        true => own.to_owned(),
        false => format!("{own}\n\n{}", role.instructions),
    }
}

fn toolbox(deps: &Deps, sub: &SubRun, role: &AgentRole) -> Toolbox {
    let named = |list: &[String], tool: &Arc<dyn Tool>| list.contains(&tool.spec().name);
    match &sub.power {
        Power::Looks => {
            let tools = deps.looking.iter();
            // A named agent has exactly what its file leaves it, which may be nothing at all.
            let kept = tools.filter(|it| sub.role.is_none() || named(&role.tools, it));
            Toolbox::new(&kept.cloned().collect::<Vec<_>>(), Vec::new())
        }
        Power::Acts => Toolbox::new(&deps.tools, Vec::new()),
    }
}

impl Run {
    /// The agent's own run: all tools, and the conversation as it was left.
    pub(crate) fn main(deps: Deps, scene: Scene, opening: Opening) -> Run {
        Run {
            model: Arc::clone(&deps.models.main),
            tools: Toolbox::new(&deps.tools, special::specs()),
            steps: deps.limits.steps,
            system: opening.system,
            messages: opening.messages,
            n_results: opening.n_results,
            deps,
            scene,
            repeated: Repeated::default(),
            n_acts: 0,
        }
    }
}

/// What a conversation begins with.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    pub(crate) system: String,
    pub(crate) messages: Vec<crate::Message>,
    pub(crate) n_results: usize,
}
