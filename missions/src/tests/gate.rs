//! The gate: every path from a call to its end.

use proptest::prelude::*;

use crate::gate::GateEvent::{Answered, Called, Decided, Hooks, Invalid, Notified, Valid};
use crate::gate::{
    AskedBy, Consent, GateAction, GateEvent, GateState, HookVerdict, Input, RuleVerdict, step,
};

/// The actions that these events lead to, the first being that of the call's arrival.
fn walk(events: &[GateEvent]) -> Vec<GateAction> {
    let mut state = GateState::default();
    let events = std::iter::once(&Called).chain(events);
    let actions = events.map(|event| {
        let (next, action) = step(std::mem::take(&mut state), event.clone());
        state = next;
        action
    });
    actions.collect()
}

/// Walks and compares where it ends: `run`, who refuses, or what is to be done next.
#[track_caller]
fn check(events: &[GateEvent], expected: &str) {
    let end = match walk(events).pop() {
        Some(GateAction::Run) => "run".to_owned(),
        Some(GateAction::Refuse(refusal)) => refusal.by().to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(end, expected, "after {events:?}");
}

fn hooks(verdict: HookVerdict) -> GateEvent {
    Hooks {
        verdict,
        input: Input::Kept,
    }
}

fn changed(verdict: HookVerdict) -> GateEvent {
    Hooks {
        verdict,
        input: Input::Changed,
    }
}

fn no() -> HookVerdict {
    HookVerdict::Block {
        by: "guard".to_owned(),
        reason: "no".to_owned(),
    }
}

fn deny() -> GateEvent {
    Decided(RuleVerdict::Deny {
        reason: "no".to_owned(),
    })
}

#[test]
fn each_path_has_one_end() {
    use HookVerdict::{Allow, Ask, None};
    use RuleVerdict::Ordinary;
    let allowed = || Decided(RuleVerdict::Allow);
    let ordinary = || Decided(Ordinary);
    let governed = || Decided(RuleVerdict::Ask(AskedBy::Governance));
    check(&[], "Some(Validate)");
    check(&[Invalid("x".to_owned())], "validation");
    check(&[Valid, hooks(no())], "guard");
    check(&[Valid, hooks(None), deny()], "rules");
    check(&[Valid, hooks(Allow), deny()], "rules");
    check(&[Valid, hooks(None), allowed(), hooks(None)], "run");
    check(&[Valid, hooks(None), allowed(), hooks(no())], "guard");
    check(&[Valid, hooks(Allow), ordinary(), hooks(None)], "run");
    check(&[Valid, hooks(Ask), allowed()], "Some(PermissionHooks)");
    check(&[Valid, hooks(None), ordinary()], "Some(PermissionHooks)");
    let asked = [Valid, hooks(None), ordinary()];
    let then = |rest: &[GateEvent]| [&asked[..], rest].concat();
    check(&then(&[hooks(no())]), "guard");
    check(&then(&[hooks(Allow), hooks(None)]), "run");
    check(&then(&[hooks(None)]), "Some(Notify)");
    check(&then(&[hooks(None), Notified]), "Some(AskPerson)");
    let answered = |consent| then(&[hooks(None), Notified, Answered(consent)]);
    check(&answered(Consent::Yes), "Some(HooksAfter)");
    check(&answered(Consent::No(Option::None)), "the user");
    check(&answered(Consent::Nobody), "nobody there");
    // Where the organisation wants a person, a hook does not answer in their place.
    check(
        &[Valid, hooks(Allow), governed(), hooks(Allow)],
        "Some(Notify)",
    );
}

#[test]
fn a_changed_input_is_looked_at_anew() {
    use HookVerdict::{Allow, None};
    let wrong = || Invalid("x".to_owned());
    check(&[Valid, changed(None)], "Some(Validate)");
    check(&[Valid, changed(None), wrong()], "validation after a hook");
    check(&[Valid, changed(None), Valid], "Some(Decide)");
    let asked = [
        Valid,
        hooks(None),
        Decided(RuleVerdict::Ordinary),
        changed(Allow),
    ];
    let then = |rest: &[GateEvent]| [&asked[..], rest].concat();
    check(&then(&[]), "Some(Validate)");
    check(&then(&[wrong()]), "validation after a hook");
    check(&then(&[Valid, deny()]), "rules");
    check(
        &then(&[Valid, Decided(RuleVerdict::Ordinary), hooks(None)]),
        "run",
    );
}

fn events() -> impl Strategy<Value = GateEvent> {
    let verdicts = prop_oneof![
        Just(HookVerdict::None),
        Just(HookVerdict::Allow),
        Just(HookVerdict::Ask),
        Just(no()),
    ];
    let inputs = prop_oneof![Just(Input::Kept), Just(Input::Changed)];
    prop_oneof![
        1 => Just(Called),
        4 => Just(Valid),
        1 => Just(Invalid("x".to_owned())),
        6 => (verdicts, inputs).prop_map(|(verdict, input)| Hooks { verdict, input }),
        3 => Just(Decided(RuleVerdict::Allow)),
        3 => Just(Decided(RuleVerdict::Ordinary)),
        1 => Just(Decided(RuleVerdict::Ask(AskedBy::Governance))),
        1 => Just(deny()),
        2 => Just(Notified),
        2 => Just(Answered(Consent::Yes)),
        1 => Just(Answered(Consent::Nobody)),
    ]
}

proptest! {
    /// Whatever comes in whatever order: what runs was valid, was decided and not denied, and passed
    /// the hooks after approval, which had the last word.
    #[test]
    fn nothing_runs_past_a_no(events in prop::collection::vec(events(), 0..14)) {
        let actions = walk(&events);
        let Some(at) = actions.iter().position(|it| *it == GateAction::Run) else {
            return Ok(());
        };
        let seen = &events[..at];
        let is_no = |it: &GateEvent| {
            *it == deny()
                || matches!(it, Invalid(_) | Answered(Consent::Nobody))
                || matches!(it, Hooks { verdict: HookVerdict::Block { .. }, .. })
        };
        prop_assert!(!seen.iter().any(is_no), "{seen:?}");
        prop_assert!(seen.iter().any(|it| matches!(it, Decided(_))));
        prop_assert!(seen.contains(&Valid));
        prop_assert_eq!(&actions[at - 1], &GateAction::HooksAfter);
    }

    /// A gate that has come to an end opens for nothing.
    #[test]
    fn an_end_is_an_end(events in prop::collection::vec(events(), 0..20)) {
        let actions = walk(&events);
        let is_end = |it: &GateAction| matches!(it, GateAction::Run | GateAction::Refuse(_));
        let Some(at) = actions.iter().position(is_end) else {
            return Ok(());
        };
        prop_assert!(actions[at + 1..].iter().all(|it| matches!(it, GateAction::Refuse(_))));
    }
}
