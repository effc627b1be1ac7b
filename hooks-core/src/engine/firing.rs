//! One dispatch: all chains in order, then the second look of the managed guards.

use crate::chain::Chain;
use crate::event::{Event, EventName};
use crate::layer::Source;
use crate::merge::{ChainSays, merge};
use crate::plan::{Moment, PlannedChain, Turn};
use crate::rules::{Order, Power};

use super::state::State;
use super::teller::Teller;
use super::{Dispatch, Scene};

/// A dispatch under way.
pub(super) struct Firing<'a> {
    scene: Scene<'a>,
    state: State,
}

impl<'a> Firing<'a> {
    pub(super) fn new(scene: Scene<'a>, event: &Event) -> Firing<'a> {
        Firing {
            scene,
            state: State::new(event),
        }
    }

    /// Each chain sees the input that its predecessors left.
    pub(super) async fn run(mut self) -> Dispatch {
        for chain in &self.scene.engine.chains {
            let mut plan = self.scene.plan(chain, &self.state.event);
            self.state.take_plan_notes(&mut plan);
            for planned in plan.chains {
                self.run_chain(chain, planned).await;
            }
        }
        if self.scene.moment == Moment::BeforeApproval {
            self.guard_final_input().await;
        }
        self.state.finish()
    }

    async fn run_chain(&mut self, chain: &Chain, planned: PlannedChain) {
        // Observers look on at what was refused, too: they have no say in it [N-PLUG-13].
        let has_say = planned.dialect.rules.power == Power::Full;
        if has_say && self.state.outcome.verdict.blocks() {
            let why = "a hook before it refused";
            self.state.skip_all(&planned.picks, why);
            return;
        }
        let teller = Teller {
            scene: self.scene,
            planned: &planned,
            pass: 1,
        };
        let said = match planned.dialect.rules.order {
            Order::Sequential => teller.sequential(chain, &mut self.state).await,
            Order::Parallel => teller.parallel(&mut self.state).await,
        };
        let says = merge(planned.dialect.rules, said);
        self.state.add(&planned, says);
    }

    /// Nothing slips past a managed guard: when anything below changed the input, the managed
    /// before-tool hooks look at the final input once more and can then only block.
    async fn guard_final_input(&mut self) {
        let state = &self.state;
        let below = state.changed_below_managed && !state.outcome.verdict.blocks();
        let about_call = matches!(
            state.event.name,
            EventName::PreToolUse | EventName::PermissionRequest
        );
        if !below || !about_call {
            return;
        }
        // Whoever answers a request for permission with another input changes the call like any
        // other: the guards before a tool look at it.
        self.state.event.name = EventName::PreToolUse;
        for chain in &self.scene.engine.chains {
            let plan = self.scene.plan(chain, &self.state.event);
            for mut planned in plan.chains {
                let guards = |it: &crate::Pick| {
                    it.layer.source == Source::Managed && it.turn == Turn::Awaited
                };
                planned.picks.retain(guards);
                self.second_look(&planned).await;
            }
        }
    }

    async fn second_look(&mut self, planned: &PlannedChain) {
        if planned.picks.is_empty() || self.state.outcome.verdict.blocks() {
            return;
        }
        let teller = Teller {
            scene: self.scene,
            planned,
            pass: 2,
        };
        let said = teller.parallel(&mut self.state).await;
        let says = merge(planned.dialect.rules, said);
        if says.verdict.blocks() {
            let says = ChainSays {
                verdict: says.verdict,
                problems: says.problems,
                ..ChainSays::default()
            };
            self.state.add(planned, says);
        }
    }
}
