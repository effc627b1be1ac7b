//! What is kept of sessions and missions, and the port that keeps it.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use stdx::PortError;

use crate::message::Usage;
use crate::mission::{Origin, Status};

/// A session: one conversation that missions go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Its id, as hooks are told.
    pub id: String,
    /// The project's root.
    pub project: PathBuf,
    /// What a person knows it by: the start of its first prompt.
    pub title: String,
    /// The custom agent that has the session; `None` for the default one [N-AGENT-07, N-AGENT-08].
    pub agent: Option<String>,
    /// Where its transcript stands.
    pub transcript: PathBuf,
    /// When it began.
    pub created: SystemTime,
    /// When something last happened in it.
    pub used: SystemTime,
}

/// A mission as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionRecord {
    /// Its id.
    pub id: String,
    /// Its session.
    pub session: String,
    /// The project's root.
    pub project: PathBuf,
    /// What started it.
    pub origin: Origin,
    /// Who approved it, where that was needed: in words.
    pub approved_by: Option<String>,
    /// What was asked.
    pub prompt: String,
    /// Who works on it: `builtin`, `acp:…`.
    pub agent: String,
    /// On which model.
    pub model: String,
    /// How it stands.
    pub status: Status,
    /// What it said last, or why it ended.
    pub summary: String,
    /// The goal's condition and how it came out, as JSON; `None` without a goal.
    pub goal: Option<serde_json::Value>,
    /// What it has cost.
    pub usage: Usage,
    /// How many tool calls it made.
    pub tool_calls: u64,
    /// When it was asked for.
    pub created: SystemTime,
    /// When it got its turn.
    pub started: Option<SystemTime>,
    /// When it ended.
    pub ended: Option<SystemTime>,
}

/// One run of a hook within a mission, kept for `hooks runs` and `why`.
#[derive(Clone, Debug, PartialEq)]
pub struct HookRunRecord {
    /// The mission, if it was one.
    pub mission: Option<String>,
    /// The session as hooks were told.
    pub session: String,
    /// The project's root.
    pub project: PathBuf,
    /// When it ended.
    pub at: SystemTime,
    /// The event's internal name.
    pub event: String,
    /// The tool's name, on events about one.
    pub tool: Option<String>,
    /// The run as it is printed: one object.
    pub run: serde_json::Value,
}

/// A step of a mission that somebody may ask about: a tool call, an approval, a judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// The mission.
    pub mission: String,
    /// When.
    pub at: SystemTime,
    /// What kind of step: `tool`, `approval`, `judge`, `model`, `note`.
    pub kind: String,
    /// All of it, as it is streamed.
    pub fact: serde_json::Value,
}

/// Which missions are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissionFilter {
    /// Only those of this project.
    pub project: Option<PathBuf>,
    /// Only those of this session.
    pub session: Option<String>,
    /// Only those that have not ended.
    pub open: bool,
    /// At most so many, the newest.
    pub limit: Option<usize>,
}

/// Writes what is kept. The mission's own thread calls it; an error stops the mission, since what is
/// not kept cannot be taken up again.
pub trait MissionStore: Debug + Send + Sync {
    /// Adds a session or changes it.
    ///
    /// # Errors
    /// The store cannot be written.
    fn put_session(&self, session: &SessionRecord) -> Result<(), PortError>;

    /// Adds a mission or changes it.
    ///
    /// # Errors
    /// The store cannot be written.
    fn put_mission(&self, mission: &MissionRecord) -> Result<(), PortError>;

    /// Appends hook runs and steps in one go.
    ///
    /// # Errors
    /// The store cannot be written.
    fn append(&self, runs: &[HookRunRecord], steps: &[StepRecord]) -> Result<(), PortError>;
}

/// Reads what was kept. Lists and `why` call it.
pub trait MissionReader: Debug + Send + Sync {
    /// The session of this id, or whose id begins so if that is one alone.
    ///
    /// # Errors
    /// The store cannot be read.
    fn session(&self, id: &str) -> Result<Option<SessionRecord>, PortError>;

    /// The sessions of a project, or of all; the last used first.
    ///
    /// # Errors
    /// The store cannot be read.
    fn sessions(&self, project: Option<&Path>) -> Result<Vec<SessionRecord>, PortError>;

    /// The missions, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    fn missions(&self, filter: &MissionFilter) -> Result<Vec<MissionRecord>, PortError>;

    /// The steps and the hook runs of a mission, in their order.
    ///
    /// # Errors
    /// The store cannot be read.
    fn history(&self, mission: &str) -> Result<(Vec<StepRecord>, Vec<HookRunRecord>), PortError>;
}

/// Texts that wait for a session: what `sessions send` leaves, and follow-ups typed during the work.
pub trait SessionInbox: Debug + Send + Sync {
    /// Leaves a text.
    ///
    /// # Errors
    /// The store cannot be written.
    fn send(&self, session: &str, text: &Waiting) -> Result<(), PortError>;

    /// Takes the texts that wait, oldest first: each is handed out once.
    ///
    /// # Errors
    /// The store cannot be written.
    fn take(&self, session: &str) -> Result<Vec<Waiting>, PortError>;

    /// Whether a text waits. What cannot be read does not count as waiting.
    fn has_any(&self, session: &str) -> bool;
}

/// A text that waits for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who wrote it.
    pub origin: Origin,
    /// The session it was sent from, if it was one.
    pub from: Option<String>,
    /// The text.
    pub text: String,
    /// When it was left.
    pub at: SystemTime,
}
