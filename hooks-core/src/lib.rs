//! Decides what the hooks of an agent say about an event.

mod answer;
mod chain;
mod config;
mod dialect;
mod dialects;
mod document;
mod engine;
mod event;
mod handler;
mod judge;
mod layer;
mod limits;
mod matcher;
mod merge;
mod outcome;
mod pattern;
mod plan;
mod ports;
mod reply;
mod rules;
mod run;
mod stdout;
mod tool;
mod trail;
mod words;

pub use chain::ChainLayer;
pub use dialect::{Config, Dialect, DialectId, Environment, Neutral, Switch, Telling, Unsayable};
pub use dialects::Dialects;
pub use document::{Document, Member, Node, NodeKind};
pub use engine::{BackgroundRun, Dispatch, DispatchCx, Engine, Ports};
pub use event::{Event, EventName, Session};
pub use handler::{
    Action, CommandLine, Handler, HandlerKind, HttpAction, McpAction, OnFailure, OnNo,
    PluginFolders, PromptAction, Shell, SkillAction, Times, Waiting,
};
pub use layer::{Layer, Skipped, Source, TrustState};
pub use matcher::{ListCharacters, Matcher, MatcherRules};
pub use outcome::{Halt, HeldBack, HookRun, Outcome, RunStatus, Verdict};
pub use pattern::PatternError;
pub use plan::{Moment, Pick, Plan, PlannedChain, Turn};
pub use ports::{
    AgentBackendDeps, AgentJudge, Governance, Governed, HookBackend, HookCall, LogLevel, LogLine, LongTexts,
    OnceLedger, PromptBackendDeps, PromptJudge, Question, RuleCall, RuleMatcher, SessionLog,
    SkillBackendDeps, SkillInvoker, SkillRegistry, SkillRun,
};
pub use reply::{
    Answer, Decision, Ended, Fault, Judgement, Output, Possible, RawReply, Spoken, YesNo,
};
pub use rules::*;
pub use tool::{Failed, Tool, ToolOutput, ToolUse};
pub use trail::Trail;
pub use words::{Vocabulary, vocabulary};
