//! Whether a hook that matched runs, and how.

use std::sync::Arc;

use stdx::Problem;

use crate::chain::Chain;
use crate::event::{Event, EventName};
use crate::handler::{Action, HandlerKind, Waiting};
use crate::layer::Source;
use crate::ports::RuleCall;
use crate::rules::{Awaited, EventRules};
use crate::words::shown;

use super::{Pick, PlanCx, Turn};

/// How deep runs of managed guards may be nested in one another.
const DEEPEST: usize = 16;

/// Decides the turn of each pick.
pub(super) struct Turns<'a> {
    pub(super) chain: &'a Chain,
    pub(super) event: &'a Event,
    pub(super) event_rules: &'a EventRules,
    pub(super) cx: PlanCx<'a>,
}

impl Turns<'_> {
    pub(super) fn turn(&self, pick: &Pick, problems: &mut Vec<Problem>) -> Turn {
        let handler = &pick.handler;
        if let Some(why) = self
            .stands_back(pick)
            .or_else(|| self.condition_fails(pick, problems))
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
    fn stands_back(&self, pick: &Pick) -> Option<String> {
        let handler = &pick.handler;
        let kind = handler.action.kind();
        if self.cx.trail.holds(&handler.id) && !self.is_managed_guard(pick) {
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

    /// A guard of the organisation stands back from nothing but endless nesting: a trail comes
    /// through the environment, and no variable may switch a managed guard off [NI-48].
    fn is_managed_guard(&self, pick: &Pick) -> bool {
        pick.layer.source == Source::Managed
            && gates_inside_hook(self.event, pick.handler.action.kind())
            && self.cx.trail.depth() < DEEPEST
    }

    /// Why the hook's `if` keeps it from running, if so. A rule that cannot be read lets it run.
    fn condition_fails(&self, pick: &Pick, problems: &mut Vec<Problem>) -> Option<String> {
        let rule = pick.handler.condition.as_deref()?;
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
                let mut problem = problem.in_file(&pick.layer.file);
                problem.place = pick.handler.place;
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
pub(super) fn run_once(picks: &mut [Pick]) {
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
