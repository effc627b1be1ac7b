//! Tells the engine what happens in a mission.

use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::{
    Dialects, DispatchCx, Engine, Event, Halt, HeldBack, HookRun, Layer, Outcome, Ports, RunStatus,
    Trail, TrustState, Verdict,
};
use missions::gate::HookVerdict;
use missions::{Fact, HookLine, HookSays, Hooks, Scene};
use serde_json::Value;
use stdx::Pending;

use super::background::Background;
use super::facts::event_of;
use crate::commands::hooks::run::report::run_json;
use crate::wire::run_log::RunLog;

/// The hooks of a session: those of its files, and those that skills and agents bring.
#[derive(Debug)]
pub(crate) struct SessionHooks {
    layers: Mutex<Vec<Layer>>,
    engine: Mutex<Arc<Engine>>,
    of_agents: Mutex<Vec<(String, Arc<Engine>)>>,
    ports: Ports,
    dialects: Dialects,
    background: Background,
    log: RunLog,
    held_back: Mutex<Vec<String>>,
}

impl SessionHooks {
    /// The hooks of these layers.
    pub(crate) fn new(
        layers: Vec<Layer>,
        (ports, dialects): (Ports, Dialects),
        (background, log): (Background, RunLog),
    ) -> SessionHooks {
        let engine = Engine::new(layers.clone(), &dialects, ports.clone());
        SessionHooks {
            layers: Mutex::new(layers),
            engine: Mutex::new(Arc::new(engine)),
            of_agents: Mutex::default(),
            ports,
            dialects,
            background,
            log,
            held_back: Mutex::default(),
        }
    }

    /// A skill's hooks join the session, from its invocation to the session's end. The same file joins
    /// once.
    pub(crate) fn join(&self, layer: Layer) {
        let mut layers = lock(&self.layers);
        if layers
            .iter()
            .any(|it| it.file == layer.file && it.source == layer.source)
        {
            return;
        }
        layers.push(layer);
        let engine = Engine::new(layers.clone(), &self.dialects, self.ports.clone());
        *lock(&self.engine) = Arc::new(engine);
    }

    /// An agent's hooks hold while it works as a helper.
    pub(crate) fn of_agent(&self, agent: &str, layer: Layer) {
        let mut layers = lock(&self.layers).clone();
        layers.push(layer);
        let engine = Engine::new(layers, &self.dialects, self.ports.clone());
        let mut engines = lock(&self.of_agents);
        engines.retain(|it| it.0 != agent);
        engines.push((agent.to_owned(), Arc::new(engine)));
    }

    fn engine(&self, scene: &Scene) -> Arc<Engine> {
        let helper = scene.helper.as_ref().map(|it| it.agent.as_str());
        let engines = lock(&self.of_agents);
        let own = engines.iter().find(|it| Some(it.0.as_str()) == helper);
        own.map_or_else(|| Arc::clone(&lock(&self.engine)), |it| Arc::clone(&it.1))
    }

    async fn says(&self, fact: Fact<'_>, scene: &Scene) -> HookSays {
        let (event, moment) = event_of(&fact, scene);
        let engine = self.engine(scene);
        let cx = DispatchCx {
            cancel: scene.cancel.clone(),
            trail: Trail::from_line(&scene.trail),
        };
        // What happens at an end is not cut short by whatever brought it.
        let is_end = matches!(fact, Fact::Finished { .. } | Fact::SessionEnd(_));
        let cx = match is_end {
            true => self.beyond(cx),
            false => cx,
        };
        let dispatch = engine.dispatch(&event, moment, &cx).await;
        self.background.start(dispatch.background, &event);
        self.log.append(&event, &dispatch.outcome.runs);
        let held_back = self.not_told_yet(&dispatch.outcome);
        let mut says = says(&event, dispatch.outcome);
        says.notes.extend(held_back);
        says
    }

    fn beyond(&self, cx: DispatchCx) -> DispatchCx {
        DispatchCx {
            cancel: self.background.cancel(),
            ..cx
        }
    }

    /// What is held back is told once.
    fn not_told_yet(&self, outcome: &Outcome) -> Vec<String> {
        let mut told = lock(&self.held_back);
        // What the person denied they know of.
        let open = outcome.held_back.iter();
        let open = open.filter(|it| it.why != TrustState::Denied);
        let mut notes: Vec<String> = open.map(held_back).collect();
        notes.retain(|it| !told.contains(it));
        told.extend(notes.iter().cloned());
        notes
    }
}

impl Hooks for SessionHooks {
    fn fire<'a>(&'a self, fact: Fact<'a>, scene: &'a Scene) -> Pending<'a, HookSays> {
        Box::pin(self.says(fact, scene))
    }

    fn overheard(&self) -> Vec<String> {
        self.background.overheard()
    }

    fn close<'a>(&'a self) -> Pending<'a, Vec<HookLine>> {
        Box::pin(async move {
            let ended = self.background.close().await;
            for (event, run) in &ended {
                self.log.append(event, std::slice::from_ref(run));
            }
            ended.iter().map(|(event, run)| line(event, run)).collect()
        })
    }
}

fn held_back(held: &HeldBack) -> String {
    format!(
        "{} of `{}` did not run: {}; `tackle hooks trust allow` lets them",
        crate::render::counted(held.hooks, "hook"),
        held.file.display(),
        held.why.as_str()
    )
}

fn says(event: &Event, outcome: Outcome) -> HookSays {
    HookSays {
        verdict: verdict(outcome.verdict),
        input: outcome.input,
        contexts: outcome.contexts,
        feedback: outcome.feedback,
        notes: outcome.notes,
        keep_going: outcome.keep_going,
        halt: outcome.halt.map(halt),
        output: outcome.output.map(|it| match it {
            Value::String(text) => text,
            other => other.to_string(),
        }),
        runs: outcome.runs.iter().map(|it| line(event, it)).collect(),
    }
}

fn halt(halt: Halt) -> String {
    let by = halt.by;
    halt.reason
        .unwrap_or_else(|| format!("hook `{by}` says so"))
}

fn verdict(verdict: Verdict) -> HookVerdict {
    match verdict {
        Verdict::None => HookVerdict::None,
        Verdict::Allow { .. } => HookVerdict::Allow,
        Verdict::Ask { .. } => HookVerdict::Ask,
        Verdict::Block { by, reason } => HookVerdict::Block { by, reason },
    }
}

fn line(event: &Event, run: &HookRun) -> HookLine {
    HookLine {
        event: event.name.as_str().to_owned(),
        tool: event.tool.as_ref().map(|it| it.spoken.clone()),
        is_loud: !matches!(
            run.status,
            RunStatus::Ok | RunStatus::Skipped | RunStatus::Background | RunStatus::Planned
        ),
        run: run_json(run),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
