//! Runs missions of agents: the loop of model and tools, the gate of every call, goals, budgets.
//!
//! [`run_mission`] does one mission: it tells [`Hooks`] what happens, lets an [`Agent`] work turn by
//! turn, and looks at the [`Goal`]. The built-in agent asks a [`Model`] and runs [`Tool`]s; each call
//! passes the [`gate`], whoever makes it: the agent, a helper, a skill, a check of the goal. An
//! [`Account`] sets aside what may be used before it is spent. The [`Transcript`] is the truth about
//! a conversation; a session that broke off is taken up again from it. What else is kept stands
//! behind [`MissionStore`], and work waits in a [`Queue`].
//!
//! Does not know what a hook file, a permission rule, a skill or a database looks like: these are
//! ports. Speaks to no server and starts no program: see `models`, `mcp-tools`, `tools`,
//! `external-agents`.
//!
//! # Example
//! ```
//! use missions::gate::{GateAction, GateEvent, GateState, HookVerdict, Input, RuleVerdict, step};
//!
//! let (state, action) = step(GateState::default(), GateEvent::Called);
//! assert_eq!(action, GateAction::Validate);
//! let (state, _) = step(state, GateEvent::Valid);
//! let allow = GateEvent::Hooks { verdict: HookVerdict::Allow, input: Input::Kept };
//! let (state, _) = step(state, allow);
//!
//! // A hook's allow never overrides a deny rule.
//! let deny = GateEvent::Decided(RuleVerdict::Deny { reason: "a rule".to_owned() });
//! let (_, action) = step(state, deny);
//! assert!(matches!(action, GateAction::Refuse(_)));
//! ```
//!
//! # Limitations
//! - Tokens of a request are estimated before it is sent (three bytes each); what the server counts
//!   is settled afterwards, so one request may end a little above a limit, and none starts above it.
//! - A transcript survives the death of the process at any moment; of a loss of power, the last lines
//!   may be missing.
//! - A history is held in memory whole, until it is summarised.

mod agent;
mod budget;
mod deps;
mod error;
mod fact;
mod followups;
pub mod gate;
mod goal;
mod history;
mod ids;
mod judge;
mod message;
mod mission;
mod model;
mod ports;
mod queue;
mod run;
mod scripted;
mod show;
mod spec;
mod store;
#[cfg(test)]
mod tests;
mod tool;
mod toolbox;
mod transcript;
mod validate;
mod work;

pub use agent::{Agent, Builtin, Host};
pub use budget::{Account, Budget, Exhausted, Price, Reservation, about_tokens};
pub use deps::{Deps, Limits, Models};
pub use error::TranscriptError;
pub use fact::{Approval, Arrival, CallFact, EndReason, Fact, Start, Trigger};
pub use goal::{Goal, GoalEnd, GoalVerdict, Judged, object_in};
pub use history::{Begun, History, OpenCall};
pub use ids::unique;
pub use judge::ask_model;
pub use message::{Message, Success, ToolCall, Usage};
pub use mission::{Origin, Status};
pub use model::{Model, ModelCx, ModelError, NoWords, Reply, Request, Stop, Words};
pub use ports::{
    AgentRole, AgentShelf, Answer, Grant, Helper, HookLine, HookSays, Hooks, OpenSkill, Person,
    Question, Rules, Scene, Shown, SkillPlace, SkillShelf, View,
};
pub use queue::{
    JobEnd, JobFilter, JobHandler, JobId, JobLife, JobRecord, JobSpec, JobState, Queue,
};
pub use run::{Permit, Permitted, Power, SubRun, TurnEnd, sub_run};
pub use scripted::{Script, ScriptCall, ScriptRule, ScriptedModel, Step};
pub use spec::{MissionEnd, MissionKind, MissionSpec};
pub use store::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, MissionStore, SessionInbox,
    SessionRecord, StepRecord, Waiting,
};
pub use tool::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
pub use transcript::{Line, Transcript, to_json};
pub use validate::Validator;
pub use work::run_mission;
