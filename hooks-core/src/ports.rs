//! What this crate needs of the world. Wiring implements these; nothing here starts a process, opens
//! a socket or asks a model.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::{Cancel, Pending, PortError, Problem, Timer};

use crate::chain::ChainLayer;
use crate::dialect::Environment;
use crate::handler::{Handler, HandlerKind};
use crate::reply::{Judgement, RawReply};
use crate::trail::Trail;

/// Runs one kind of handler.
///
/// The engine calls it from whichever thread polls the dispatch, possibly many times at once. A
/// backend owns its timeout and never lets an error out: what goes wrong becomes a [`RawReply`]. It
/// reports facts; the dialect judges them. Dropping the future ends the run.
pub trait HookBackend: Debug + Send + Sync {
    /// The kind of handler that it runs.
    fn kind(&self) -> HandlerKind;

    /// Runs the handler once.
    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply>;
}

/// All that a backend is told.
#[derive(Clone, Debug)]
pub struct HookCall<'a> {
    /// The handler.
    pub handler: &'a Handler,
    /// The event as the dialect tells it: one JSON object.
    pub stdin: Arc<[u8]>,
    /// The environment as the dialect wants it.
    pub environment: Environment,
    /// The folder to run in.
    pub cwd: &'a Path,
    /// How long it may take.
    pub timeout: Duration,
    /// Ends the run from outside.
    pub cancel: Cancel,
    /// The handlers that led here, this one included.
    pub trail: Trail,
}

/// Decides whether the organisation lets a hook command start [NI-40].
///
/// The engine asks once for each command hook before it starts. An error counts as refused.
pub trait Governance: Debug + Send + Sync {
    /// Decides about one command, as if the agent's shell were to run it; `layer` says whose it is.
    fn command<'a>(
        &'a self,
        handler: &'a Handler,
        layer: &'a ChainLayer,
        cwd: &'a Path,
    ) -> Pending<'a, Governed>;
}

/// What governance says of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Governed {
    /// It may start.
    Allowed,
    /// It may not; the rule says why.
    Refused {
        /// The rule or the reason, for people.
        reason: String,
    },
}

/// Tests an `if` rule on a tool call; implemented over the permission rules by the wiring.
pub trait RuleMatcher: Debug + Send + Sync {
    /// Whether the call matches the rule. The tool's name and input are in the words of the dialect.
    ///
    /// # Errors
    /// The rule cannot be read; the engine reports it and runs the hook, since a guard must not
    /// vanish over a typing mistake.
    fn matches(&self, rule: &str, call: &RuleCall<'_>) -> Result<bool, Problem>;
}

/// A tool call as an `if` rule sees it.
#[derive(Clone, Copy, Debug)]
pub struct RuleCall<'a> {
    /// The tool's name in the dialect's words.
    pub tool: &'a str,
    /// Its input in the dialect's words.
    pub input: &'a Map<String, Value>,
    /// The current folder.
    pub cwd: &'a Path,
    /// The project's root.
    pub project: &'a Path,
}

/// Remembers which `once` hooks have run in a session.
pub trait OnceLedger: Debug + Send + Sync {
    /// Spends the entry: whether this is its first time in the session. Called as the run starts.
    fn spend(&self, session: &str, handler: &str) -> bool;
}

/// Keeps texts that are too long to pass on, so that the rest can be found.
///
/// The engine calls it when it cuts a text; without a path the remark says that the rest is lost.
pub trait LongTexts: Debug + Send + Sync {
    /// Keeps the whole text of a hook; where it can be found.
    fn keep(&self, handler: &str, text: &str) -> Option<std::path::PathBuf>;
}

/// The registry of skills, as far as the skill backend needs it [NEO-13].
pub trait SkillRegistry: Debug + Send + Sync {
    /// Whether a skill of this name is registered.
    fn contains(&self, name: &str) -> bool;

    /// The names of all registered skills, for the warning about an unknown one [NEO-14].
    fn names(&self) -> Vec<String>;
}

/// Runs a skill as a sub-agent [NEO-28].
pub trait SkillInvoker: Debug + Send + Sync {
    /// Runs the skill with `args` as its first prompt; `cancel` carries the reason of an abort. The
    /// text is what the skill said.
    fn invoke<'a>(&'a self, run: SkillRun<'a>) -> Pending<'a, Result<String, PortError>>;
}

/// One run of a skill on behalf of a hook.
#[derive(Clone, Debug)]
pub struct SkillRun<'a> {
    /// The skill's name.
    pub skill: &'a str,
    /// Compact JSON of the hook's `args`; empty when there are none [NEO-20, NEO-21].
    pub args: String,
    /// Aborts the run.
    pub cancel: Cancel,
    /// The handlers that led here, so that tool calls inside carry it on.
    pub trail: Trail,
}

/// Takes the log lines of hooks; they never reach the conversation [NEO-41].
pub trait SessionLog: Debug + Send + Sync {
    /// Appends one line.
    fn record(&self, line: LogLine);
}

/// A line of the session log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// How much it matters.
    pub level: LogLevel,
    /// A stable word, for example `skill_hook_timeout` [NEO-17].
    pub decision: &'static str,
    /// What happened.
    pub message: String,
}

/// How much a log line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// For the record.
    Info,
    /// Somebody should look.
    Warning,
}

/// What the skill backend is built from [NEO-28]; filled in at the construction of a session.
#[derive(Clone, Debug)]
pub struct SkillBackendDeps {
    /// The session's skills.
    pub registry: Arc<dyn SkillRegistry>,
    /// Runs one.
    pub invoke: Arc<dyn SkillInvoker>,
    /// Takes what it says.
    pub log: Arc<dyn SessionLog>,
    /// Ends it in time.
    pub timer: Arc<dyn Timer>,
}

/// Asks a model one question and gets a verdict.
pub trait PromptJudge: Debug + Send + Sync {
    /// Puts the question. An error is a failed hook, never a no.
    fn judge<'a>(&'a self, question: Question<'a>) -> Pending<'a, Result<Judgement, PortError>>;
}

/// Sends a helper agent and gets its verdict.
pub trait AgentJudge: Debug + Send + Sync {
    /// Sends the agent. An error is a failed hook, never a no.
    fn judge<'a>(&'a self, question: Question<'a>) -> Pending<'a, Result<Judgement, PortError>>;
}

/// A question for a model or an agent.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The text, the event already put in.
    pub prompt: String,
    /// The model that the hook names.
    pub model: Option<&'a str>,
    /// Aborts the run.
    pub cancel: Cancel,
    /// The handlers that led here.
    pub trail: Trail,
}

/// What the prompt backend is built from.
#[derive(Clone, Debug)]
pub struct PromptBackendDeps {
    /// Answers.
    pub judge: Arc<dyn PromptJudge>,
    /// Ends it in time.
    pub timer: Arc<dyn Timer>,
}

/// What the agent backend is built from.
#[derive(Clone, Debug)]
pub struct AgentBackendDeps {
    /// Answers.
    pub judge: Arc<dyn AgentJudge>,
    /// Ends it in time.
    pub timer: Arc<dyn Timer>,
}
