//! What an answer says, and the effect that it has on its event.

use serde_json::{Map, Value};

use crate::event::EventName;
use crate::outcome::RunStatus;
use crate::reply::{Answer, Decision};
use crate::rules::{BlockEffect, ContextEffect};

use super::{Case, Judged, failed};

/// Applies a JSON answer.
pub(super) fn answer(case: Case<'_>, object: &Map<String, Value>) -> Judged {
    match (case.dialect.read_answer)(case.dialect.rules, case.event_rules, object) {
        Ok(answer) => answered(case, answer),
        Err(why) => failed(case, format!("its answer cannot be used: {why}")),
    }
}

pub(super) fn answered(case: Case<'_>, mut answer: Answer) -> Judged {
    match answer.decision.take() {
        Some(Decision::Block { reason }) => {
            answer.input = None;
            block(case, spoken(case, answer), reason)
        }
        decision => {
            let mut judged = spoken(case, answer);
            judged.verdict = decision.filter(|_| can_allow(&case.event.name));
            judged
        }
    }
}

/// An allow or an ask means something only where a question would follow.
fn can_allow(event: &EventName) -> bool {
    matches!(event, EventName::PreToolUse | EventName::PermissionRequest)
}

/// What an answer says besides its decision.
pub(super) fn spoken(case: Case<'_>, answer: Answer) -> Judged {
    let mut judged = Judged::new(RunStatus::Ok);
    judged.input = answer.input;
    match case.event_rules.context {
        ContextEffect::Told => judged.contexts.extend(answer.context),
        ContextEffect::KeepsGoing => judged.keep_going = answer.context,
        ContextEffect::Ignored => {}
    }
    judged.notes.extend(answer.note);
    judged.halt = answer.halt;
    judged.output = answer.output;
    judged.problems = answer.problems;
    judged
}

/// Gives a block the effect that it has on this event [C-21..C-25].
pub(super) fn block(case: Case<'_>, mut judged: Judged, reason: Option<String>) -> Judged {
    judged.status = RunStatus::Blocked;
    let reason = reason.filter(|it| !it.trim().is_empty());
    let told = || {
        reason.clone().unwrap_or_else(|| {
            format!(
                "a hook refused `{}` and gave no reason",
                case.event_rules.word
            )
        })
    };
    match case.event_rules.block {
        BlockEffect::Refuses => {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        BlockEffect::RefusesAutomatic if case.event.text_field("trigger") == Some("auto") => {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        BlockEffect::RefusesBelowPolicy
            if case.event.text_field("source") != Some("policy_settings") =>
        {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        // Without a reason there is nothing to tell the agent.
        BlockEffect::Feedback => judged.feedback.clone_from(&reason),
        BlockEffect::KeepsGoing => judged.keep_going = Some(told()),
        BlockEffect::RefusesAutomatic | BlockEffect::RefusesBelowPolicy | BlockEffect::Warned => {
            judged = without_effect(case, judged);
            judged.notes.push(told());
        }
        BlockEffect::Ignored => judged = without_effect(case, judged),
    }
    judged
}

/// A block on an event that cannot be blocked: nobody may read it as one.
pub(super) fn without_effect(case: Case<'_>, judged: Judged) -> Judged {
    let why = format!("a block has no effect on `{}`", case.event_rules.word);
    Judged {
        status: RunStatus::Failed,
        ..judged
    }
    .because(why)
}
