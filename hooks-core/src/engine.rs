//! Dispatches an event: plan, run, merge, one chain after the other.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use stdx::{Cancel, Pending, Problem, join_all};

use crate::chain::Chain;
use crate::dialect::{DialectId, Telling};
use crate::dialects::Dialects;
use crate::event::{Event, EventName};
use crate::handler::{HandlerKind, OnFailure};
use crate::layer::{Layer, Source};
use crate::merge::{ChainSays, Said, merge, stricter};
use crate::outcome::{HookRun, Outcome, RunStatus, Verdict};
use crate::plan::{Moment, Pick, Plan, PlanCx, PlannedChain, Turn, plan_chain, replan};
use crate::ports::{Governance, HookBackend, LongTexts, OnceLedger, RuleMatcher};
use crate::rules::{AfterBlock, LaterSees, Order, RunsIn, StdinEnd};
use crate::run::{Ran, Run, line};
use crate::trail::Trail;
use crate::words::{shown, translate};

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
        Box::pin(async move {
            let mut state = State::new(event);
            for chain in &self.chains {
                let mut plan = Plan::default();
                plan_chain(
                    chain,
                    &state.event,
                    self.plan_cx(moment, &cx.trail),
                    &mut plan,
                );
                state.take_plan_notes(&mut plan);
                for planned in plan.chains {
                    self.run_chain(chain, planned, &mut state, cx).await;
                }
            }
            if moment == Moment::BeforeApproval {
                self.guard_final_input(&mut state, cx).await;
            }
            state.finish()
        })
    }

    fn plan_cx<'a>(&'a self, moment: Moment, trail: &'a Trail) -> PlanCx<'a> {
        PlanCx {
            moment,
            trail,
            rules: self.ports.rules.as_deref(),
            kinds: &self.kinds,
        }
    }

    async fn run_chain(
        &self,
        chain: &Chain,
        planned: PlannedChain,
        state: &mut State,
        cx: &DispatchCx,
    ) {
        if state.outcome.verdict.blocks() {
            state.skip_all(&planned.picks, "a hook before it refused");
            return;
        }
        let teller = Teller {
            engine: self,
            planned: &planned,
            cx,
            pass: 1,
        };
        let said = match planned.dialect.rules.order {
            Order::Sequential => teller.sequential(chain, state).await,
            Order::Parallel => teller.parallel(&planned.picks, state).await,
        };
        let says = merge(planned.dialect.rules, said);
        state.add(&planned, says);
    }

    /// Nothing slips past a managed guard: when anything below changed the input, the managed
    /// before-tool hooks look at the final input once more and can then only block.
    async fn guard_final_input(&self, state: &mut State, cx: &DispatchCx) {
        let below = state.changed_below_managed && !state.outcome.verdict.blocks();
        if !below || state.event.name != EventName::PreToolUse {
            return;
        }
        for chain in &self.chains {
            let mut plan = Plan::default();
            plan_chain(
                chain,
                &state.event,
                self.plan_cx(Moment::BeforeApproval, &cx.trail),
                &mut plan,
            );
            for mut planned in plan.chains {
                planned
                    .picks
                    .retain(|it| it.layer.source == Source::Managed && it.turn == Turn::Awaited);
                self.second_look(&planned, state, cx).await;
            }
        }
    }

    async fn second_look(&self, planned: &PlannedChain, state: &mut State, cx: &DispatchCx) {
        if planned.picks.is_empty() || state.outcome.verdict.blocks() {
            return;
        }
        let teller = Teller {
            engine: self,
            planned,
            cx,
            pass: 2,
        };
        let said = teller.parallel(&planned.picks, state).await;
        let says = merge(planned.dialect.rules, said);
        if says.verdict.blocks() {
            let verdict = says.verdict;
            state.add(
                planned,
                ChainSays {
                    verdict,
                    problems: says.problems,
                    ..ChainSays::default()
                },
            );
        }
    }
}

/// Runs the picks of one chain.
struct Teller<'a> {
    engine: &'a Engine,
    planned: &'a PlannedChain,
    cx: &'a DispatchCx,
    pass: u8,
}

impl Teller<'_> {
    /// One after another; a later hook sees what its predecessors left, if the dialect says so.
    async fn sequential(&self, chain: &Chain, state: &mut State) -> Vec<Said> {
        let mut said: Vec<Said> = Vec::new();
        let mut event = Arc::new(state.event.clone());
        let mut picks = self.planned.picks.clone();
        let mut blocked = Blocked::No;
        let mut latest: Option<usize> = None;
        for index in 0..picks.len() {
            let pick = picks[index].clone();
            if blocked == Blocked::Yes {
                state.skip(&pick, "a hook before it refused");
                continue;
            }
            let Some(ran) = self.take_turn(&pick, &event, state).await else {
                continue;
            };
            let blocks = matches!(
                ran.judged.verdict,
                Some(crate::reply::Decision::Block { .. })
            );
            if blocks && self.planned.event_rules.after_block == AfterBlock::SkipRest {
                blocked = Blocked::Yes;
            }
            let input = ran.judged.input.clone();
            state.record(&ran);
            said.push((pick.handler.id.clone(), ran.judged));
            if let Some(input) = input {
                forget_earlier_rewrite(&mut said, &mut latest);
                if self.planned.dialect.rules.later_sees == LaterSees::Rewritten && !blocks {
                    match self.rewritten(&event, &input) {
                        Ok(next) => {
                            event = Arc::new(next);
                            replan(
                                chain,
                                &event,
                                self.engine.plan_cx(Moment::BeforeApproval, &self.cx.trail),
                                &mut picks[index + 1..],
                            );
                        }
                        // The chain's merge refuses the call for it; nobody runs on a broken input.
                        Err(_) => blocked = Blocked::Yes,
                    }
                }
            }
        }
        said
    }

    /// All at once; the answers are taken in declared order.
    async fn parallel(&self, picks: &[Pick], state: &mut State) -> Vec<Said> {
        let event = Arc::new(state.event.clone());
        let stdin = self.stdin(&event);
        let mut runs = Vec::new();
        let mut order = Vec::new();
        for pick in picks {
            match &pick.turn {
                Turn::Awaited => {
                    runs.push(Box::pin(self.run(pick, &event, &stdin).run()) as Pending<'_, Ran>);
                    order.push(None);
                }
                Turn::Background => order.push(Some(self.background(pick, &event, &stdin, state))),
                Turn::Skipped { why } => order.push(Some(skipped(pick, why))),
            }
        }
        let mut ran = join_all(runs).await.into_iter();
        let mut said = Vec::new();
        for (slot, pick) in order.into_iter().zip(picks) {
            match slot {
                Some(line) => state.outcome.runs.push(line),
                None => {
                    let ran = ran
                        .next()
                        .expect("one result for each run that was started");
                    state.record(&ran);
                    said.push((pick.handler.id.clone(), ran.judged));
                }
            }
        }
        said
    }

    /// One pick of a sequential chain; `None` when it does not run now.
    async fn take_turn(&self, pick: &Pick, event: &Arc<Event>, state: &mut State) -> Option<Ran> {
        match &pick.turn {
            Turn::Skipped { why } => {
                state.outcome.runs.push(skipped(pick, why));
                None
            }
            Turn::Background => {
                let stdin = self.stdin(event);
                let line = self.background(pick, event, &stdin, state);
                state.outcome.runs.push(line);
                None
            }
            Turn::Awaited => Some(self.run(pick, event, &self.stdin(event)).run().await),
        }
    }

    /// Hands a run to the caller, who lets it go on beside the work.
    fn background(
        &self,
        pick: &Pick,
        event: &Arc<Event>,
        stdin: &Arc<[u8]>,
        state: &mut State,
    ) -> HookRun {
        let waiting = pick.handler.waiting;
        let run = self.run(pick, event, stdin).run();
        state.background.push(Box::pin(async move {
            let ran = run.await;
            BackgroundRun::of(ran, waiting)
        }));
        let mut line = line(&pick.handler, &pick.layer, RunStatus::Background);
        line.pass = self.pass;
        line
    }

    fn run(&self, pick: &Pick, event: &Arc<Event>, stdin: &Arc<[u8]>) -> Run {
        let ports = &self.engine.ports;
        let kind = pick.handler.action.kind();
        let backend = ports.backends.iter().find(|it| it.kind() == kind);
        let telling = self.telling(event, pick.layer.plugin.as_ref());
        let managed =
            pick.layer.source == Source::Managed && ports.managed_failure == OnFailure::Block;
        Run {
            dialect: self.planned.dialect,
            event_rules: self.planned.event_rules.clone(),
            event: Arc::clone(event),
            handler: Arc::clone(&pick.handler),
            layer: Arc::clone(&pick.layer),
            backend: Arc::clone(backend.expect("planning picks only kinds that have a backend")),
            governance: ports.governance.clone(),
            once: ports.once.clone(),
            long_texts: ports.long_texts.clone(),
            stdin: Arc::clone(stdin),
            environment: (self.planned.dialect.environment)(&telling),
            cwd: self.folder(event),
            cancel: self.cx.cancel.clone(),
            trail: self.cx.trail.clone(),
            on_failure: if managed {
                OnFailure::Block
            } else {
                pick.handler.on_failure
            },
            pass: self.pass,
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
    fn stdin(&self, event: &Event) -> Arc<[u8]> {
        let payload = (self.planned.dialect.payload)(&self.telling(event, None));
        let mut bytes = Value::Object(payload).to_string().into_bytes();
        if self.planned.dialect.rules.stdin_end == StdinEnd::Newline {
            bytes.push(b'\n');
        }
        bytes.into()
    }

    /// The event with the input that a hook gave.
    fn rewritten(&self, event: &Event, input: &Map<String, Value>) -> Result<Event, String> {
        rewritten(self.planned, event, input)
    }
}

/// Whether the rest of a chain is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocked {
    No,
    Yes,
}

/// In a chain whose hooks see each other's rewrites the latest one is the one that counts.
fn forget_earlier_rewrite(said: &mut [Said], latest: &mut Option<usize>) {
    if let Some(earlier) = latest.replace(said.len() - 1) {
        said[earlier].1.input = None;
    }
}

/// The event with a new input, translated into the caller's words.
///
/// # Errors
/// The input has a key that the tool does not have.
fn rewritten(
    planned: &PlannedChain,
    event: &Event,
    input: &Map<String, Value>,
) -> Result<Event, String> {
    let mut next = event.clone();
    let caller = event.vocabulary();
    let theirs = planned.dialect.vocabulary;
    let (Some(tool), Some(shown)) = (next.tool.as_mut(), shown(theirs, event)) else {
        return Err("there is no tool call to change".to_owned());
    };
    // A hook that hands back what it was shown changes nothing, whatever its paths look like.
    if *input == shown.input {
        return Ok(next);
    }
    let Some(meaning) = shown.tool else {
        tool.input.clone_from(input);
        return Ok(next);
    };
    if !caller.speaks_like(theirs) {
        theirs.check_rewrite(meaning, &shown.input, input)?;
    }
    tool.input = translate(input, meaning, theirs, caller);
    Ok(next)
}

fn skipped(pick: &Pick, why: &str) -> HookRun {
    let mut line = line(&pick.handler, &pick.layer, RunStatus::Skipped);
    line.why = Some(why.to_owned());
    line
}

/// What has been said so far.
struct State {
    event: Event,
    outcome: Outcome,
    background: Vec<Pending<'static, BackgroundRun>>,
    changed_below_managed: bool,
    keep_going: Vec<String>,
}

impl State {
    fn new(event: &Event) -> State {
        State {
            event: event.clone(),
            outcome: Outcome::default(),
            background: Vec::new(),
            changed_below_managed: false,
            keep_going: Vec::new(),
        }
    }

    fn take_plan_notes(&mut self, plan: &mut Plan) {
        self.outcome.held_back.append(&mut plan.held_back);
        self.outcome.problems.append(&mut plan.problems);
    }

    fn record(&mut self, ran: &Ran) {
        self.outcome.runs.push(ran.line.clone());
    }

    fn skip(&mut self, pick: &Pick, why: &str) {
        self.outcome.runs.push(skipped(pick, why));
    }

    fn skip_all(&mut self, picks: &[Pick], why: &str) {
        for pick in picks {
            self.skip(pick, why);
        }
    }

    /// Adds what a chain says to what was said before.
    fn add(&mut self, planned: &PlannedChain, mut says: ChainSays) {
        if let Some((by, input)) = says.input.take() {
            self.change_input(planned, &by, &input, &mut says);
        }
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

    fn change_input(
        &mut self,
        planned: &PlannedChain,
        by: &str,
        input: &Map<String, Value>,
        says: &mut ChainSays,
    ) {
        match rewritten(planned, &self.event, input) {
            Ok(event) if event.tool == self.event.tool => {}
            Ok(event) => {
                if below_managed(planned, by) {
                    self.changed_below_managed = true;
                }
                self.event = event;
                self.outcome.input = self.event.tool.as_ref().map(|it| it.input.clone());
            }
            Err(why) => {
                let reason = format!("the input that hook `{by}` gave is not valid: {why}");
                says.problems
                    .push(Problem::error("hooks/rewrite-not-valid", reason.clone()));
                says.verdict = Verdict::Block {
                    by: by.to_owned(),
                    reason,
                };
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

    fn finish(mut self) -> Dispatch {
        if !self.keep_going.is_empty() {
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

impl BackgroundRun {
    fn of(ran: Ran, waiting: crate::handler::Waiting) -> BackgroundRun {
        let woken = waiting == crate::handler::Waiting::Rewake && ran.line.exit_code == Some(2);
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
