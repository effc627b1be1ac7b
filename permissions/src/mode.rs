//! What happens to a call that no rule speaks of.

use std::fmt;

/// How much a person wants to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Tools that only look at files run, all others are asked about.
    #[default]
    Ask,
    /// As [`Mode::Ask`], and files of the project are changed without a question.
    AcceptEdits,
    /// Everything runs.
    Auto,
    /// Tools that only look at files run, all others are refused, whatever the allow rules say
    /// [N-WF-14, N-AGENT-11].
    ReadOnly,
    /// Whatever would be asked is refused.
    DontAsk,
}

impl Mode {
    /// The mode called `word`, in our words or in Claude Code's.
    pub fn from_word(word: &str) -> Option<Mode> {
        Some(match word {
            "ask" | "default" | "manual" => Mode::Ask,
            "acceptEdits" => Mode::AcceptEdits,
            "auto" | "bypassPermissions" => Mode::Auto,
            "read-only" | "plan" => Mode::ReadOnly,
            "dontAsk" => Mode::DontAsk,
            _ => return None,
        })
    }

    /// Claude Code's word for the mode.
    pub fn claude_word(self) -> &'static str {
        match self {
            Mode::Ask => "default",
            Mode::AcceptEdits => "acceptEdits",
            Mode::Auto => "bypassPermissions",
            Mode::ReadOnly => "plan",
            Mode::DontAsk => "dontAsk",
        }
    }
}

/// Our word, or Claude Code's where we have none.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Ask => "ask",
            Mode::AcceptEdits => "acceptEdits",
            Mode::Auto => "auto",
            Mode::ReadOnly => "read-only",
            Mode::DontAsk => "dontAsk",
        })
    }
}
