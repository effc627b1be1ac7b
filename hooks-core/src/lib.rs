//! Decides what the hooks of an agent say about an event.

mod answer;
mod config;
mod dialect;
mod document;
mod event;
mod handler;
mod layer;
mod matcher;
mod outcome;
mod pattern;
mod ports;
mod reply;
mod rules;
mod tool;
mod trail;
mod words;

pub use dialect::{Config, Dialect, DialectId, Environment, Neutral, Switch, Telling, Unsayable};
pub use document::{Document, Member, Node, NodeKind};
pub use event::{Event, EventName, Session};
pub use handler::{
    Action, CommandLine, Handler, HandlerKind, HttpAction, McpAction, OnFailure, OnNo,
    PluginFolders, PromptAction, Shell, SkillAction, Times, Waiting,
};
pub use layer::{Layer, Skipped, Source, TrustState};
pub use matcher::{ListCharacters, Matcher, MatcherRules};
pub use outcome::{Halt, HeldBack, HookRun, Outcome, RunStatus, Verdict};
pub use pattern::PatternError;
pub use ports::{
    AgentBackendDeps, AgentJudge, Governance, Governed, HookBackend, HookCall, LogLevel, LogLine,
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
