//! Runs missions of agents.

mod message;
mod mission;
mod model;
mod queue;
mod store;
mod tool;

pub use message::{Message, Success, ToolCall, Usage};
pub use mission::{Origin, Status};
pub use model::{Model, ModelCx, ModelError, NoWords, Reply, Request, Stop, Words};
pub use queue::{
    JobEnd, JobFilter, JobHandler, JobId, JobLife, JobRecord, JobSpec, JobState, Queue,
};
pub use store::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, MissionStore, SessionInbox,
    SessionRecord, StepRecord, Waiting,
};
pub use tool::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
