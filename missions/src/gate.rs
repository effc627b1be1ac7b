//! The one owner of the order in which a tool call is decided. Pure.
//!
//! Validate, hooks before approval, validate again, the tool's own borders and the rules on the final
//! input, `PermissionRequest` hooks, `Notification`, the person, hooks after approval, run. Whoever
//! drives it does what a [`GateAction`] says and tells what came of it as a [`GateEvent`].

/// Where a call stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GateState {
    stage: Stage,
    hooks: HookVerdict,
    asked_by: AskedBy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Start,
    Validating,
    HooksBefore,
    ValidatingAgain,
    Deciding,
    PermissionHooks,
    ValidatingGranted,
    DecidingGranted,
    Notifying,
    Asking,
    HooksAfter,
    Over,
}

/// What came of the last action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateEvent {
    /// The call arrived.
    Called,
    /// The input fits the tool.
    Valid,
    /// It does not; the text says why.
    Invalid(String),
    /// Hooks spoke.
    Hooks {
        /// What they decided.
        verdict: HookVerdict,
        /// Whether they changed the input.
        input: Input,
    },
    /// Rules, governance and the tool's own borders spoke of the final input.
    Decided(RuleVerdict),
    /// The hooks about the notification have been started.
    Notified,
    /// The person answered.
    Answered(Consent),
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateAction {
    /// See whether the input fits the schema.
    Validate,
    /// Dispatch the before-tool hooks which speak before approval.
    HooksBefore,
    /// Ask the tool's own borders, the rules and governance about the input as it is now.
    Decide,
    /// Dispatch `PermissionRequest`.
    PermissionHooks,
    /// Dispatch `Notification`.
    Notify,
    /// Ask the person.
    AskPerson,
    /// Dispatch the before-tool hooks which speak after approval [V-44].
    HooksAfter,
    /// Run it.
    Run,
    /// Do not run it.
    Refuse(Refusal),
}

/// What hooks decided about a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HookVerdict {
    /// Nothing.
    #[default]
    None,
    /// The ordinary question is not needed; rules still hold [NI-32, NI-33].
    Allow,
    /// A person is to be asked, where it would not have come to that too [NI-34].
    Ask,
    /// It is refused.
    Block {
        /// The hook.
        by: String,
        /// Why, for the agent.
        reason: String,
    },
}

/// Whether hooks changed the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// It is as it was.
    Kept,
    /// It is another one, which is validated and decided anew [NI-31, A-13].
    Changed,
}

/// What rules and governance say of the final input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleVerdict {
    /// It runs.
    Allow,
    /// Nobody says anything: an ordinary question.
    Ordinary,
    /// A rule wants a person's yes; no hook's `allow` spares it.
    Ask(AskedBy),
    /// It does not run, whoever allows it.
    Deny {
        /// Why, for the agent.
        reason: String,
    },
}

/// Who wants the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskedBy {
    /// The mode, or a hook.
    #[default]
    Mode,
    /// A rule.
    Rule,
    /// The organisation: no hook answers in the person's place [NI-45].
    Governance,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Yes.
    Yes,
    /// No, perhaps with words for the agent.
    No(Option<String>),
    /// Nobody is there, which is a no.
    Nobody,
}

/// Why a call does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The input does not fit the tool.
    Invalid(String),
    /// A hook's changed input does not fit the tool; the original is not run.
    InvalidRewrite(String),
    /// A hook.
    Hook {
        /// Its id.
        by: String,
        /// Why.
        reason: String,
    },
    /// A rule, governance, the mode, or the tool's own borders.
    Rule(String),
    /// The person, with words for the agent if there were any.
    Person(Option<String>),
    /// Nobody could be asked.
    Nobody,
}

/// Goes one step. An event that does not belong to the state refuses the call: a gate which is driven
/// wrongly must not open.
pub fn step(state: GateState, seen: GateEvent) -> (GateState, GateAction) {
    use GateEvent::{Answered, Called, Decided, Hooks, Invalid, Notified, Valid};
    match (state.stage, seen) {
        (Stage::Start, Called) => go(state, Stage::Validating, GateAction::Validate),
        (Stage::Validating, Valid) => go(state, Stage::HooksBefore, GateAction::HooksBefore),
        (Stage::Validating, Invalid(why)) => refuse(state, Refusal::Invalid(why)),
        (Stage::HooksBefore, Hooks { verdict, input }) => hooks_before(state, verdict, input),
        (Stage::ValidatingAgain, Valid) => go(state, Stage::Deciding, GateAction::Decide),
        (Stage::ValidatingAgain | Stage::ValidatingGranted, Invalid(why)) => {
            refuse(state, Refusal::InvalidRewrite(why))
        }
        (Stage::Deciding, Decided(verdict)) => decided(state, verdict),
        (Stage::PermissionHooks, Hooks { verdict, input }) => asked_hooks(state, verdict, input),
        (Stage::ValidatingGranted, Valid) => go(state, Stage::DecidingGranted, GateAction::Decide),
        (Stage::DecidingGranted, Decided(verdict)) => granted(state, verdict),
        (Stage::Notifying, Notified) => go(state, Stage::Asking, GateAction::AskPerson),
        (Stage::Asking, Answered(consent)) => answered(state, consent),
        (Stage::HooksAfter, Hooks { verdict, .. }) => hooks_after(state, verdict),
        (_, event) => refuse(state, out_of_place(&event)),
    }
}

fn go(state: GateState, stage: Stage, action: GateAction) -> (GateState, GateAction) {
    (GateState { stage, ..state }, action)
}

fn refuse(state: GateState, refusal: Refusal) -> (GateState, GateAction) {
    go(state, Stage::Over, GateAction::Refuse(refusal))
}

fn approved(state: GateState) -> (GateState, GateAction) {
    go(state, Stage::HooksAfter, GateAction::HooksAfter)
}

fn out_of_place(event: &GateEvent) -> Refusal {
    Refusal::Rule(format!("the call was decided out of order: {event:?}"))
}

fn hooks_before(state: GateState, verdict: HookVerdict, input: Input) -> (GateState, GateAction) {
    if let HookVerdict::Block { by, reason } = verdict {
        return refuse(state, Refusal::Hook { by, reason });
    }
    let state = GateState {
        hooks: verdict,
        ..state
    };
    match input {
        Input::Changed => go(state, Stage::ValidatingAgain, GateAction::Validate),
        Input::Kept => go(state, Stage::Deciding, GateAction::Decide),
    }
}

/// Deny comes first, then every wish to ask; a hook's allow spares the ordinary question alone.
fn decided(state: GateState, verdict: RuleVerdict) -> (GateState, GateAction) {
    let asks = |asked_by| {
        let state = GateState {
            asked_by,
            ..state.clone()
        };
        go(state, Stage::PermissionHooks, GateAction::PermissionHooks)
    };
    match (verdict, &state.hooks) {
        (RuleVerdict::Deny { reason }, _) => refuse(state, Refusal::Rule(reason)),
        (RuleVerdict::Ask(by), _) => asks(by),
        (_, HookVerdict::Ask) => asks(AskedBy::Mode),
        (RuleVerdict::Ordinary, HookVerdict::Allow) | (RuleVerdict::Allow, _) => approved(state),
        (RuleVerdict::Ordinary, _) => asks(AskedBy::Mode),
    }
}

/// A hook on `PermissionRequest` may answer in the person's place, but not where the organisation
/// wants a person.
fn asked_hooks(state: GateState, verdict: HookVerdict, input: Input) -> (GateState, GateAction) {
    match (verdict, input) {
        (HookVerdict::Block { by, reason }, _) => refuse(state, Refusal::Hook { by, reason }),
        (HookVerdict::Allow, _) if state.asked_by == AskedBy::Governance => notify(state),
        (HookVerdict::Allow, Input::Changed) => {
            go(state, Stage::ValidatingGranted, GateAction::Validate)
        }
        (HookVerdict::Allow, Input::Kept) => approved(state),
        (HookVerdict::None | HookVerdict::Ask, _) => notify(state),
    }
}

fn notify(state: GateState) -> (GateState, GateAction) {
    go(state, Stage::Notifying, GateAction::Notify)
}

/// The input that a hook granted is decided like any other; what was answered stays answered.
fn granted(state: GateState, verdict: RuleVerdict) -> (GateState, GateAction) {
    match verdict {
        RuleVerdict::Deny { reason } => refuse(state, Refusal::Rule(reason)),
        RuleVerdict::Ask(AskedBy::Governance) => notify(state),
        RuleVerdict::Ask(_) | RuleVerdict::Ordinary | RuleVerdict::Allow => approved(state),
    }
}

fn answered(state: GateState, consent: Consent) -> (GateState, GateAction) {
    match consent {
        Consent::Yes => approved(state),
        Consent::No(words) => refuse(state, Refusal::Person(words)),
        Consent::Nobody => refuse(state, Refusal::Nobody),
    }
}

fn hooks_after(state: GateState, verdict: HookVerdict) -> (GateState, GateAction) {
    match verdict {
        HookVerdict::Block { by, reason } => refuse(state, Refusal::Hook { by, reason }),
        HookVerdict::None | HookVerdict::Allow | HookVerdict::Ask => {
            go(state, Stage::Over, GateAction::Run)
        }
    }
}

impl Refusal {
    /// What the agent reads in place of the result.
    pub fn for_agent(&self) -> String {
        match self {
            Refusal::Invalid(why) => format!("the input does not fit the tool: {why}"),
            Refusal::InvalidRewrite(why) => format!(
                "a hook changed the input to one that does not fit the tool, so nothing was run: {why}"
            ),
            Refusal::Hook { reason, .. } => format!("refused by a hook: {reason}"),
            Refusal::Rule(reason) => format!("not permitted: {reason}"),
            Refusal::Person(Some(words)) => format!("the user said no: {words}"),
            Refusal::Person(None) => "the user said no".to_owned(),
            Refusal::Nobody => {
                "this needs the user's approval, and nobody is there to give it".to_owned()
            }
        }
    }

    /// Who refused, in one word for lists.
    pub fn by(&self) -> &str {
        match self {
            Refusal::Invalid(_) => "validation",
            Refusal::InvalidRewrite(_) => "validation after a hook",
            Refusal::Hook { by, .. } => by,
            Refusal::Rule(_) => "rules",
            Refusal::Person(_) => "the user",
            Refusal::Nobody => "nobody there",
        }
    }
}
