//! One tool call from the model's wish to the result it reads.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::fact::{CallFact, Fact};
use crate::message::{Message, Success, ToolCall};
use crate::ports::{HookSays, Shown};
use crate::tool::{Effect, ToolCx, ToolResult};
use crate::transcript::Line;

use super::permit::Permit;
use super::{Run, TurnEnd};

/// What a call came to.
#[derive(Debug)]
pub(crate) struct Called {
    /// The result for the model.
    pub(crate) message: Message,
    /// The input as the model gave it.
    pub(crate) input: Value,
    /// Whether it changed something.
    pub(crate) acted: bool,
    /// The end of the turn, if the call brought it.
    pub(crate) end: Option<TurnEnd>,
}

/// A result on its way to the model.
#[derive(Debug, Default)]
struct Outcome {
    result: ToolResult,
    refused_by: Option<String>,
    texts: Vec<String>,
    halt: Option<String>,
    acted: bool,
    took: Duration,
}

impl Run {
    /// Does one call, whatever it takes, and never fails but by ending the turn.
    pub(crate) async fn call(&self, call: &ToolCall) -> Called {
        let mut end = None;
        let outcome = match self.deps.account.tool_call(self.deps.clock.now()) {
            Err(exhausted) => {
                let text = format!("not run: {exhausted}");
                end = Some(TurnEnd::OverBudget(exhausted));
                Outcome::failed(text)
            }
            Ok(()) if !self.tools.knows(&call.name) => Outcome::failed(self.unknown(&call.name)),
            Ok(()) => match self.permitted(call).await {
                Ok(outcome) => outcome,
                Err(fault) => {
                    end = Some(fault);
                    Outcome::failed("the transcript cannot be written".to_owned())
                }
            },
        };
        self.ended(call, &outcome);
        let halted = outcome.halt.clone().map(TurnEnd::Halted);
        let cancelled = self.scene.cancel.reason().map(TurnEnd::Cancelled);
        Called {
            acted: outcome.acted,
            input: call.input.clone(),
            end: end.or(halted).or(cancelled),
            message: self.message(call, outcome),
        }
    }

    async fn permitted(&self, call: &ToolCall) -> Result<Outcome, TurnEnd> {
        let permitted = self.permit(call).await;
        let mut outcome = match permitted.permit {
            Permit::Yes(input) => self.run_tool(call, &input).await?,
            Permit::No(refusal) => Outcome {
                refused_by: Some(refusal.by().to_owned()),
                ..Outcome::failed(refusal.for_agent())
            },
        };
        outcome.texts.splice(0..0, permitted.contexts);
        outcome.halt = permitted.halt.or(outcome.halt);
        Ok(outcome)
    }

    async fn run_tool(
        &self,
        call: &ToolCall,
        input: &Map<String, Value>,
    ) -> Result<Outcome, TurnEnd> {
        let shown = Shown::ToolStarted {
            call_id: &call.id,
            tool: &call.name,
            input: &Value::Object(input.clone()),
        };
        self.deps.view.show(shown, &self.scene);
        let acts = self.effect(call) == Effect::Acts;
        if acts {
            // Written before it runs: whoever takes the session up again learns that it may have.
            self.write(Line::Started {
                call_id: &call.id,
                tool: &call.name,
            })?;
        }
        let begun = self.deps.clock.now();
        let result = self.do_it(call, input).await;
        let took = self.deps.clock.now().duration_since(begun);
        let fact = CallFact {
            id: &call.id,
            tool: &call.name,
            input,
        };
        let says = self.fire(Fact::AfterTool {
            call: fact,
            result: &result,
        });
        let says = says.await;
        let mut outcome = after(result, says);
        outcome.acted = acts;
        outcome.took = took.unwrap_or_default();
        Ok(outcome)
    }

    async fn do_it(&self, call: &ToolCall, input: &Map<String, Value>) -> ToolResult {
        match self.tools.get(&call.name) {
            Some(tool) => tool.run(input, self.tool_cx(&call.id)).await,
            None => self.special(&call.name, input).await,
        }
    }

    pub(super) fn tool_cx<'a>(&'a self, call_id: &'a str) -> ToolCx<'a> {
        ToolCx {
            call_id,
            cwd: &self.scene.cwd,
            project: &self.scene.project,
            cancel: &self.scene.cancel,
            trail: &self.scene.trail,
        }
    }

    /// Tells hooks of something, shows what they did and what they say to the person.
    pub(crate) async fn fire(&self, fact: Fact<'_>) -> HookSays {
        let says = self.deps.hooks.fire(fact, &self.scene).await;
        crate::show::hooks(&self.deps, &self.scene, &says);
        says
    }

    fn unknown(&self, name: &str) -> String {
        let specs = self.tools.specs().iter();
        let names: Vec<&str> = specs.map(|it| it.name.as_str()).collect();
        let near = stdx::text::nearest(name, names.iter().copied());
        let near = near.map(|it| format!(" Did you mean `{it}`?"));
        let near = near.unwrap_or_default();
        match names.is_empty() {
            true => format!("no tool is called `{name}`. There are none here."),
            false => format!(
                "no tool is called `{name}`.{near} There are: {}",
                names.join(", ")
            ),
        }
    }

    fn ended(&self, call: &ToolCall, outcome: &Outcome) {
        let shown = Shown::ToolEnded {
            call_id: &call.id,
            tool: &call.name,
            result: &outcome.result,
            refused_by: outcome.refused_by.as_deref(),
            took: outcome.took,
        };
        self.deps.view.show(shown, &self.scene);
    }

    fn message(&self, call: &ToolCall, outcome: Outcome) -> Message {
        let mut text = cut(outcome.result.text, self.deps.limits.result_bytes);
        for said in &outcome.texts {
            text.push_str("\n\nA hook adds:\n");
            text.push_str(said);
        }
        Message::Result {
            call_id: call.id.clone(),
            tool: call.name.clone(),
            text,
            success: outcome.result.success,
        }
    }
}

/// The result as hooks leave it: they may replace it and add to it.
fn after(mut result: ToolResult, says: HookSays) -> Outcome {
    if let Some(output) = says.output {
        result.text = output;
    }
    let texts = says.feedback.into_iter().chain(says.contexts);
    Outcome {
        result,
        texts: texts.collect(),
        halt: says.halt,
        ..Outcome::default()
    }
}

impl Outcome {
    fn failed(text: String) -> Outcome {
        Outcome {
            result: ToolResult {
                success: Success::No,
                ..ToolResult::failed(text)
            },
            ..Outcome::default()
        }
    }
}

/// Head and tail of a text that is too long, on character borders.
fn cut(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let head = text.floor_char_boundary(limit / 2);
    let tail = text.ceil_char_boundary(text.len() - limit / 2);
    let left_out = tail - head;
    format!(
        "{}\n[{left_out} bytes left out]\n{}",
        &text[..head],
        &text[tail..]
    )
}
