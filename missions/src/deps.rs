//! What all runs of one mission share: the agent's own, its helpers, its judge, those of hooks.

use std::sync::Arc;

use stdx::{Clock, Timer};

use crate::budget::Account;
use crate::model::Model;
use crate::ports::{AgentShelf, Hooks, Person, Rules, SkillShelf, View};
use crate::store::SessionInbox;
use crate::tool::Tool;
use crate::transcript::Transcript;

/// Everything that a mission stands on. Clones share it.
#[derive(Clone, Debug)]
pub struct Deps {
    /// The models.
    pub models: Models,
    /// The tools of the agent.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The tools that only look, which helpers get [N-AGENT-09].
    pub looking: Vec<Arc<dyn Tool>>,
    /// Hears what happens.
    pub hooks: Arc<dyn Hooks>,
    /// Decides calls.
    pub rules: Arc<dyn Rules>,
    /// Is asked.
    pub person: Arc<dyn Person>,
    /// Shows what happens.
    pub view: Arc<dyn View>,
    /// The skills.
    pub skills: Arc<dyn SkillShelf>,
    /// The custom agents.
    pub agents: Arc<dyn AgentShelf>,
    /// Follow-ups that were typed while the agent works.
    pub inbox: Option<Arc<dyn SessionInbox>>,
    /// Takes every line of the conversation.
    pub transcript: Arc<Transcript>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Waits.
    pub timer: Arc<dyn Timer>,
    /// What may be used.
    pub account: Account,
    /// The numbers that end what would not end.
    pub limits: Limits,
}

/// Which model does what.
#[derive(Clone, Debug)]
pub struct Models {
    /// Works.
    pub main: Arc<dyn Model>,
    /// Judges goals, and answers prompt hooks.
    pub judge: Arc<dyn Model>,
    /// Looks around, as a helper without a role of its own.
    pub explore: Arc<dyn Model>,
}

/// The numbers that end what would not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Replies of the model in one turn.
    pub steps: u32,
    /// Replies of the model in one helper.
    pub helper_steps: u32,
    /// The same call with the same result, in a row, before the turn ends as stuck.
    pub repeats: u32,
    /// Rounds of a goal.
    pub goal_rounds: u32,
    /// Bytes of one tool result; more is cut.
    pub result_bytes: usize,
    /// Tokens at which history is summarised where the model's window is not known.
    pub history_tokens: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1000,
            helper_steps: 60,
            repeats: 12,
            goal_rounds: 25,
            result_bytes: 256 * 1024,
            history_tokens: 160_000,
        }
    }
}
