//! Dispatches an event: plan, run, merge, one chain after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use stdx::{Cancel, Pending};

use crate::chain::Chain;
use crate::dialect::DialectId;
use crate::dialects::Dialects;
use crate::event::Event;
use crate::handler::{HandlerKind, OnFailure, Waiting};
use crate::layer::Layer;
use crate::outcome::{HookRun, Outcome};
use crate::plan::{Moment, Plan, PlanCx, plan_chain};
use crate::ports::{Governance, HookBackend, LongTexts, OnceLedger, RuleMatcher};
use crate::run::Ran;
use crate::trail::Trail;

mod firing;
mod rewrite;
mod state;
mod teller;

use firing::Firing;

/// The hooks of a project, ready to be asked.
#[derive(Debug)]
pub struct Engine {
    chains: Vec<Chain>,
    ports: Ports,
    kinds: Vec<HandlerKind>,
}

/// What the engine needs of the world. Without governance everything starts; without a rule matcher
/// hooks with an `if` are skipped; without a ledger `once` hooks run every time.
#[derive(Clone, Debug, Default)]
pub struct Ports {
    /// Runs hooks, one backend per kind.
    pub backends: Vec<Arc<dyn HookBackend>>,
    /// Lets commands start or not.
    pub governance: Option<Arc<dyn Governance>>,
    /// Tests `if` rules.
    pub rules: Option<Arc<dyn RuleMatcher>>,
    /// Remembers `once`.
    pub once: Option<Arc<dyn OnceLedger>>,
    /// Keeps what is too long to pass on.
    pub long_texts: Option<Arc<dyn LongTexts>>,
    /// Whether a managed hook that fails to answer refuses.
    pub managed_failure: OnFailure,
}

/// What surrounds one dispatch.
#[derive(Clone, Debug, Default)]
pub struct DispatchCx {
    /// Ends all runs.
    pub cancel: Cancel,
    /// The handlers that led here.
    pub trail: Trail,
}

/// The outcome, and what still runs.
#[derive(Default)]
#[must_use]
pub struct Dispatch {
    /// What all hooks say.
    pub outcome: Outcome,
    /// Runs beside the work, for the caller to spawn and drain.
    pub background: Vec<Pending<'static, BackgroundRun>>,
}

/// The end of a run beside the work.
#[derive(Clone, Debug, PartialEq)]
pub struct BackgroundRun {
    /// The line for lists.
    pub line: HookRun,
    /// Texts that reach the agent with its next turn.
    pub contexts: Vec<String>,
    /// What wakes the agent, when the hook asked for that and ended with 2.
    pub wakes: Option<String>,
}

impl Engine {
    /// Builds the chains of all layers, in the order in which dialects run.
    pub fn new(layers: Vec<Layer>, dialects: &Dialects, ports: Ports) -> Engine {
        let mut by_dialect: BTreeMap<DialectId, Vec<Layer>> = BTreeMap::new();
        for layer in layers {
            by_dialect.entry(layer.dialect).or_default().push(layer);
        }
        let chains = by_dialect
            .into_iter()
            .map(|(id, layers)| Chain::new(dialects.get(id), layers));
        let kinds = ports.backends.iter().map(|it| it.kind()).collect();
        Engine {
            chains: chains.collect(),
            kinds,
            ports,
        }
    }

    /// What would run for the event. Nothing starts.
    pub fn plan(&self, event: &Event, moment: Moment, trail: &Trail) -> Plan {
        let mut plan = Plan::default();
        for chain in &self.chains {
            plan_chain(chain, event, self.plan_cx(moment, trail), &mut plan);
        }
        plan
    }

    /// Fires the event. The outcome is a function of files, event and answers alone.
    pub fn dispatch<'a>(
        &'a self,
        event: &'a Event,
        moment: Moment,
        cx: &'a DispatchCx,
    ) -> Pending<'a, Dispatch> {
        let scene = Scene {
            engine: self,
            cx,
            moment,
        };
        Box::pin(Firing::new(scene, event).run())
    }

    fn plan_cx<'a>(&'a self, moment: Moment, trail: &'a Trail) -> PlanCx<'a> {
        PlanCx {
            moment,
            trail,
            rules: self.ports.rules.as_deref(),
            kinds: &self.kinds,
        }
    }
}

/// What stays the same through one dispatch.
#[derive(Clone, Copy)]
struct Scene<'a> {
    engine: &'a Engine,
    cx: &'a DispatchCx,
    moment: Moment,
}

impl<'a> Scene<'a> {
    fn plan_cx(&self) -> PlanCx<'a> {
        self.engine.plan_cx(self.moment, &self.cx.trail)
    }

    /// What a chain does about the event as it stands.
    fn plan(&self, chain: &Chain, event: &Event) -> Plan {
        let mut plan = Plan::default();
        plan_chain(chain, event, self.plan_cx(), &mut plan);
        plan
    }
}

impl BackgroundRun {
    fn of(ran: Ran, waiting: Waiting) -> BackgroundRun {
        let woken = waiting == Waiting::Rewake && ran.line.exit_code == Some(2);
        let wakes = woken.then(|| ran.line.stderr.clone());
        BackgroundRun {
            contexts: ran.judged.contexts,
            line: ran.line,
            wakes,
        }
    }
}

impl std::fmt::Debug for Dispatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dispatch")
            .field("outcome", &self.outcome)
            .field("n_background", &self.background.len())
            .finish()
    }
}
