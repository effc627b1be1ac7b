//! What can be said to `hooks run`.

use clap::{Args, ValueEnum};
use hooks_core::DialectId;

/// One event to fire, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct RunOptions {
    /// The event, in the words of the dialect or of any dialect, as PreToolUse or tool.before.
    #[arg(value_name = "EVENT")]
    pub(crate) event: String,
    /// The dialect whose words these are and whose hooks alone speak.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(crate) dialect: Option<DialectId>,
    /// Only this hook file counts; may be given several times.
    #[arg(long, value_name = "[DIALECT:]FILE")]
    pub(crate) config: Vec<String>,
    /// The tool, for events about tools.
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// The tool's input.
    #[arg(long, value_name = "JSON|@FILE")]
    pub(crate) tool_input: Option<String>,
    /// What the tool returned.
    #[arg(long, value_name = "TEXT|@FILE")]
    pub(crate) tool_output: Option<String>,
    /// What the person typed.
    #[arg(long, value_name = "TEXT")]
    pub(crate) prompt: Option<String>,
    /// Another field of the event; may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) field: Vec<String>,
    /// A whole payload as a hook would get it; `-` reads standard input.
    #[arg(long, value_name = "FILE|-")]
    pub(crate) payload: Option<String>,
    /// What follows when no rule decides.
    #[arg(long, value_name = "MODE", default_value = "ask")]
    pub(crate) mode: Mode,
    /// What the person answers, should a question for approval follow.
    #[arg(long, value_name = "ANSWER")]
    pub(crate) approval: Option<Approval>,
    /// Runs the repository's hooks without a decision, this once.
    #[arg(long)]
    pub(crate) trust_all: bool,
    /// Shows what would run and starts nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Exits with 1 on a block, and when a matching hook was held back.
    #[arg(long)]
    pub(crate) exit_code: bool,
}

/// What follows when no rule decides about a tool call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// A person is asked.
    #[default]
    Ask,
    /// It goes ahead.
    Auto,
    /// Only reading goes ahead.
    ReadOnly,
}

impl Mode {
    /// The mode called `word`.
    pub(crate) fn from_word(word: &str) -> Option<Mode> {
        match word {
            "ask" => Some(Mode::Ask),
            "auto" => Some(Mode::Auto),
            "read-only" => Some(Mode::ReadOnly),
            _ => None,
        }
    }
}

/// How a question for approval is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Approval {
    /// With a yes.
    Yes,
    /// With a no.
    No,
    /// Not at all: nobody is there, which is a no.
    //
    Nobody,
}

impl Approval {
    /// The answer called `word`.
    pub(crate) fn from_word(word: &str) -> Option<Approval> {
        match word {
            "yes" => Some(Approval::Yes),
            "no" => Some(Approval::No),
            "nobody" => Some(Approval::Nobody),
            _ => None,
        }
    }
}

/// The dialect called `word`.
pub(crate) fn dialect(word: &str) -> Result<DialectId, String> {
    let known = || {
        format!(
            "a dialect is one of {}",
            DialectId::ALL.map(DialectId::as_str).join(", ")
        )
    };
    DialectId::from_word(word).ok_or_else(known)
}
