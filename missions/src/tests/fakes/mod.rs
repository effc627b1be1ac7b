//! A mission over stand-ins: a script for a model, tools that write down what they did, hooks and
//! rules and a person that answer from tables.

use std::future::poll_fn;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::SystemTime;

use serde_json::Value;
use stdx::{Cancel, ManualClock, block_on};
use tempfile::TempDir;

use crate::gate::HookVerdict;
use crate::*;

mod ports;

use ports::{FakeHooks, FakeInbox, FakePerson, FakeRules, FakeTool, FakeView, Nothing, Slow};

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
            kind: MissionKind::Work,
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
