//! A hook that asks a model one question.

use stdx::{Pending, PortError};

use crate::handler::{Action, HandlerKind, PromptAction};
use crate::ports::{HookBackend, HookCall, PromptBackendDeps, Question};
use crate::reply::{Ended, Judgement, RawReply};

use super::{Limited, Limits, now, within};

/// Asks a model on behalf of hooks.
#[derive(Debug)]
pub struct PromptBackend {
    deps: PromptBackendDeps,
}

impl PromptBackend {
    /// A backend over a model.
    pub fn new(deps: PromptBackendDeps) -> PromptBackend {
        PromptBackend { deps }
    }
}

impl HookBackend for PromptBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Prompt
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let Action::Prompt(action) = &call.handler.action else {
                return RawReply::not_started("this is not a prompt hook", None);
            };
            let started = now();
            let question = question(action, &call);
            let cancel = question.cancel.clone();
            let limits = Limits {
                timer: self.deps.timer.as_ref(),
                timeout: call.timeout,
                cancel: &call.cancel,
            };
            let mut work = self.deps.judge.judge(question);
            let ended = within(limits, &mut work).await;
            cancel.cancel("the hook has ended");
            RawReply {
                took: started.elapsed(),
                ..reply(ended)
            }
        })
    }
}

/// The question, the event put in its place.
pub(super) fn question<'a>(action: &'a PromptAction, call: &HookCall<'_>) -> Question<'a> {
    Question {
        prompt: filled(&action.prompt, &String::from_utf8_lossy(&call.stdin)),
        model: action.model.as_deref(),
        cancel: call.cancel.child(),
        trail: call.trail.clone(),
    }
}

/// `$ARGUMENTS` is replaced by the event, `\$` is a plain dollar; without the word the event is
/// appended. One pass: the event's own text is not looked at again.
fn filled(prompt: &str, event: &str) -> String {
    let mut res = String::with_capacity(prompt.len() + event.len());
    let mut rest = prompt;
    let mut used = false;
    while let Some(at) = rest.find(['$', '\\']) {
        res.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("\\$") {
            res.push('$');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("$ARGUMENTS") {
            res.push_str(event.trim_end());
            used = true;
            rest = after;
        } else {
            res.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    res.push_str(rest);
    if !used {
        res.push_str("\n\n");
        res.push_str(event.trim_end());
    }
    res
}

pub(super) fn reply(ended: Limited<Result<Judgement, PortError>>) -> RawReply {
    match ended {
        Limited::Done(Ok(judgement)) => RawReply::of(Ended::Judged(judgement)),
        Limited::Done(Err(error)) => RawReply::not_started(error.to_string(), None),
        Limited::TimedOut => RawReply::of(Ended::TimedOut),
        Limited::Cancelled => RawReply::of(Ended::Cancelled),
    }
}
