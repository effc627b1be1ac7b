//! A hook that sends a helper agent.

use stdx::Pending;

use crate::handler::{Action, HandlerKind};
use crate::ports::{AgentBackendDeps, HookBackend, HookCall};
use crate::reply::RawReply;

use super::prompt::{question, reply};
use super::{Limits, now, within};

/// Sends agents on behalf of hooks.
#[derive(Debug)]
pub struct AgentBackend {
    deps: AgentBackendDeps,
}

impl AgentBackend {
    /// A backend over an agent.
    pub fn new(deps: AgentBackendDeps) -> AgentBackend {
        AgentBackend { deps }
    }
}

impl HookBackend for AgentBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Agent
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let Action::Agent(action) = &call.handler.action else {
                return RawReply::not_started("this is not an agent hook", None);
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
