//! Colours, few of them, each with a meaning.

use hooks_core::{RunStatus, TrustState};

use crate::context::Paint;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    /// Ordinary text.
    #[default]
    Plain,
    /// What the eye should find first.
    Strong,
    /// What it may pass over.
    Faint,
    /// It went well, it may run.
    Good,
    /// It may not be as it was meant, or somebody has to look.
    Odd,
    /// It went wrong, it was refused.
    Bad,
    /// What can be done next, and marks in the margin.
    Mark,
}

impl Style {
    /// `text` in this style.
    pub(crate) fn paint(self, text: &str, paint: Paint) -> String {
        match (paint, self.code()) {
            (Paint::Colour, Some(code)) => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            (Paint::Colour, None) | (Paint::Plain, _) => text.to_owned(),
        }
    }

    /// How the end of a run looks.
    pub(crate) fn of(status: RunStatus) -> Style {
        match status {
            RunStatus::Ok => Style::Good,
            RunStatus::Blocked => Style::Bad,
            RunStatus::Failed | RunStatus::TimedOut | RunStatus::NotStarted => Style::Odd,
            RunStatus::Skipped | RunStatus::Planned | RunStatus::Background => Style::Faint,
        }
    }

    /// How the trust in a file looks.
    pub(crate) fn of_trust(trust: TrustState) -> Style {
        match trust {
            TrustState::NotNeeded => Style::Faint,
            TrustState::Allowed => Style::Good,
            TrustState::Denied => Style::Bad,
            TrustState::Undecided | TrustState::Changed => Style::Odd,
        }
    }

    /// The parameters of the SGR sequence (ECMA-48); `None` needs none.
    fn code(self) -> Option<&'static str> {
        match self {
            Style::Plain => None,
            Style::Strong => Some("1"),
            Style::Faint => Some("2"),
            Style::Good => Some("32"),
            Style::Odd => Some("1;33"),
            Style::Bad => Some("1;31"),
            Style::Mark => Some("36"),
        }
    }
}
