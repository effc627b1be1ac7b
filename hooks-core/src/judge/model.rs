//! What a model's verdict means on each event (Claude Code's `ok: false` table).

use crate::event::EventName;
use crate::handler::{Action, OnNo};
use crate::outcome::RunStatus;
use crate::reply::{Judgement, Possible, YesNo};
use crate::rules::{BlockEffect, Honoured};

use super::said::block;
use super::{Case, Judged};

/// A yes says nothing; a no is a block with the model's reason.
pub(super) fn judged(case: Case<'_>, judgement: &Judgement) -> Judged {
    let ok = Judged::new(RunStatus::Ok);
    match judgement.verdict {
        YesNo::Yes => ok,
        YesNo::No if gives_up(case, judgement) || case.event_rules.exit_block == Honoured::No => ok,
        YesNo::No => {
            let reason = judgement.reason.clone();
            let mut judged = block(case, ok, reason.clone());
            if ends_turn(case) {
                judged.keep_going = None;
                judged.halt = Some(reason.unwrap_or_default());
            }
            judged
        }
    }
}

/// A goal that can never hold lets the turn end, if a prompt says so.
fn gives_up(case: Case<'_>, judgement: &Judgement) -> bool {
    let is_prompt = matches!(case.handler.action, Action::Prompt(_));
    is_prompt
        && judgement.possible == Possible::Never
        && case.event_rules.block == BlockEffect::KeepsGoing
}

/// A no of a prompt ends the turn around a tool, and the work of an idle teammate, unless its author
/// wants the agent to be told.
fn ends_turn(case: Case<'_>) -> bool {
    let Action::Prompt(prompt) = &case.handler.action else {
        return false;
    };
    let ends = matches!(
        case.event.name,
        EventName::PreToolUse | EventName::PostToolUse
    ) || matches!(case.event.name.as_str(), "PostToolBatch" | "TeammateIdle");
    ends && prompt.on_no == OnNo::EndTurn
}
