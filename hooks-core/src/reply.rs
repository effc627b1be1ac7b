//! What a backend reports: facts, no judgement.

use std::time::Duration;

use stdx::Problem;

/// The raw end of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct RawReply {
    /// How it ended.
    pub ended: Ended,
    /// Standard output or the response body, at most 16 MiB.
    pub stdout: Output,
    /// Standard error.
    pub stderr: Output,
    /// How long it took.
    pub took: Duration,
    /// What the backend noticed besides: a script with odd line ends, a child left running.
    pub notes: Vec<String>,
}

/// Captured bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// What was kept.
    pub bytes: Vec<u8>,
    /// How many bytes there were in all.
    pub total: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// A process left with this code.
    Exit(i32),
    /// A process was ended by this signal.
    Signal(i32),
    /// Its time was up; it was ended.
    TimedOut,
    /// The work around it was cancelled; it was ended.
    Cancelled,
    /// It never ran.
    NotStarted(Fault),
    /// A server answered with this status.
    Status(u16),
    /// A model or a helper agent judged.
    Judged(Judgement),
    /// A skill listened; nothing it said counts [NEO-12].
    Listened,
}

/// Why a run never started or broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened, naming the program or address.
    pub message: String,
    /// What may help.
    pub hint: Option<String>,
}

/// A model's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Yes or no.
    pub verdict: YesNo,
    /// Why, for a no.
    pub reason: Option<String>,
    /// Whether the model says that it can never become a yes.
    pub possible: Possible,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Whether a "no" can still become a "yes".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Possible {
    /// It can.
    #[default]
    Yes,
    /// It cannot.
    Never,
}

impl Output {
    /// Output that was kept whole.
    pub fn whole(bytes: impl Into<Vec<u8>>) -> Output {
        let bytes = bytes.into();
        let total = bytes.len() as u64;
        Output { bytes, total }
    }

    /// The text, bytes that are not UTF-8 replaced by U+FFFD.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Whether anything was left out.
    pub fn is_cut(&self) -> bool {
        self.total > self.bytes.len() as u64
    }
}

impl RawReply {
    /// A reply with no output.
    pub fn of(ended: Ended) -> RawReply {
        RawReply {
            ended,
            stdout: Output::default(),
            stderr: Output::default(),
            took: Duration::ZERO,
            notes: Vec::new(),
        }
    }

    /// A reply that says the run never started.
    pub fn not_started(message: impl Into<String>, hint: Option<String>) -> RawReply {
        let fault = Fault {
            message: message.into(),
            hint,
        };
        RawReply::of(Ended::NotStarted(fault))
    }
}

/// What a reply says once a dialect has read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The decision word, if there was one that means something.
    pub decision: Option<Decision>,
    /// The input to use instead, in the dialect's words.
    pub input: Option<serde_json::Map<String, serde_json::Value>>,
    /// Text for the agent.
    pub context: Option<String>,
    /// A note to the user.
    pub note: Option<String>,
    /// Stop everything, with this reason.
    pub halt: Option<String>,
    /// The tool's output to use instead (after a tool).
    pub output: Option<serde_json::Value>,
    /// What was wrong or without effect in the answer; each is shown, none is silent.
    pub problems: Vec<Problem>,
}

/// What an answer decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Skip the ordinary question.
    Allow {
        /// For the user.
        reason: Option<String>,
    },
    /// Ask a person.
    Ask {
        /// For the person.
        reason: Option<String>,
    },
    /// Refuse.
    Block {
        /// For the agent; `None` when the hook gave none.
        reason: Option<String>,
    },
}
