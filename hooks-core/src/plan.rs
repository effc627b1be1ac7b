//! Which hooks run for an event, before anything runs. Pure.

use std::borrow::Cow;
use std::sync::Arc;

use stdx::Problem;

use crate::chain::{Chain, ChainLayer};
use crate::dialect::Dialect;
use crate::event::{Event, EventName};
use crate::handler::{Action, Handler, HandlerKind, Waiting};
use crate::layer::Source;
use crate::outcome::{HeldBack, HookRun, RunStatus};
use crate::ports::{RuleCall, RuleMatcher};
use crate::rules::{Awaited, Duplicates, EventRules, Phase, Subject};
use crate::trail::Trail;
use crate::words::shown;

/// The two times at which a tool call reaches its before-tool hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before a person is asked. Every event but a tool call happens at this moment.
    BeforeApproval,
    /// After approval: for dialects whose before-tool hooks speak then [V-44].
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
    if !speaks_now(chain, event, cx.moment) {
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

/// Before-tool hooks speak at one of two moments; everything else before approval.
fn speaks_now(chain: &Chain, event: &Event, moment: Moment) -> bool {
    let phase = if event.name == EventName::PreToolUse {
        chain.dialect.rules.phase
    } else {
        Phase::BeforeApproval
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

/// What matchers are tested on: the names of the tool in the dialect's words, or a field.
pub(crate) struct Subjects<'a> {
    names: Option<Vec<Cow<'a, str>>>,
}

impl<'a> Subjects<'a> {
    fn of(chain: &Chain, event_rules: &EventRules, event: &'a Event) -> Subjects<'a> {
        let names = match event_rules.subject {
            Subject::Nothing => None,
            Subject::Field(name) => Some(vec![Cow::Borrowed(
                event.text_field(name).unwrap_or_default(),
            )]),
            Subject::Tool => Some(tool_names(&chain.dialect, event)),
        };
        Subjects { names }
    }

    fn match_(&self, handler: &Handler) -> bool {
        self.names
            .as_ref()
            .is_none_or(|it| handler.matcher.matches(it))
    }
}

/// Every name that the dialect has for the tool; the spoken one where the caller uses its words.
fn tool_names<'a>(dialect: &Dialect, event: &'a Event) -> Vec<Cow<'a, str>> {
    let call = event.tool.as_ref();
    call.map(|it| dialect.vocabulary.names_of_call(it, event.vocabulary()))
        .unwrap_or_default()
}

/// Decides the turn of each pick.
struct Turns<'a> {
    chain: &'a Chain,
    event: &'a Event,
    event_rules: &'a EventRules,
    cx: PlanCx<'a>,
}

impl Turns<'_> {
    fn turn(&self, pick: &Pick, problems: &mut Vec<Problem>) -> Turn {
        let handler = &pick.handler;
        if let Some(why) = self
            .stands_back(handler)
            .or_else(|| self.condition_fails(handler, problems))
        {
            return Turn::Skipped { why };
        }
        let skill = handler.action.kind() == HandlerKind::Skill;
        match (handler.waiting, self.event_rules.awaited) {
            (Waiting::Background | Waiting::Rewake, _) | (_, Awaited::No) => Turn::Background,
            (Waiting::Awaited, Awaited::AllButSkills) if skill => Turn::Background,
            (Waiting::Awaited, Awaited::Yes | Awaited::AllButSkills) => Turn::Awaited,
        }
    }

    /// Why a matching hook cannot run at all, if so.
    fn stands_back(&self, handler: &Handler) -> Option<String> {
        let kind = handler.action.kind();
        if self.cx.trail.holds(&handler.id) {
            return Some("it is already running: it led to this event itself".to_owned());
        }
        if self.cx.trail.is_inside_hook() && !gates_inside_hook(self.event, kind) {
            return Some(
                "inside a run that a hook started only command and http guards before a tool run"
                    .to_owned(),
            );
        }
        if !self.cx.kinds.contains(&kind) {
            return Some(format!(
                "nothing here can run a hook of type `{}`",
                kind.as_str()
            ));
        }
        None
    }

    /// Why the hook's `if` keeps it from running, if so. A rule that cannot be read lets it run.
    fn condition_fails(&self, handler: &Handler, problems: &mut Vec<Problem>) -> Option<String> {
        let rule = handler.condition.as_deref()?;
        let (Some(_), Some(matcher)) = (&self.event.tool, self.cx.rules) else {
            return Some("it has an `if`, which holds for tool calls only".to_owned());
        };
        let shown = shown(self.chain.dialect.vocabulary, self.event)?;
        let session = &self.event.session;
        let call = RuleCall {
            tool: &shown.name,
            input: &shown.input,
            cwd: &session.cwd,
            project: &session.project,
        };
        match matcher.matches(rule, &call) {
            Ok(true) => None,
            Ok(false) => Some(format!("the call does not match its `if`: `{rule}`")),
            Err(problem) => {
                problems.push(problem);
                None
            }
        }
    }
}

/// Inside a run that a hook started only guards before a tool fire.
fn gates_inside_hook(event: &Event, kind: HandlerKind) -> bool {
    let guard = matches!(kind, HandlerKind::Command | HandlerKind::Http);
    event.name == EventName::PreToolUse && guard
}

/// The same action in several settings files runs once; a plugin's copy is its own.
fn run_once(picks: &mut [Pick]) {
    for index in 1..picks.len() {
        let (before, rest) = picks.split_at_mut(index);
        let this = &mut rest[0];
        let double = before
            .iter()
            .find(|it| it.turn_runs() && same_action(it, this));
        if let Some(double) = double
            && this.turn_runs()
        {
            this.turn = Turn::Skipped {
                why: format!("the same hook runs already: `{}`", double.handler.id),
            };
        }
    }
}

fn same_action(left: &Pick, right: &Pick) -> bool {
    let settings = |it: &Pick| {
        !matches!(
            it.layer.source,
            Source::Plugin | Source::Skill | Source::Agent
        )
    };
    let same_origin = settings(left) && settings(right) || Arc::ptr_eq(&left.layer, &right.layer);
    let (left, right) = (&left.handler, &right.handler);
    same_origin
        && left.condition == right.condition
        && match (&left.action, &right.action) {
            (Action::Http(left), Action::Http(right)) => left.url == right.url,
            (left, right) => left == right,
        }
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
