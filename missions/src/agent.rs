//! Who works: our own loop, or an agent of somebody else's.

use std::fmt::Debug;

use stdx::Pending;

use crate::fact::{CallFact, Fact};
use crate::message::{Message, Success, ToolCall, Usage};
use crate::ports::{Scene, Shown};
use crate::run::{Permitted, Run, TurnEnd};
use crate::tool::{Effect, ToolResult};

/// An agent that does one turn of work after another.
///
/// The mission calls it from its own thread, one turn at a time: first with the prompt, then with the
/// reason why a hook or a goal does not let it finish. Dropping the future ends the turn, and with it
/// everything that the agent started.
pub trait Agent: Debug + Send {
    /// What a person knows it by: `builtin`, `acp:gemini`.
    fn name(&self) -> &str;

    /// Works on an instruction until it has finished.
    fn turn<'a>(&'a mut self, instruction: String, host: &'a mut Host) -> Pending<'a, TurnEnd>;
}

/// Our own loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Agent for Builtin {
    fn name(&self) -> &'static str {
        "builtin"
    }

    fn turn<'a>(&'a mut self, instruction: String, host: &'a mut Host) -> Pending<'a, TurnEnd> {
        Box::pin(host.run.turn(instruction))
    }
}

/// What a mission lends to an agent: its gate, its tools, its transcript, its screen.
#[derive(Debug)]
pub struct Host {
    pub(crate) run: Run,
}

impl Host {
    /// Where the work happens; its cancel ends the turn.
    pub fn scene(&self) -> &Scene {
        &self.run.scene
    }

    /// Waits, for time-outs of the agent's own protocol.
    pub fn timer(&self) -> &dyn stdx::Timer {
        self.run.deps.timer.as_ref()
    }

    /// The instructions that our own agent would have as its system prompt.
    pub fn instructions(&self) -> &str {
        &self.run.system
    }

    /// Shows something.
    pub fn show(&self, shown: Shown<'_>) {
        self.run.deps.view.show(shown, &self.run.scene);
    }

    /// Takes a call that the agent would make by itself through hooks, rules and the person.
    pub async fn permit(&self, call: &ToolCall) -> Permitted {
        self.run.permit(call).await
    }

    /// Does a call for the agent with our own tool of that name, through the same gate as any other;
    /// the result as the agent is to read it, whether it worked, and the end of the turn if the call
    /// brought it.
    pub async fn call(&mut self, call: &ToolCall) -> (String, Success, Option<TurnEnd>) {
        let called = self.run.call(call).await;
        self.run.n_acts += u32::from(called.acted);
        match called.message {
            Message::Result { text, success, .. } => (text, success, called.end),
            Message::User(text) | Message::Assistant { text, .. } => {
                (text, Success::Yes, called.end)
            }
        }
    }

    /// Tells hooks of a call that the agent made by itself; what they add for it.
    pub async fn did(&mut self, call: &ToolCall, result: &ToolResult) -> Vec<String> {
        let input = call.input.as_object().cloned().unwrap_or_default();
        let fact = CallFact {
            id: &call.id,
            tool: &call.name,
            input: &input,
        };
        let after = Fact::AfterTool { call: fact, result };
        let says = self.run.fire(after).await;
        if self.run.tools.effect(&call.name) == Effect::Acts {
            self.run.n_acts += 1;
        }
        says.feedback.into_iter().chain(says.contexts).collect()
    }

    /// Adds a message to the conversation and the transcript. Calls and results which an agent reports
    /// are the evidence of a goal's judge.
    ///
    /// # Errors
    /// The transcript cannot be written, which ends the turn.
    pub fn record(&mut self, message: Message, usage: Option<Usage>) -> Result<(), TurnEnd> {
        if let Message::Result { .. } = &message {
            self.run.n_results += 1;
        }
        self.run.push(message, usage)
    }

    /// Counts what the agent says that it has used.
    ///
    /// # Errors
    /// It was more than it may use.
    pub fn used(&self, usage: Usage) -> Result<(), TurnEnd> {
        let now = self.run.deps.clock.now();
        let reserved = self.run.deps.account.reserve(0, now);
        reserved.map_err(TurnEnd::OverBudget)?.settle(usage);
        Ok(())
    }
}
