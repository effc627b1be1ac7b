//! Whether a call may run: drives the gate.

use serde_json::{Map, Value};

use crate::fact::{Approval, CallFact, Fact};
use crate::gate::{
    Consent, GateAction, GateEvent, GateState, HookVerdict, Input, Refusal, RuleVerdict, step,
};
use crate::message::ToolCall;
use crate::ports::{Answer, Grant, HookSays, Question, Shown};

use super::Run;

/// What the gate says of a call, and what hooks added.
#[derive(Debug)]
pub struct Permitted {
    /// Whether it may run.
    pub permit: Permit,
    /// Texts of hooks for the agent.
    pub contexts: Vec<String>,
    /// A hook stops everything after this.
    pub halt: Option<String>,
}

/// Whether a call may run.
#[derive(Clone, Debug, PartialEq)]
pub enum Permit {
    /// With this input.
    Yes(Map<String, Value>),
    /// Not at all.
    No(Refusal),
}

/// A call on its way through the gate.
struct Passage<'a> {
    run: &'a Run,
    call: &'a ToolCall,
    input: Value,
    object: Map<String, Value>,
    contexts: Vec<String>,
    halt: Option<String>,
    why_asked: Option<String>,
}

impl Run {
    /// Takes a call through the gate.
    pub(crate) async fn permit(&self, call: &ToolCall) -> Permitted {
        let mut passage = Passage {
            run: self,
            call,
            input: call.input.clone(),
            object: Map::new(),
            contexts: Vec::new(),
            halt: None,
            why_asked: None,
        };
        let (mut state, mut action) = step(GateState::default(), GateEvent::Called);
        let permit = loop {
            let event = match action {
                GateAction::Run => break Permit::Yes(passage.object),
                GateAction::Refuse(refusal) => break Permit::No(refusal),
                other => passage.act(other).await,
            };
            (state, action) = step(state, event);
        };
        Permitted {
            permit,
            contexts: passage.contexts,
            halt: passage.halt,
        }
    }
}

impl Passage<'_> {
    async fn act(&mut self, action: GateAction) -> GateEvent {
        match action {
            GateAction::Validate => self.validate(),
            GateAction::HooksBefore => self.before_tool(Approval::Ahead).await,
            GateAction::HooksAfter => self.before_tool(Approval::Given).await,
            GateAction::Decide => GateEvent::Decided(self.decide()),
            GateAction::PermissionHooks => self.permission_hooks().await,
            GateAction::Notify => self.notify().await,
            GateAction::AskPerson => GateEvent::Answered(self.ask().await),
            GateAction::Run | GateAction::Refuse(_) => GateEvent::Called,
        }
    }

    fn validate(&mut self) -> GateEvent {
        match self
            .run
            .tools
            .validator()
            .check(&self.call.name, &self.input)
        {
            Ok(object) => {
                self.object = object;
                GateEvent::Valid
            }
            Err(why) => GateEvent::Invalid(why),
        }
    }

    fn fact(&self) -> CallFact<'_> {
        CallFact {
            id: &self.call.id,
            tool: &self.call.name,
            input: &self.object,
        }
    }

    async fn before_tool(&mut self, moment: Approval) -> GateEvent {
        let call = self.fact();
        let says = self.run.fire(Fact::BeforeTool { call, moment }).await;
        self.heard(says)
    }

    async fn permission_hooks(&mut self) -> GateEvent {
        let call = self.fact();
        let says = self.run.fire(Fact::PermissionRequest(call)).await;
        self.heard(says)
    }

    fn heard(&mut self, says: HookSays) -> GateEvent {
        self.contexts.extend(says.contexts);
        self.halt = says.halt.or(self.halt.take());
        let input = match says.input {
            Some(input) => {
                self.input = Value::Object(input);
                Input::Changed
            }
            None => Input::Kept,
        };
        if says.verdict == HookVerdict::Ask {
            self.why_asked = Some("a hook wants you to decide".to_owned());
        }
        GateEvent::Hooks {
            verdict: says.verdict,
            input,
        }
    }

    /// The tool's own borders come first: nobody can allow what lies beyond them.
    fn decide(&mut self) -> RuleVerdict {
        let cx = self.run.tool_cx(&self.call.id);
        let tool = self.run.tools.get(&self.call.name);
        if let Some(reason) = tool.and_then(|it| it.refuses(&self.object, &cx)) {
            return RuleVerdict::Deny { reason };
        }
        let rules = &self.run.deps.rules;
        rules.decide(&self.call.name, &self.object, &self.run.scene)
    }

    async fn notify(&self) -> GateEvent {
        let message = format!("the agent needs your approval for `{}`", self.call.name);
        // Who is told of it has no say in it.
        let _ = self
            .run
            .fire(Fact::Notification { message: &message })
            .await;
        GateEvent::Notified
    }

    async fn ask(&self) -> Consent {
        let run = self.run;
        if !run.scene.trail.is_empty() {
            // Nobody is asked in the background.
            return Consent::Nobody;
        }
        let tool = run.tools.get(&self.call.name);
        let rule = run.deps.rules.rule_for(&self.call.name, &self.object);
        let question = Question {
            tool: &self.call.name,
            input: &self.object,
            preview: tool.and_then(|it| it.preview(&self.object, &run.tool_cx(&self.call.id))),
            reason: self.why_asked.clone().unwrap_or_default(),
            rule: rule.clone(),
            helper: run.scene.helper.as_ref(),
        };
        let answer = run.deps.person.ask(question).await;
        let (word, consent) = self.consent(answer, rule);
        let tool = self.call.name.as_str();
        let shown = Shown::Approval { tool, answer: word };
        run.deps.view.show(shown, &run.scene);
        consent
    }

    fn consent(&self, answer: Answer, rule: Option<String>) -> (&'static str, Consent) {
        match answer {
            Answer::Once => ("once", Consent::Yes),
            Answer::Granted(grant) => {
                let kept = rule.map(|it| self.run.deps.rules.grant(grant, &it));
                if let Some(Err(error)) = kept {
                    let note = format!("the rule could not be kept: {error}");
                    let view = &self.run.deps.view;
                    view.show(Shown::Note(&note), &self.run.scene);
                }
                let word = match grant {
                    Grant::Mission => "mission",
                    Grant::Always => "always",
                };
                (word, Consent::Yes)
            }
            Answer::Refused(Consent::Nobody) => ("nobody", Consent::Nobody),
            Answer::Refused(consent) => ("no", consent),
        }
    }
}
