//! What all hooks together say.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::DialectId;
use crate::handler::HandlerKind;
use crate::layer::{Source, TrustState};

/// The one outcome of a dispatch: a function of files, event and answers, never of who finished first.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The input to use, in the caller's words, if a hook changed it.
    pub input: Option<Map<String, Value>>,
    /// Texts for the agent, in declared order.
    pub contexts: Vec<String>,
    /// Notes to the user.
    pub notes: Vec<String>,
    /// Texts for the agent beside a tool's result.
    pub feedback: Vec<String>,
    /// Why the agent goes on although it wanted to finish.
    pub keep_going: Option<String>,
    /// Everything stops after this, with this reason for the user.
    pub halt: Option<Halt>,
    /// The tool's output to use instead.
    pub output: Option<Value>,
    /// Every run, in declared order.
    pub runs: Vec<HookRun>,
    /// What was held back because nobody allowed it yet.
    pub held_back: Vec<HeldBack>,
    /// What was wrong.
    pub problems: Vec<Problem>,
}

/// What hooks decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody decided anything.
    #[default]
    None,
    /// The ordinary question is skipped; rules still hold.
    Allow {
        /// Who said so.
        by: String,
        /// Why.
        reason: Option<String>,
    },
    /// A person is to be asked.
    Ask {
        /// Who said so.
        by: String,
        /// Why.
        reason: Option<String>,
    },
    /// What was about to happen is refused.
    Block {
        /// Who said so: a hook's id.
        by: String,
        /// Why, for the agent or the user.
        reason: String,
    },
}

/// An order to stop everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halt {
    /// Who said so.
    pub by: String,
    /// Why, for the user.
    pub reason: Option<String>,
}

/// One run of one hook, or the reason why it did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookRun {
    /// The hook's id.
    pub id: String,
    /// Its dialect.
    pub dialect: DialectId,
    /// Its layer's source.
    pub layer: Source,
    /// 1, or 2 when a managed guard looked at the final input once more.
    pub pass: u8,
    /// What kind of handler it is.
    pub kind: HandlerKind,
    /// What a person recognises it by.
    pub command: String,
    /// How it ended.
    pub status: RunStatus,
    /// The exit code of a process, the status of a server.
    pub exit_code: Option<i32>,
    /// The signal that ended a process.
    pub signal: Option<i32>,
    /// How long it took.
    pub took: Duration,
    /// The start of standard error.
    pub stderr: String,
    /// Why, where the status alone does not say it.
    pub why: Option<String>,
}

/// How a run ended, as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunStatus {
    /// It ran and its answer, if any, was used.
    Ok,
    /// It said no.
    Blocked,
    /// It ran and could not be used.
    Failed,
    /// Its time was up.
    TimedOut,
    /// It never ran.
    NotStarted,
    /// It was not its turn any more, or it does not run here.
    Skipped,
    /// It runs beside the work.
    Background,
    /// It would run: nothing was started.
    Planned,
}

/// A layer whose matching hooks did not run because nobody allowed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldBack {
    /// Where the file comes from.
    pub layer: Source,
    /// Whose file it is.
    pub dialect: DialectId,
    /// The file.
    pub file: PathBuf,
    /// How many hooks would have run.
    pub hooks: usize,
    /// The commands of those hooks, as a person recognises them.
    pub commands: Vec<String>,
    /// Why they did not.
    pub why: TrustState,
}

impl RunStatus {
    /// The word that lists show.
    pub fn as_str(self) -> &'static str {
        match self {
            RunStatus::Ok => "ok",
            RunStatus::Blocked => "blocked",
            RunStatus::Failed => "failed",
            RunStatus::TimedOut => "timed-out",
            RunStatus::NotStarted => "not-started",
            RunStatus::Skipped => "skipped",
            RunStatus::Background => "background",
            RunStatus::Planned => "planned",
        }
    }
}

impl Verdict {
    /// The word that lists show.
    pub fn as_str(&self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::Allow { .. } => "allow",
            Verdict::Ask { .. } => "ask",
            Verdict::Block { .. } => "block",
        }
    }

    /// Whether what was about to happen is refused.
    pub fn blocks(&self) -> bool {
        matches!(self, Verdict::Block { .. })
    }
}
