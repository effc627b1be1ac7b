//! Decides what the hooks of an agent say about an event.
//!
//! Hook files of several products are read into [`Layer`]s, each with its [`Dialect`]: a row of
//! [`Rules`] and six functions that know how that product reads and writes. An [`Engine`] holds the
//! layers as one chain per dialect. [`Engine::plan`] picks the hooks for an [`Event`]; a
//! [`HookBackend`] runs each and reports facts; the dialect judges them, and what all hooks say is
//! folded to one [`Outcome`], in declared order, whoever finished first.
//!
//! Does not start a process, open a socket or ask a model: that is for the backends (`hooks-cmd`,
//! `hooks-http`, and the ports of [`SkillBackend`], [`PromptBackend`] and [`AgentBackend`]). Does not
//! decide whether a tool call is permitted: see `permissions`.
//!
//! # Example
//! ```
//! use hooks_core::{DialectId, parse_document};
//!
//! let text = br#"{"PreToolUse": [{"matcher": "run_command", "command": "./guard.sh"}]}"#;
//! let document = parse_document("hooks.json".as_ref(), text).expect("it is JSON");
//!
//! let nemocode = DialectId::Nemocode.dialect();
//! let config = (nemocode.read_config)(nemocode.rules, &document);
//!
//! assert_eq!(config.handlers.len(), 1);
//! assert!(config.handlers[0].matcher.matches(&["run_command"]));
//! assert!(config.problems.is_empty());
//! ```
//!
//! # Limitations
//! - Where a real host lets the last finisher win, declared order decides here instead.
//! - A pattern that takes too many steps to match counts as matching: a guard must not vanish.
//! - Handlers of type `mcp_tool` are read and listed; running them needs a backend from outside.

mod answer;
mod backends;
mod chain;
mod config;
mod dialect;
mod dialects;
mod document;
mod engine;
mod event;
mod flips;
mod handler;
mod judge;
mod layer;
mod limits;
mod load;
mod matcher;
mod merge;
mod outcome;
mod pattern;
mod places;
mod plan;
mod ports;
mod reply;
mod rules;
mod run;
mod stdout;
#[cfg(test)]
mod tests;
mod tool;
mod trail;
mod trust;
mod words;

pub use backends::{AgentBackend, PromptBackend, SkillBackend};
pub use chain::ChainLayer;
pub use dialect::{
    Config, Dialect, DialectId, Environment, HttpLimits, Neutral, ReadAnswer, Switch, Telling,
    Unsayable,
};
pub use dialects::Dialects;
pub use document::{Document, Member, Node, NodeKind, parse_document};
pub use engine::{BackgroundRun, Dispatch, DispatchCx, Engine, Ports};
pub use event::{Event, EventName, Session};
pub use flips::flips;
pub use handler::{
    Action, CommandLine, Handler, HandlerKind, HttpAction, McpAction, OnFailure, OnNo,
    PluginFolders, PromptAction, Shell, SkillAction, Times, Waiting,
};
pub use layer::{Layer, Skipped, Source, TrustState};
pub use load::{
    Asking, FILE_LIMIT, HookFile, LastTexts, LoadRequest, Loss, ManagedFile, NoLastTexts, load,
};
pub use matcher::{ListCharacters, Matcher, MatcherRules};
pub use outcome::{Halt, HeldBack, HookRun, Outcome, RunStatus, Verdict};
pub use pattern::PatternError;
pub use places::{Covered, HookPlace, Roots};
pub use plan::{Moment, Pick, Plan, PlannedChain, Turn};
pub use ports::{
    AgentBackendDeps, AgentJudge, Governance, Governed, HookBackend, HookCall, LogLevel, LogLine,
    LongTexts, OnceLedger, PromptBackendDeps, PromptJudge, Question, RuleCall, RuleMatcher,
    SessionLog, SkillBackendDeps, SkillInvoker, SkillRegistry, SkillRun,
};
pub use reply::{Answer, Decision, Ended, Fault, Judgement, Output, Possible, RawReply, YesNo};
pub use rules::*;
pub use tool::{Failed, Tool, ToolOutput, ToolUse};
pub use trail::Trail;
pub use trust::{Fingerprint, Recorded, Trust, TrustDecision};
pub use words::{Shown, Vocabulary, shown, vocabulary};
