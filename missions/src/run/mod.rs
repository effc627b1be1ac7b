//! One conversation with a model that uses tools: the agent's own, or a helper's.

use std::sync::Arc;

use serde_json::Value;
use stdx::join_all;

use crate::budget::{Exhausted, about_tokens};
use crate::deps::Deps;
use crate::error::TranscriptError;
use crate::fact::Trigger;
use crate::message::{Message, Success, ToolCall, Usage};
use crate::model::{Model, ModelCx, ModelError, Reply, Request, Stop};
use crate::ports::{Scene, Shown};
use crate::tool::Effect;
use crate::toolbox::Toolbox;
use crate::transcript::Line;

mod calls;
mod compact;
mod helper;
mod permit;
mod special;
mod words;

pub(crate) use helper::Opening;
pub use helper::{Power, SubRun, sub_run};
pub use permit::{Permit, Permitted};

use calls::Called;
use words::Spoken;

/// A conversation at work.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) deps: Deps,
    pub(crate) scene: Scene,
    pub(crate) model: Arc<dyn Model>,
    pub(crate) tools: Toolbox,
    pub(crate) system: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) n_results: usize,
    pub(crate) steps: u32,
    repeated: Repeated,
    /// Calls that acted, since somebody last asked: how a judge sees progress.
    pub(crate) n_acts: u32,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnEnd {
    /// The agent has finished; this is what it said last.
    Finished(String),
    /// A hook stopped everything, with this reason for the person.
    Halted(String),
    /// Somebody cancelled.
    Cancelled(String),
    /// A budget is used up.
    OverBudget(Exhausted),
    /// It went round in circles.
    Stuck(String),
    /// The model, or the disk, failed.
    Failed(String),
}

/// The last call and its result, and how often it came in a row.
#[derive(Debug, Default)]
struct Repeated {
    last: Option<(String, Value, String)>,
    times: u32,
}

/// How often a model that says nothing, or breaks off, is asked to go on.
const NUDGES: u32 = 2;

impl Run {
    /// Goes on with an instruction until the agent has finished.
    pub(crate) async fn turn(&mut self, instruction: String) -> TurnEnd {
        match self.turn_or_fault(instruction).await {
            Ok(end) | Err(end) => end,
        }
    }

    async fn turn_or_fault(&mut self, instruction: String) -> Result<TurnEnd, TurnEnd> {
        self.push(Message::User(instruction), None)?;
        let mut nudges = 0;
        for _ in 0..self.steps {
            self.listen().await?;
            let reply = self.ask().await?;
            let (text, stop) = (reply.text.clone(), reply.stop);
            let calls = reply.calls.clone();
            self.spoke(reply)?;
            if !calls.is_empty() {
                nudges = 0;
                self.call_all(calls).await?;
                continue;
            }
            if self.has_followups() {
                continue;
            }
            match nudge(&text, stop).filter(|_| nudges < NUDGES) {
                Some(nudge) => {
                    nudges += 1;
                    self.push(Message::User(nudge.to_owned()), None)?;
                }
                None if stop == Stop::Refused => {
                    return Err(TurnEnd::Failed("the model refused to answer".to_owned()));
                }
                None => return Ok(TurnEnd::Finished(text)),
            }
        }
        let steps = self.steps;
        Err(TurnEnd::Stuck(format!("no end after {steps} replies")))
    }

    /// What came in between two steps: an end, follow-ups, words of hooks beside the work.
    async fn listen(&mut self) -> Result<(), TurnEnd> {
        if let Some(reason) = self.scene.cancel.reason() {
            return Err(TurnEnd::Cancelled(reason));
        }
        for text in self.deps.hooks.overheard() {
            self.push(Message::User(text), None)?;
        }
        for text in self.followups().await? {
            self.push(Message::User(text), None)?;
        }
        self.compact_if_long().await
    }

    /// Asks the model, within what may be used.
    async fn ask(&mut self) -> Result<Reply, TurnEnd> {
        match self.request().await {
            Err(ModelError::TooLong { message }) => {
                if !self.compact(Trigger::Auto).await? {
                    return Err(TurnEnd::Failed(message));
                }
                self.request().await.map_err(|it| failed(&it))
            }
            other => other.map_err(|it| failed(&it)),
        }
        .and_then(|it| it.map_err(TurnEnd::OverBudget))
    }

    async fn request(&self) -> Result<Result<Reply, Exhausted>, ModelError> {
        let now = self.deps.clock.now();
        let reservation = match self.deps.account.reserve(self.size(), now) {
            Ok(reservation) => reservation,
            Err(exhausted) => return Ok(Err(exhausted)),
        };
        let words = Spoken::new(self);
        let request = Request {
            system: &self.system,
            messages: &self.messages,
            tools: self.tools.specs(),
            n_results: self.n_results,
            max_output_tokens: reservation.max_output,
        };
        let cx = ModelCx {
            cancel: &self.scene.cancel,
            words: &words,
        };
        let reply = self.model.reply(request, cx).await?;
        reservation.settle(reply.usage);
        Ok(Ok(reply))
    }

    fn spoke(&mut self, reply: Reply) -> Result<(), TurnEnd> {
        if !reply.text.is_empty() {
            let shown = Shown::Message(&reply.text);
            self.deps.view.show(shown, &self.scene);
        }
        let usage = Some(reply.usage);
        let message = Message::Assistant {
            text: reply.text,
            calls: reply.calls,
        };
        self.push(message, usage)
    }

    /// Runs the calls of one reply: those that only look side by side, all others one by one.
    async fn call_all(&mut self, calls: Vec<ToolCall>) -> Result<(), TurnEnd> {
        let mut rest = calls.as_slice();
        while !rest.is_empty() {
            let n_looking = rest
                .iter()
                .take_while(|it| self.effect(it) == Effect::Looks)
                .count();
            let (now, later) = rest.split_at(n_looking.max(1));
            rest = later;
            let called = self.side_by_side(now).await;
            self.took(called, later)?;
        }
        Ok(())
    }

    async fn side_by_side(&self, calls: &[ToolCall]) -> Vec<Called> {
        let futures = calls
            .iter()
            .map(|it| Box::pin(self.call(it)) as stdx::Pending<'_, _>);
        join_all(futures.collect()).await
    }

    /// Keeps what calls gave. An end keeps what there is first, and says of the calls which come too
    /// late that they did not run: every call has a result.
    fn took(&mut self, called: Vec<Called>, later: &[ToolCall]) -> Result<(), TurnEnd> {
        let mut end = None;
        for called in called {
            self.repeated.see(&called);
            self.n_acts += u32::from(called.acted);
            self.n_results += 1;
            let done = called.end;
            self.push(called.message, None)?;
            end = end.or(done);
        }
        let end = end.or_else(|| self.circles());
        let Some(end) = end else {
            return Ok(());
        };
        for call in later {
            self.n_results += 1;
            self.push(not_run(call), None)?;
        }
        Err(end)
    }

    fn circles(&self) -> Option<TurnEnd> {
        let limit = self.deps.limits.repeats;
        let (tool, ..) = self.repeated.last.as_ref()?;
        (self.repeated.times >= limit).then(|| {
            TurnEnd::Stuck(format!(
                "`{tool}` was called {limit} times in a row with the same input and the same result"
            ))
        })
    }

    fn effect(&self, call: &ToolCall) -> Effect {
        self.tools.effect(&call.name)
    }

    /// Adds a message here and to the transcript, there first.
    pub(crate) fn push(&mut self, message: Message, usage: Option<Usage>) -> Result<(), TurnEnd> {
        let line = Line::Message {
            message: &message,
            usage,
            model: usage.map(|_| self.model.name()),
        };
        self.write(line)?;
        self.messages.push(message);
        Ok(())
    }

    pub(crate) fn write(&self, line: Line<'_>) -> Result<(), TurnEnd> {
        let now = self.deps.clock.now();
        let written = self.deps.transcript.append(line, &self.scene, now);
        written.map_err(|it: TranscriptError| TurnEnd::Failed(it.to_string()))
    }

    /// About how many tokens the next request has.
    pub(crate) fn size(&self) -> u64 {
        let bytes: usize = self.messages.iter().map(words::bytes_of).sum();
        about_tokens(bytes + self.system.len() + self.tools.n_bytes())
    }
}

pub(crate) fn failed(error: &ModelError) -> TurnEnd {
    match error {
        ModelError::Cancelled { reason } => TurnEnd::Cancelled(reason.clone()),
        other => TurnEnd::Failed(other.to_string()),
    }
}

/// What is said to a model that stopped without having finished.
fn nudge(text: &str, stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Length => {
            Some("Your reply was cut off because it became too long. Go on from there.")
        }
        Stop::End if text.trim().is_empty() => Some(
            "Your reply was empty. Go on with the work, or say in words that you have finished.",
        ),
        Stop::End | Stop::Refused => None,
    }
}

fn not_run(call: &ToolCall) -> Message {
    Message::Result {
        call_id: call.id.clone(),
        tool: call.name.clone(),
        text: "the turn ended before this ran. It was not run.".to_owned(),
        success: Success::No,
    }
}

impl Repeated {
    fn see(&mut self, called: &Called) {
        let Message::Result { tool, text, .. } = &called.message else {
            return;
        };
        let this = (tool.clone(), called.input.clone(), text.clone());
        if self.last.as_ref() == Some(&this) {
            self.times += 1;
        } else {
            self.last = Some(this);
            self.times = 1;
        }
    }
}
