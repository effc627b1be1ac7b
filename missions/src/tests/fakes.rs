//! A mission over stand-ins: a script for a model, tools that write down what they did, hooks and
//! rules and a person that answer from tables.

use std::future::poll_fn;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value, json};
use stdx::{Cancel, ManualClock, Pending, PortError, block_on};
use tempfile::TempDir;

use crate::gate::{Consent, HookVerdict, RuleVerdict};
use crate::*;

/// What happened, a line each.
pub(super) type Seen = Arc<Mutex<Vec<String>>>;

/// A mission before it runs.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) id: &'static str,
    pub(super) script: Value,
    /// What hooks say of a fact, by its word; each answer is given once.
    pub(super) hooks: Vec<(&'static str, HookSays)>,
    /// What the person answers, question by question; then nobody is there.
    pub(super) person: Vec<Answer>,
    /// Texts that come in while the agent works, after so many things that it did or said.
    pub(super) followups: Vec<(usize, &'static str)>,
    pub(super) goal: Option<&'static str>,
    pub(super) budget: Budget,
    pub(super) limits: Limits,
    /// Cancelled by the tool `cancel` too.
    pub(super) cancel: Cancel,
    /// Where the transcript is.
    pub(super) folder: TempDir,
    pub(super) seen: Seen,
}

impl Stage {
    pub(super) fn new(script: Value) -> Stage {
        Stage {
            id: "m",
            script,
            hooks: Vec::new(),
            person: Vec::new(),
            followups: Vec::new(),
            goal: None,
            budget: Budget::default(),
            limits: Limits::default(),
            cancel: Cancel::new(),
            folder: tempfile::tempdir().expect("there is a folder for temporary files"),
            seen: Seen::default(),
        }
    }

    /// Runs it; what happened and how it ended, a line each.
    pub(super) fn run(self) -> String {
        let seen = Arc::clone(&self.seen);
        let end = block_on(self.mission());
        let goal = end.goal.map(|it| format!(", goal met: {}", it.met));
        let mut lines = std::mem::take(&mut *lock(&seen));
        lines.push(format!(
            "{}: {}{}",
            end.status.as_str(),
            end.summary,
            goal.unwrap_or_default()
        ));
        lines.join("\n")
    }

    /// Runs it and leaves what happened where it was written down.
    pub(super) fn run_quietly(self) -> MissionEnd {
        block_on(self.mission())
    }

    /// The mission itself.
    pub(super) async fn mission(self) -> MissionEnd {
        let path = self.folder.path().join("transcript.jsonl");
        let (transcript, history) = Transcript::open(&path).expect("the folder was just made");
        let spec = MissionSpec {
            id: self.id.to_owned(),
            session: format!("s-{}", self.id),
            project: "/project".into(),
            cwd: "/project".into(),
            prompt: "do it".to_owned(),
            goal: self.goal.map(Goal::parse),
            start: Some(Start::Startup),
            system: "system".to_owned(),
            history,
            cancel: self.cancel.clone(),
        };
        let deps = self.deps(Arc::new(transcript));
        let end = run_mission(deps, spec, &mut Builtin).await;
        drop(self.folder);
        end
    }

    fn deps(&self, transcript: Arc<Transcript>) -> Deps {
        let seen = || Arc::clone(&self.seen);
        let clock = ManualClock::new(SystemTime::UNIX_EPOCH);
        let tool =
            |name, effect| Arc::new(FakeTool::new(name, effect, (seen(), self.cancel.clone())));
        let look: Arc<dyn Tool> = tool("look", Effect::Looks);
        let script = serde_json::from_value(self.script.clone()).expect("scripts here are right");
        let model: Arc<dyn Model> = Arc::new(Slow(ScriptedModel::new("scripted", script)));
        Deps {
            models: Models {
                main: Arc::clone(&model),
                judge: Arc::clone(&model),
                explore: model,
            },
            tools: vec![
                Arc::clone(&look),
                tool("act", Effect::Acts),
                tool("cancel", Effect::Acts),
                tool("run_command", Effect::Acts),
            ],
            looking: vec![look],
            hooks: Arc::new(FakeHooks(Mutex::new(self.hooks.clone()), seen())),
            rules: Arc::new(FakeRules),
            person: Arc::new(FakePerson(Mutex::new(self.person.clone()))),
            view: Arc::new(FakeView(seen())),
            skills: Arc::new(Nothing),
            agents: Arc::new(Nothing),
            inbox: Some(Arc::new(FakeInbox(
                Mutex::new(self.followups.clone()),
                seen(),
            ))),
            transcript,
            clock: Arc::new(clock.clone()),
            timer: Arc::new(clock.timer()),
            account: Account::new(self.budget.clone(), None, SystemTime::UNIX_EPOCH),
            limits: self.limits,
        }
    }
}

/// Locks; a panic of another thread fails the test anyway.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets others go on once.
pub(super) async fn pause() {
    let mut paused = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut paused, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// A hook's word that keeps the agent going.
pub(super) fn keep_going(reason: &str) -> HookSays {
    HookSays {
        keep_going: Some(reason.to_owned()),
        ..HookSays::default()
    }
}

/// A hook's no.
pub(super) fn block(reason: &str) -> HookSays {
    HookSays {
        verdict: HookVerdict::Block {
            by: "guard".to_owned(),
            reason: reason.to_owned(),
        },
        ..HookSays::default()
    }
}

/// A model that lets others go on before it answers.
#[derive(Debug)]
struct Slow(ScriptedModel);

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
struct FakeTool {
    spec: ToolSpec,
    effect: Effect,
    seen: Seen,
    cancel: Cancel,
}

impl FakeTool {
    fn new(name: &str, effect: Effect, (seen, cancel): (Seen, Cancel)) -> FakeTool {
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
struct FakeHooks(Mutex<Vec<(&'static str, HookSays)>>, Seen);

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
struct FakeRules;

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
struct FakePerson(Mutex<Vec<Answer>>);

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
struct FakeView(Seen);

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
struct Nothing;

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
struct FakeInbox(Mutex<Vec<(usize, &'static str)>>, Seen);

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

/// A scene for what needs one.
pub(super) fn scene(folder: &Path) -> Scene {
    Scene {
        session: "s".to_owned(),
        mission: "m".to_owned(),
        transcript: folder.join("transcript.jsonl"),
        cwd: "/project".into(),
        project: "/project".into(),
        helper: None,
        trail: String::new(),
        granted: Vec::new(),
        cancel: Cancel::new(),
    }
}
