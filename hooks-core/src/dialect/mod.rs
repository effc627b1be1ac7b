//! The dialects: one row of rules and six functions each, every one in a file of its own.

use std::ffi::OsString;
use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};
use stdx::Problem;

use crate::document::Document;
use crate::event::Event;
use crate::handler::{Handler, PluginFolders};
use crate::layer::Skipped;
use crate::reply::Answer;
use crate::rules::{EnvironmentRule, EventRules, Rules};
use crate::words::Vocabulary;

mod agent_v;
#[cfg(test)]
mod checking;
mod claude_code;
mod foreign;
mod nemocode;
mod nemocode_observer;
mod neo;
mod neuralinverse;
mod say;
mod speech;
mod tackle;
mod write;

/// Which contract a hook file follows.
///
/// The order is the order in which chains run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DialectId {
    /// Nemocode's own hooks file.
    Nemocode,
    /// Hooks of a plugin found in a Nemocode place: observers.
    NemocodeObserver,
    /// Neo: Claude Code's shape and five backends.
    Neo,
    /// NeuralInverse CLI.
    Neuralinverse,
    /// Claude Code.
    ClaudeCode,
    /// Ours.
    Tackle,
    /// Agent V, whose hooks speak after approval.
    AgentV,
}

/// One contract: what it rules, and what it reads and writes.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// The row of rules.
    pub rules: &'static Rules,
    /// Its words for tools and fields.
    pub vocabulary: &'static Vocabulary,
    /// Reads a configuration file.
    pub read_config: fn(&Rules, &Document) -> Config,
    /// Writes handlers as a configuration file of this dialect; what cannot be said is a problem.
    pub write_config: fn(&Rules, &[Handler]) -> (Value, Vec<Problem>),
    /// The object that a hook gets on standard input.
    pub payload: fn(&Telling<'_>) -> Map<String, Value>,
    /// The environment that a hook gets.
    pub environment: fn(&Telling<'_>) -> Environment,
    /// Reads a JSON object that a hook printed. An error says why the whole answer cannot be used.
    pub read_answer: ReadAnswer,
    /// Says a neutral answer in this dialect's words.
    pub say: fn(&Rules, &EventRules, &Neutral) -> Result<String, Unsayable>,
}

/// How a dialect reads a JSON object that a hook printed.
pub type ReadAnswer = fn(&Rules, &EventRules, &Map<String, Value>) -> Result<Answer, String>;

/// What a configuration file says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The hooks that run here, in file order; their ids are given by the loader.
    pub handlers: Vec<Handler>,
    /// The entries that do not run here.
    pub skipped: Vec<Skipped>,
    /// What was wrong.
    pub problems: Vec<Problem>,
    /// Whether the file turns hooks off.
    pub switch: Switch,
    /// What the file says about HTTP hooks.
    pub http: HttpLimits,
}

/// What a file says about HTTP hooks of all files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpLimits {
    /// `allowedHttpHookUrls`: patterns of the addresses that may be called.
    pub urls: Option<Vec<String>>,
    /// `httpHookAllowedEnvVars`: the variables that headers may name.
    pub variables: Option<Vec<String>>,
}

/// Whether a file turns hooks off (`disableAllHooks`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// The file says nothing of it.
    #[default]
    Unset,
    /// The file says that hooks run.
    On,
    /// The file turns them off.
    Off,
}

/// All that a payload or an environment is made from.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The row that is in force.
    pub rules: &'a Rules,
    /// What it rules about the event.
    pub event_rules: &'a EventRules,
    /// The dialect's words.
    pub vocabulary: &'a Vocabulary,
    /// What happened. The tool's input is in the caller's words.
    pub event: &'a Event,
    /// The plugin that the hook belongs to.
    pub plugin: Option<&'a PluginFolders>,
}

/// The environment of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// What it starts from.
    pub base: EnvironmentRule,
    /// What is taken away, so that nothing of an outer run is left: names, or a beginning
    /// followed by `*`.
    pub unset: &'static [&'static str],
    /// What is set on top, in this order.
    pub set: Vec<(String, OsString)>,
}

/// An answer in no dialect's words, as the conformance cases and `convert` write them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neutral {
    /// Refuse, with this reason.
    pub block: Option<String>,
    /// Skip the ordinary question.
    pub allow: Option<String>,
    /// Ask a person, with this reason.
    pub ask: Option<String>,
    /// Use this input instead, in the dialect's words.
    pub rewrite: Option<Map<String, Value>>,
    /// Tell the agent this.
    pub context: Option<String>,
    /// Tell the user this.
    pub note: Option<String>,
    /// Stop everything, with this reason.
    pub halt: Option<String>,
}

/// Something that a dialect has no words for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsayable {
    /// What cannot be said, for example `ask`.
    pub what: &'static str,
}

static ALL: [Dialect; 7] = [
    nemocode::DIALECT,
    nemocode_observer::DIALECT,
    neo::DIALECT,
    neuralinverse::DIALECT,
    claude_code::DIALECT,
    tackle::DIALECT,
    agent_v::DIALECT,
];

impl DialectId {
    /// Every dialect, in the order in which chains run.
    pub const ALL: [DialectId; 7] = [
        DialectId::Nemocode,
        DialectId::NemocodeObserver,
        DialectId::Neo,
        DialectId::Neuralinverse,
        DialectId::ClaudeCode,
        DialectId::Tackle,
        DialectId::AgentV,
    ];

    /// The word that options and files use.
    pub fn as_str(self) -> &'static str {
        match self {
            DialectId::Nemocode => "nemocode",
            DialectId::NemocodeObserver => "nemocode-observer",
            DialectId::Neo => "neo",
            DialectId::Neuralinverse => "neuralinverse",
            DialectId::ClaudeCode => "claude-code",
            DialectId::Tackle => "tackle",
            DialectId::AgentV => "agent-v",
        }
    }

    /// The dialect called `word`.
    pub fn from_word(word: &str) -> Option<DialectId> {
        DialectId::ALL.into_iter().find(|it| it.as_str() == word)
    }

    /// Its rules and functions.
    pub fn dialect(self) -> &'static Dialect {
        &ALL[self as usize]
    }
}

impl fmt::Display for DialectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dialect")
            .field("id", &self.rules.dialect)
            .finish_non_exhaustive()
    }
}
