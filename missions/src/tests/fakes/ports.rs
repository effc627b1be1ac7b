//! The stand-ins themselves.

use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value, json};
use stdx::{Cancel, Pending, PortError};

use super::{Seen, lock, pause};
use crate::gate::{Consent, RuleVerdict};
use crate::*;

/// A model that lets others go on before it answers.
#[derive(Debug)]
pub(super) struct Slow(pub(super) ScriptedModel);

impl Model for Slow {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn reply<'a>(
        &'a self,
        request: Request<'a>,
        cx: ModelCx<'a>,
    ) -> Pending<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            pause().await;
            self.0.reply(request, cx).await
        })
    }
}

/// Writes down its calls. Its input has a number `n`.
#[derive(Debug)]
pub(super) struct FakeTool {
    spec: ToolSpec,
    effect: Effect,
    seen: Seen,
    cancel: Cancel,
}

impl FakeTool {
    pub(super) fn new(name: &str, effect: Effect, (seen, cancel): (Seen, Cancel)) -> FakeTool {
        FakeTool {
            spec: ToolSpec {
                name: name.to_owned(),
                description: String::new(),
                input_schema: json!({ "type": "object", "properties": { "n": { "type": "integer" } } }),
            },
            effect,
            seen,
            cancel,
        }
    }
}

impl Tool for FakeTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        self.effect
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move {
            pause().await;
            let input = Value::Object(input.clone());
            lock(&self.seen).push(format!("runs {} {input}", self.spec.name));
            if self.spec.name == "cancel" {
                self.cancel.cancel("somebody said so");
            }
            match input["command"].as_str() {
                Some("false") => ToolResult::failed("it failed"),
                _ => ToolResult::done(format!("{} gave {input}", cx.call_id), "done"),
            }
        })
    }
}

#[derive(Debug)]
pub(super) struct FakeHooks(
    pub(super) Mutex<Vec<(&'static str, HookSays)>>,
    pub(super) Seen,
);

impl Hooks for FakeHooks {
    fn fire<'a>(&'a self, fact: Fact<'a>, scene: &'a Scene) -> Pending<'a, HookSays> {
        let word = word(&fact);
        let helper = if scene.helper.is_some() {
            "helper: "
        } else {
            ""
        };
        lock(&self.1).push(format!("{helper}hears {word}"));
        let mut answers = lock(&self.0);
        let at = answers.iter().position(|it| it.0 == word);
        let says = at.map(|it| answers.remove(it).1).unwrap_or_default();
        Box::pin(async move {
            pause().await;
            says
        })
    }
}

fn word(fact: &Fact<'_>) -> String {
    match fact {
        Fact::SessionStart(_) => "start".to_owned(),
        Fact::Prompt { text, arrival } => match arrival {
            Arrival::First => "prompt".to_owned(),
            Arrival::Queued => format!("queued {text}"),
        },
        Fact::BeforeTool { call, moment } => match moment {
            Approval::Ahead => format!("before {}", call.tool),
            Approval::Given => format!("approved {}", call.tool),
        },
        Fact::PermissionRequest(call) => format!("permission {}", call.tool),
        Fact::AfterTool { call, .. } => format!("after {}", call.tool),
        Fact::Notification { .. } => "notification".to_owned(),
        Fact::Stop { continuations, .. } => format!("stop {continuations}"),
        Fact::Finished { .. } => "finished".to_owned(),
        Fact::TaskCreated { .. } => "task".to_owned(),
        Fact::HelperStart => "helper start".to_owned(),
        Fact::TaskCompleted { .. } => "task done".to_owned(),
        Fact::BeforeCompact(_) => "before compact".to_owned(),
        Fact::AfterCompact { .. } => "after compact".to_owned(),
        Fact::SessionEnd(reason) => format!("end {reason:?}"),
    }
}

/// Refuses the number 13 and asks about 7.
#[derive(Debug)]
pub(super) struct FakeRules;

impl Rules for FakeRules {
    fn decide(&self, _tool: &str, input: &Map<String, Value>, _scene: &Scene) -> RuleVerdict {
        match input.get("n").and_then(Value::as_u64) {
            Some(13) => RuleVerdict::Deny {
                reason: "no 13".to_owned(),
            },
            Some(7) => RuleVerdict::Ordinary,
            _ => RuleVerdict::Allow,
        }
    }

    fn rule_for(&self, tool: &str, _input: &Map<String, Value>) -> Option<String> {
        Some(tool.to_owned())
    }

    fn grant(&self, _grant: Grant, _rule: &str) -> Result<(), PortError> {
        Err(PortError::new("no place to keep it"))
    }
}

#[derive(Debug)]
pub(super) struct FakePerson(pub(super) Mutex<Vec<Answer>>);

impl Person for FakePerson {
    fn ask<'a>(&'a self, _question: Question<'a>) -> Pending<'a, Answer> {
        let mut answers = lock(&self.0);
        let answer = match answers.is_empty() {
            true => Answer::Refused(Consent::Nobody),
            false => answers.remove(0),
        };
        Box::pin(std::future::ready(answer))
    }
}

/// Writes down what the model reads of calls that did not run, and what is said to the person.
#[derive(Debug)]
pub(super) struct FakeView(pub(super) Seen);

impl View for FakeView {
    fn show(&self, shown: Shown<'_>, _scene: &Scene) {
        let line = match shown {
            Shown::ToolEnded { result, .. } if result.success == Success::No => {
                format!("reads {}", result.text)
            }
            Shown::Message(text) => format!("says {text}"),
            Shown::Note(text) => format!("note {text}"),
            Shown::Approval { answer, .. } => format!("answer {answer}"),
            Shown::Judged { met, reason, .. } => format!("judged {met}: {reason}"),
            _ => return,
        };
        lock(&self.0).push(line);
    }
}

/// No skills and no custom agents.
#[derive(Debug)]
pub(super) struct Nothing;

impl SkillShelf for Nothing {
    fn listing(&self) -> String {
        String::new()
    }

    fn open<'a>(
        &'a self,
        name: &'a str,
        _args: &'a str,
        _scene: &'a Scene,
    ) -> Pending<'a, Result<OpenSkill, PortError>> {
        let error = PortError::new(format!("no skill is called `{name}`"));
        Box::pin(std::future::ready(Err(error)))
    }
}

impl AgentShelf for Nothing {
    fn listing(&self) -> String {
        String::new()
    }

    fn get(&self, name: &str) -> Result<AgentRole, PortError> {
        Err(PortError::new(format!("no agent is called `{name}`")))
    }
}

#[derive(Debug)]
pub(super) struct FakeInbox(
    pub(super) Mutex<Vec<(usize, &'static str)>>,
    pub(super) Seen,
);

impl FakeInbox {
    fn n_done(&self) -> usize {
        let seen = lock(&self.1);
        let is_done = |it: &&String| it.starts_with("runs ") || it.starts_with("says ");
        seen.iter().filter(is_done).count()
    }
}

impl SessionInbox for FakeInbox {
    fn send(&self, _session: &str, _text: &Waiting) -> Result<(), PortError> {
        Err(PortError::new("nobody sends anything here"))
    }

    fn take(&self, _session: &str) -> Result<Vec<Waiting>, PortError> {
        let n_done = self.n_done();
        let mut waiting = lock(&self.0);
        let (now, later) = waiting.iter().partition(|it| it.0 <= n_done);
        *waiting = later;
        let now: Vec<(usize, &str)> = now;
        Ok(now.into_iter().map(|it| waiting_text(it.1)).collect())
    }

    fn has_any(&self, _session: &str) -> bool {
        let n_done = self.n_done();
        lock(&self.0).iter().any(|it| it.0 <= n_done)
    }
}

fn waiting_text(text: &str) -> Waiting {
    Waiting {
        origin: Origin::Keyboard,
        from: None,
        text: text.to_owned(),
        at: SystemTime::UNIX_EPOCH + Duration::from_secs(1),
    }
}
