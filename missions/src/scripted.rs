//! A model that follows a script: for tests, demonstrations, and authors who spend no token.

use serde::Deserialize;
use serde_json::{Value, json};
use stdx::Pending;

use crate::message::{Message, ToolCall, Usage};
use crate::model::{Model, ModelCx, ModelError, Reply, Request, Stop};

/// A script. Step *i* answers the request whose history holds *i* tool results; past the end it says
/// `done`. The first rule whose words the instruction contains has its own steps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Steps for certain prompts, the first that fits counts.
    #[serde(default)]
    pub rules: Vec<ScriptRule>,
    /// Steps for all others.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// Steps for certain prompts; a condition that is not there holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptRule {
    /// The last instruction must contain this.
    #[serde(default)]
    pub if_prompt_contains: String,
    /// The system prompt must contain this.
    #[serde(default)]
    pub if_system_contains: String,
    /// The steps.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// One reply.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What it says.
    #[serde(default)]
    pub text: Option<String>,
    /// The tool it calls.
    #[serde(default)]
    pub tool: Option<String>,
    /// The input of that tool.
    #[serde(default)]
    pub input: Option<Value>,
    /// Several calls at once, instead.
    #[serde(default)]
    pub calls: Vec<ScriptCall>,
    /// What it costs.
    #[serde(default)]
    pub usage: Option<Usage>,
    /// It fails with these words.
    #[serde(default)]
    pub error: Option<String>,
    /// It says that the conversation is too long.
    #[serde(default)]
    pub too_long: Option<bool>,
}

/// One of several calls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptCall {
    /// The tool.
    pub tool: String,
    /// Its input.
    #[serde(default)]
    pub input: Value,
}

/// A model that follows a [`Script`].
#[derive(Debug)]
pub struct ScriptedModel {
    name: String,
    script: Script,
    context_tokens: Option<u64>,
}

impl ScriptedModel {
    /// A model of this name.
    pub fn new(name: impl Into<String>, script: Script) -> ScriptedModel {
        ScriptedModel {
            name: name.into(),
            script,
            context_tokens: None,
        }
    }

    /// Reads a script.
    ///
    /// # Errors
    /// It is not JSON of this shape; the error tells line and column.
    pub fn read(name: impl Into<String>, text: &[u8]) -> Result<ScriptedModel, serde_json::Error> {
        Ok(ScriptedModel::new(name, serde_json::from_slice(text)?))
    }

    /// The same with a window of so many tokens.
    #[must_use]
    pub fn with_context(mut self, tokens: u64) -> ScriptedModel {
        self.context_tokens = Some(tokens);
        self
    }

    fn step(&self, request: &Request<'_>) -> Option<&Step> {
        match self.rule(request) {
            // A rule is a piece of work of its own: its steps are counted from its instruction on.
            Some((rule, since)) => rule.steps.get(n_results(since)),
            None => self.script.steps.get(request.n_results),
        }
    }

    /// The rule of the latest instruction that has one, and what followed that instruction.
    fn rule<'m>(&self, request: &Request<'m>) -> Option<(&ScriptRule, &'m [Message])> {
        let messages = request.messages;
        let mut newest_first = messages.iter().enumerate().rev();
        newest_first.find_map(|(at, message)| {
            let Message::User(text) = message else {
                return None;
            };
            let mut rules = self.script.rules.iter();
            let rule = rules.find(|it| {
                text.contains(&it.if_prompt_contains)
                    && request.system.contains(&it.if_system_contains)
            })?;
            Some((rule, &messages[at..]))
        })
    }

    fn answer(&self, request: &Request<'_>, cx: &ModelCx<'_>) -> Result<Reply, ModelError> {
        if let Some(reason) = cx.cancel.reason() {
            return Err(ModelError::Cancelled { reason });
        }
        let Some(step) = self.step(request) else {
            cx.words.said("done");
            return Ok(Reply {
                text: "done".to_owned(),
                ..Reply::default()
            });
        };
        if let Some(message) = step.error.clone() {
            return Err(ModelError::Answer { message });
        }
        if step.too_long == Some(true) && request.messages.len() > 2 {
            let message = "the script says so".to_owned();
            return Err(ModelError::TooLong { message });
        }
        let text = step.text.clone().unwrap_or_default();
        if !text.is_empty() {
            cx.words.said(&text);
        }
        Ok(Reply {
            text,
            calls: calls(step, request.n_results),
            usage: step.usage.unwrap_or_default(),
            stop: Stop::End,
        })
    }
}

impl Model for ScriptedModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn context_tokens(&self) -> Option<u64> {
        self.context_tokens
    }

    fn reply<'a>(
        &'a self,
        request: Request<'a>,
        cx: ModelCx<'a>,
    ) -> Pending<'a, Result<Reply, ModelError>> {
        Box::pin(async move { self.answer(&request, &cx) })
    }
}

/// The calls of a step, each with an id that no other call of the conversation has.
fn calls(step: &Step, n_results: usize) -> Vec<ToolCall> {
    let one = step.tool.iter().map(|tool| ScriptCall {
        tool: tool.clone(),
        input: step.input.clone().unwrap_or_else(|| json!({})),
    });
    let calls = one.chain(step.calls.iter().cloned()).enumerate();
    calls
        .map(|(at, it)| ToolCall {
            id: format!("call_{}", n_results + at + 1),
            name: it.tool,
            input: it.input,
        })
        .collect()
}

fn n_results(messages: &[Message]) -> usize {
    let results = messages.iter();
    results
        .filter(|it| matches!(it, Message::Result { .. }))
        .count()
}
