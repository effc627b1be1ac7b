//! Runs the hooks of one chain, one after another or all at once.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use stdx::{Pending, join_all};

use crate::chain::Chain;
use crate::dialect::Telling;
use crate::event::Event;
use crate::handler::OnFailure;
use crate::layer::Source;
use crate::merge::Said;
use crate::outcome::{HookRun, RunStatus};
use crate::plan::{Pick, PlannedChain, Turn, replan};
use crate::rules::{AfterBlock, LaterSees, RunsIn, StdinEnd};
use crate::run::{Ran, Run, line};

use super::rewrite::rewritten;
use super::state::State;
use super::{BackgroundRun, Scene};

/// Runs the picks of one chain.
pub(super) struct Teller<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) planned: &'a PlannedChain,
    /// 2 for the second look of managed guards, else 1.
    pub(super) pass: u8,
}

/// An event as the hooks of a chain are told it.
struct Told {
    event: Arc<Event>,
    stdin: Arc<[u8]>,
}

/// Where a chain of hooks that run one after another stands.
struct Progress {
    told: Told,
    picks: Vec<Pick>,
    said: Vec<Said>,
    /// The answer with the rewrite that counts: where hooks see each other's, the latest.
    latest_rewrite: Option<usize>,
    rest: Rest,
}

/// What happens to the rest of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Runs,
    IsSkipped,
}

impl Teller<'_> {
    /// One after another; a later hook sees what its predecessors left, if the dialect says so.
    pub(super) async fn sequential(&self, chain: &Chain, state: &mut State) -> Vec<Said> {
        let mut progress = Progress {
            told: self.tell(state.event.clone()),
            picks: self.planned.picks.clone(),
            said: Vec::new(),
            latest_rewrite: None,
            rest: Rest::Runs,
        };
        for index in 0..progress.picks.len() {
            let pick = progress.picks[index].clone();
            if progress.rest == Rest::IsSkipped {
                state.skip(&pick, "a hook before it refused");
            } else if let Some(ran) = self.take_turn(&pick, &progress.told, state).await {
                state.record(&ran);
                self.go_on(&mut progress, (pick.handler.id.clone(), ran.judged));
                self.look_ahead(chain, &progress.told, &mut progress.picks[index + 1..]);
            }
        }
        progress.said
    }

    /// Takes an answer into account: whether the rest runs, and on which input.
    fn go_on(&self, progress: &mut Progress, said: Said) {
        let blocks = said.1.blocks();
        let input = said.1.input.clone();
        progress.said.push(said);
        if blocks && self.planned.event_rules.after_block == AfterBlock::SkipRest {
            progress.rest = Rest::IsSkipped;
        }
        let Some(input) = input else { return };
        let this = progress.said.len() - 1;
        if let Some(earlier) = progress.latest_rewrite.replace(this) {
            progress.said[earlier].1.input = None;
        }
        if self.planned.dialect.rules.later_sees == LaterSees::Rewritten && !blocks {
            self.rewrite(progress, &input);
        }
    }

    /// Nobody runs on a broken input; the chain's merge refuses the call for it.
    fn rewrite(&self, progress: &mut Progress, input: &Map<String, Value>) {
        match rewritten(self.planned, &progress.told.event, input) {
            Ok(event) => progress.told = self.tell(event),
            Err(_) => progress.rest = Rest::IsSkipped,
        }
    }

    /// Conditions of later hooks are tested on the input that they will see.
    fn look_ahead(&self, chain: &Chain, told: &Told, rest: &mut [Pick]) {
        replan(chain, &told.event, self.scene.plan_cx(), rest);
    }

    /// All at once; the answers are taken in declared order.
    pub(super) async fn parallel(&self, state: &mut State) -> Vec<Said> {
        let told = self.tell(state.event.clone());
        let mut runs = Vec::new();
        let mut others = Vec::new();
        for pick in &self.planned.picks {
            others.push(match &pick.turn {
                Turn::Awaited => {
                    runs.push(Box::pin(self.run(pick, &told).run()) as Pending<'_, Ran>);
                    None
                }
                Turn::Background => Some(self.background(pick, &told, state)),
                Turn::Skipped { why } => Some(skipped(pick, why)),
            });
        }
        let mut ran = join_all(runs).await.into_iter();
        let mut said = Vec::new();
        for (other, pick) in others.into_iter().zip(&self.planned.picks) {
            if let Some(line) = other {
                state.outcome.runs.push(line);
                continue;
            }
            let ran = ran.next().expect("each run that was started has a result");
            state.record(&ran);
            said.push((pick.handler.id.clone(), ran.judged));
        }
        said
    }

    /// One pick of a sequential chain; `None` when it does not run now.
    async fn take_turn(&self, pick: &Pick, told: &Told, state: &mut State) -> Option<Ran> {
        let line = match &pick.turn {
            Turn::Awaited => return Some(self.run(pick, told).run().await),
            Turn::Skipped { why } => skipped(pick, why),
            Turn::Background => self.background(pick, told, state),
        };
        state.outcome.runs.push(line);
        None
    }

    /// Hands a run to the caller, who lets it go on beside the work.
    fn background(&self, pick: &Pick, told: &Told, state: &mut State) -> HookRun {
        let waiting = pick.handler.waiting;
        let run = self.run(pick, told).run();
        state.background.push(Box::pin(async move {
            let ran = run.await;
            BackgroundRun::of(ran, waiting)
        }));
        let mut line = line(&pick.handler, &pick.layer, RunStatus::Background);
        line.pass = self.pass;
        line
    }

    fn run(&self, pick: &Pick, told: &Told) -> Run {
        let ports = &self.scene.engine.ports;
        let kind = pick.handler.action.kind();
        let backend = ports.backends.iter().find(|it| it.kind() == kind);
        let telling = self.telling(&told.event, pick.layer.plugin.as_ref());
        Run {
            dialect: self.planned.dialect,
            event_rules: self.planned.event_rules.clone(),
            event: Arc::clone(&told.event),
            handler: Arc::clone(&pick.handler),
            layer: Arc::clone(&pick.layer),
            backend: Arc::clone(backend.expect("planning picks only kinds that have a backend")),
            governance: ports.governance.clone(),
            once: ports.once.clone(),
            long_texts: ports.long_texts.clone(),
            stdin: Arc::clone(&told.stdin),
            environment: (self.planned.dialect.environment)(&telling),
            cwd: self.folder(&told.event),
            cancel: self.scene.cx.cancel.clone(),
            trail: self.scene.cx.trail.clone(),
            on_failure: self.on_failure(pick),
            pass: self.pass,
        }
    }

    /// The hook's own word, or the organisation's strict flag for its own hooks.
    fn on_failure(&self, pick: &Pick) -> OnFailure {
        match pick.layer.source {
            Source::Managed if pick.handler.on_failure == OnFailure::Proceed => {
                self.scene.engine.ports.managed_failure
            }
            _ => pick.handler.on_failure,
        }
    }

    fn telling<'t>(
        &'t self,
        event: &'t Event,
        plugin: Option<&'t crate::PluginFolders>,
    ) -> Telling<'t> {
        Telling {
            rules: self.planned.dialect.rules,
            event_rules: &self.planned.event_rules,
            vocabulary: self.planned.dialect.vocabulary,
            event,
            plugin,
        }
    }

    /// The folder in which the hooks of this chain run.
    fn folder(&self, event: &Event) -> PathBuf {
        match self.planned.dialect.rules.runs_in {
            RunsIn::Project => event.session.project.clone(),
            RunsIn::WorkingFolder => event.session.cwd.clone(),
        }
    }

    /// The payload: one JSON object, the same bytes for every hook of the chain.
    fn tell(&self, event: Event) -> Told {
        let payload = (self.planned.dialect.payload)(&self.telling(&event, None));
        let mut bytes = Value::Object(payload).to_string().into_bytes();
        if self.planned.dialect.rules.stdin_end == StdinEnd::Newline {
            bytes.push(b'\n');
        }
        Told {
            event: Arc::new(event),
            stdin: bytes.into(),
        }
    }
}

/// The line of a hook that does not run.
pub(super) fn skipped(pick: &Pick, why: &str) -> HookRun {
    let mut line = line(&pick.handler, &pick.layer, RunStatus::Skipped);
    line.why = Some(why.to_owned());
    line
}
