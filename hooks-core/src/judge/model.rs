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
                judged.halt = Some(reason.unwrap_or_default());
            }
            judged
        }
    }
}

/// A goal that can never hold lets the turn end.
fn gives_up(case: Case<'_>, judgement: &Judgement) -> bool {
    judgement.possible == Possible::Never && case.event_rules.block == BlockEffect::KeepsGoing
}

/// A no of a prompt ends the turn around a tool, unless its author wants the agent to be told.
fn ends_turn(case: Case<'_>) -> bool {
    let Action::Prompt(prompt) = &case.handler.action else {
        return false;
    };
    let around_tool = matches!(
        case.event.name,
        EventName::PreToolUse | EventName::PostToolUse
    ) || case.event.name.as_str() == "PostToolBatch";
    around_tool && prompt.on_no == OnNo::EndTurn
}
