//! What has been said so far in one dispatch.

use stdx::{Pending, Problem};

use crate::event::Event;
use crate::layer::Source;
use crate::merge::{ChainSays, stricter};
use crate::outcome::{Outcome, Verdict};
use crate::plan::{Pick, Plan, PlannedChain};
use crate::run::Ran;

use super::rewrite::rewritten;
use super::teller::skipped;
use super::{BackgroundRun, Dispatch};

/// What has been said so far.
pub(super) struct State {
    pub(super) event: Event,
    pub(super) outcome: Outcome,
    pub(super) background: Vec<Pending<'static, BackgroundRun>>,
    /// Whether anything below the organisation's files changed the input.
    pub(super) changed_below_managed: bool,
    keep_going: Vec<String>,
}

impl State {
    pub(super) fn new(event: &Event) -> State {
        State {
            event: event.clone(),
            outcome: Outcome::default(),
            background: Vec::new(),
            changed_below_managed: false,
            keep_going: Vec::new(),
        }
    }

    pub(super) fn take_plan_notes(&mut self, plan: &mut Plan) {
        self.outcome.held_back.append(&mut plan.held_back);
        self.outcome.problems.append(&mut plan.problems);
    }

    pub(super) fn record(&mut self, ran: &Ran) {
        self.outcome.runs.push(ran.line.clone());
    }

    pub(super) fn skip(&mut self, pick: &Pick, why: &str) {
        self.outcome.runs.push(skipped(pick, why));
    }

    pub(super) fn skip_all(&mut self, picks: &[Pick], why: &str) {
        for pick in picks {
            self.skip(pick, why);
        }
    }

    /// Adds what a chain says to what was said before.
    pub(super) fn add(&mut self, planned: &PlannedChain, mut says: ChainSays) {
        self.change_input(planned, &mut says);
        let outcome = &mut self.outcome;
        outcome.verdict = stricter(std::mem::take(&mut outcome.verdict), says.verdict);
        outcome.contexts.append(&mut says.contexts);
        outcome.notes.append(&mut says.notes);
        outcome.feedback.append(&mut says.feedback);
        outcome.problems.append(&mut says.problems);
        outcome.halt = outcome.halt.take().or(says.halt);
        outcome.output = outcome.output.take().or(says.output);
        self.keep_going(planned, says.keep_going);
    }

    fn change_input(&mut self, planned: &PlannedChain, says: &mut ChainSays) {
        let Some((by, input)) = says.input.take() else {
            return;
        };
        match rewritten(planned, &self.event, &input) {
            Ok(event) if event.tool == self.event.tool => {}
            Ok(event) => {
                if below_managed(planned, &by) {
                    self.changed_below_managed = true;
                }
                self.event = event;
                self.outcome.input = self.event.tool.as_ref().map(|it| it.input.clone());
            }
            Err(why) => {
                let reason = format!("the input that hook `{by}` gave is not valid: {why}");
                says.problems
                    .push(Problem::error("hooks/rewrite-not-valid", reason.clone()));
                says.verdict = Verdict::Block { by, reason };
            }
        }
    }

    /// Hooks keep the agent going only so often in a row [C-46].
    fn keep_going(&mut self, planned: &PlannedChain, reasons: Vec<String>) {
        if reasons.is_empty() {
            return;
        }
        match planned.dialect.rules.stop_ceiling {
            Some(ceiling) if self.event.continuations >= ceiling => {
                let text = format!(
                    "hooks kept the agent going {ceiling} times in a row; it stops now, by this limit"
                );
                self.outcome.notes.push(text);
            }
            _ => self.keep_going.extend(reasons),
        }
    }

    pub(super) fn finish(mut self) -> Dispatch {
        // The end of the turn beats what would keep the agent going [hooks reference, `continue`].
        if !self.keep_going.is_empty() && self.outcome.halt.is_none() {
            self.outcome.keep_going = Some(self.keep_going.join("\n"));
        }
        if self.outcome.verdict.blocks() {
            self.outcome.input = None;
        }
        Dispatch {
            outcome: self.outcome,
            background: self.background,
        }
    }
}

fn below_managed(planned: &PlannedChain, by: &str) -> bool {
    let pick = planned.picks.iter().find(|it| it.handler.id == by);
    pick.is_none_or(|it| it.layer.source != Source::Managed)
}
