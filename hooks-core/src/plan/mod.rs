//! Which hooks run for an event, before anything runs. Pure.

use std::sync::Arc;

use serde_json::Value;
use stdx::Problem;

use crate::chain::{Chain, ChainLayer};
use crate::dialect::Dialect;
use crate::event::{Event, EventName};
use crate::handler::{Handler, HandlerKind};
use crate::outcome::{HeldBack, HookRun, RunStatus};
use crate::ports::RuleMatcher;
use crate::rules::{Awaited, Duplicates, EventRules, Honoured, Phase};
use crate::trail::Trail;

mod subjects;
mod turns;

use subjects::Subjects;
use turns::{Turns, run_once};

/// The two times at which a tool call reaches its before-tool hooks, and an end the hooks of `Stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before a person is asked; of an end, while hooks may still keep the agent going. Every other
    /// event happens at this moment.
    BeforeApproval,
    /// After approval: for dialects whose before-tool hooks speak then [V-44]. Of an end: once nothing
    /// keeps the agent going any more.
    AfterApproval,
}

/// What a dispatch will do.
#[derive(Debug, Default)]
pub struct Plan {
    /// The chains that have something to do, in order.
    pub chains: Vec<PlannedChain>,
    /// The layers whose matching hooks are held back.
    pub held_back: Vec<HeldBack>,
    /// What went wrong in planning.
    pub problems: Vec<Problem>,
}

impl Plan {
    /// Whether any hook would start.
    pub fn starts_something(&self) -> bool {
        let mut picks = self.chains.iter().flat_map(|it| &it.picks);
        picks.any(|it| !matches!(it.turn, Turn::Skipped { .. }))
    }
}

/// The picks of one chain.
#[derive(Debug)]
pub struct PlannedChain {
    /// The dialect and its functions.
    pub dialect: Dialect,
    /// What it rules about the event.
    pub event_rules: EventRules,
    /// The hooks, in declared order.
    pub picks: Vec<Pick>,
}

/// One hook that matched.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The hook.
    pub handler: Arc<Handler>,
    /// Its layer.
    pub layer: Arc<ChainLayer>,
    /// Whether it runs, or why not.
    pub turn: Turn,
}

/// Whether a matching hook runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It runs and is awaited.
    Awaited,
    /// It runs beside the work.
    Background,
    /// It does not run.
    Skipped {
        /// Why.
        why: String,
    },
}

/// What planning depends on besides files and event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanCx<'a> {
    pub(crate) moment: Moment,
    pub(crate) trail: &'a Trail,
    pub(crate) rules: Option<&'a dyn RuleMatcher>,
    /// The kinds that have a backend.
    pub(crate) kinds: &'a [HandlerKind],
}

/// Plans one chain; `None` when it has nothing to do with the event.
pub(crate) fn plan_chain(chain: &Chain, event: &Event, cx: PlanCx<'_>, plan: &mut Plan) {
    let Some(event_rules) = chain.dialect.rules.event_of(event) else {
        return;
    };
    if !counts(chain, event) || !speaks_now(chain, event, cx.moment) {
        return;
    }
    let subjects = Subjects::of(chain, event_rules, event);
    let mut picks = Vec::new();
    for (layer, handlers) in chain.candidates(&event_rules.event) {
        let matching = handlers.iter().filter(|it| subjects.match_(it));
        if layer.trust.runs() {
            picks.extend(matching.map(|it| pick(it, layer)));
        } else {
            hold_back(layer, matching, plan);
        }
    }
    if picks.is_empty() {
        return;
    }
    let turns = Turns {
        chain,
        event,
        event_rules,
        cx,
    };
    for pick in &mut picks {
        pick.turn = turns.turn(pick, &mut plan.problems);
    }
    if chain.dialect.rules.duplicates == Duplicates::RunOnce {
        run_once(&mut picks);
    }
    plan.chains.push(PlannedChain {
        dialect: chain.dialect,
        event_rules: event_rules.clone(),
        picks,
    });
}

/// Decides the turns of picks anew, after the input changed.
pub(crate) fn replan(chain: &Chain, event: &Event, cx: PlanCx<'_>, picks: &mut [Pick]) {
    let Some(event_rules) = chain.dialect.rules.event_of(event) else {
        return;
    };
    let turns = Turns {
        chain,
        event,
        event_rules,
        cx,
    };
    for pick in picks.iter_mut().filter(|it| it.handler.condition.is_some()) {
        // Problems of the rule were reported when the chain was planned.
        pick.turn = turns.turn(pick, &mut Vec::new());
    }
}

/// Dialects differ in which prompts and which starts are ones [C-39, C-47].
fn counts(chain: &Chain, event: &Event) -> bool {
    let rules = chain.dialect.rules;
    let honoured = match event.name {
        EventName::UserPromptSubmit if event.fields.get("queued") == Some(&Value::Bool(true)) => {
            rules.queued_prompt
        }
        EventName::SessionStart if event.text_field("source") == Some("compact") => {
            rules.start_after_compaction
        }
        _ => Honoured::Yes,
    };
    honoured == Honoured::Yes
}

/// Before-tool hooks speak at one of two moments, and so do hooks of the end: those which cannot keep
/// the agent going hear of it once nothing else does [N-HOOK-09]. Everything else happens at once.
fn speaks_now(chain: &Chain, event: &Event, moment: Moment) -> bool {
    let rules = chain.dialect.rules;
    let end = rules.event_of(event).map(|it| it.awaited);
    let phase = match event.name {
        EventName::PreToolUse => rules.phase,
        EventName::Stop if end == Some(Awaited::No) => Phase::AfterApproval,
        _ => Phase::BeforeApproval,
    };
    match moment {
        Moment::BeforeApproval => phase == Phase::BeforeApproval,
        Moment::AfterApproval => phase == Phase::AfterApproval,
    }
}

fn pick(handler: &Arc<Handler>, layer: &Arc<ChainLayer>) -> Pick {
    Pick {
        handler: Arc::clone(handler),
        layer: Arc::clone(layer),
        turn: Turn::Awaited,
    }
}

fn hold_back<'a>(
    layer: &ChainLayer,
    matching: impl Iterator<Item = &'a Arc<Handler>>,
    plan: &mut Plan,
) {
    let commands: Vec<_> = matching.map(|it| it.action.summary()).collect();
    if commands.is_empty() {
        return;
    }
    plan.held_back.push(HeldBack {
        layer: layer.source,
        dialect: layer.dialect,
        file: layer.file.clone(),
        hooks: commands.len(),
        commands,
        why: layer.trust,
    });
}

impl Pick {
    /// The line for lists before anything ran: what would not run says why.
    pub fn planned_line(&self) -> HookRun {
        let status = match self.turn {
            Turn::Awaited => RunStatus::Planned,
            Turn::Background => RunStatus::Background,
            Turn::Skipped { .. } => RunStatus::Skipped,
        };
        let mut line = crate::run::line(&self.handler, &self.layer, status);
        if let Turn::Skipped { why } = &self.turn {
            line.why = Some(why.clone());
        }
        line
    }

    fn turn_runs(&self) -> bool {
        !matches!(self.turn, Turn::Skipped { .. })
    }
}
