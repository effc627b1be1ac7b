//! Models and skills that answer from the script, under the backends of `hooks-core` themselves.

use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::{
    AgentBackend, AgentBackendDeps, AgentJudge, HookBackend, Judgement, LogLevel, LogLine,
    Possible, PromptBackend, PromptBackendDeps, PromptJudge, Question, SessionLog, SkillBackend,
    SkillBackendDeps, SkillInvoker, SkillRegistry, SkillRun, YesNo,
};
use serde_json::{Map, Value, json};
use stdx::{Pending, PortError};

use super::http::ScriptedHttp;
use super::scripted::{Impatient, ScriptedCommands, Shared, lock};
use super::{Answer, Call, Ending};
use crate::case::{Case, PossibleWord, StubKind, Verdict};

/// The lines of the session's log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<LogLine>>>);

/// The backends of a case in process. Models and skills are there only if the case has some, as in
/// the binary nothing runs them yet.
pub(crate) fn backends(
    case: &Case,
    shared: &Arc<Mutex<Shared>>,
    log: &Log,
) -> Vec<Arc<dyn HookBackend>> {
    let fake = || Arc::new(Fake(Arc::clone(shared)));
    let mut res: Vec<Arc<dyn HookBackend>> = vec![
        Arc::new(ScriptedCommands(Arc::clone(shared))),
        Arc::new(ScriptedHttp(Arc::clone(shared))),
    ];
    if case.has(StubKind::Prompt) {
        let deps = PromptBackendDeps {
            judge: fake(),
            timer: Arc::new(Impatient),
        };
        res.push(Arc::new(PromptBackend::new(deps)));
    }
    if case.has(StubKind::Agent) {
        let deps = AgentBackendDeps {
            judge: fake(),
            timer: Arc::new(Impatient),
        };
        res.push(Arc::new(AgentBackend::new(deps)));
    }
    if case.has(StubKind::Skill) {
        res.push(Arc::new(SkillBackend::new(SkillBackendDeps {
            registry: fake(),
            invoke: fake(),
            log: Arc::new(log.clone()),
            timer: Arc::new(Impatient),
        })));
    }
    res
}

/// In place of models, agents and skills.
#[derive(Debug)]
struct Fake(Arc<Mutex<Shared>>);

impl Fake {
    fn ask(&self, name: &str, asked: Map<String, Value>) -> Result<Answer, PortError> {
        let mut shared = lock(&self.0);
        let answer = shared.next(name);
        shared.book.note(
            name,
            Call {
                asked,
                ..Call::default()
            },
        );
        answer.ok_or_else(|| PortError::new(format!("`{name}` was called too often")))
    }

    fn judge(&self, question: &Question<'_>, kind: StubKind) -> Result<Answer, PortError> {
        let name = lock(&self.0).script.named_in(&question.prompt, kind);
        let Some(name) = name else {
            lock(&self.0).book.unscripted.push(question.prompt.clone());
            return Err(PortError::new("no stub answers this question"));
        };
        let mut asked = Map::new();
        asked.insert("prompt".to_owned(), json!(question.prompt));
        if let Some(model) = question.model {
            asked.insert("model".to_owned(), json!(model));
        }
        self.ask(&name, asked)
    }
}

impl PromptJudge for Fake {
    fn judge<'a>(&'a self, question: Question<'a>) -> Pending<'a, Result<Judgement, PortError>> {
        Box::pin(async move { judgement(Fake::judge(self, &question, StubKind::Prompt)?).await })
    }
}

impl AgentJudge for Fake {
    fn judge<'a>(&'a self, question: Question<'a>) -> Pending<'a, Result<Judgement, PortError>> {
        Box::pin(async move { judgement(Fake::judge(self, &question, StubKind::Agent)?).await })
    }
}

impl SkillRegistry for Fake {
    fn contains(&self, name: &str) -> bool {
        self.names().iter().any(|it| it == name)
    }

    fn names(&self) -> Vec<String> {
        lock(&self.0).script.of_kind(StubKind::Skill)
    }
}

impl SkillInvoker for Fake {
    fn invoke<'a>(&'a self, run: SkillRun<'a>) -> Pending<'a, Result<String, PortError>> {
        Box::pin(async move {
            let mut asked = Map::new();
            asked.insert("args".to_owned(), json!(run.args));
            let answer = self.ask(run.skill, asked)?;
            settled(&answer).await?;
            Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
        })
    }
}

impl SessionLog for Log {
    fn record(&self, line: LogLine) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line);
    }
}

impl Log {
    /// The lines since the last look.
    pub(crate) fn take(&self) -> Vec<Value> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.drain(..).map(|it| show(&it)).collect()
    }
}

fn show(line: &LogLine) -> Value {
    let level = match line.level {
        LogLevel::Info => "info",
        LogLevel::Warning => "warning",
    };
    json!({ "level": level, "decision": line.decision, "message": line.message })
}

async fn judgement(answer: Answer) -> Result<Judgement, PortError> {
    settled(&answer).await?;
    Ok(Judgement {
        verdict: match answer.stub.verdict {
            Some(Verdict::No) => YesNo::No,
            Some(Verdict::Yes) | None => YesNo::Yes,
        },
        reason: answer.stub.reason,
        possible: match answer.stub.possible {
            Some(PossibleWord::Never) => Possible::Never,
            Some(PossibleWord::Yes) | None => Possible::Yes,
        },
    })
}

/// Fails, or never ends, if the case says so.
async fn settled(answer: &Answer) -> Result<(), PortError> {
    if answer.ending == Ending::Killed {
        std::future::pending::<()>().await;
    }
    match &answer.stub.fails {
        Some(why) => Err(PortError::new(why.clone())),
        None => Ok(()),
    }
}
