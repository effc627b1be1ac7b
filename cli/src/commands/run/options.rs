//! What can be said to `tackle run`.

use std::time::Duration;

use clap::{Args, ValueEnum};
use missions::Budget;

use crate::error::CommandError;

/// What is asked, of whom, and within which bounds.
#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    /// What is asked; `-` reads it from standard input. `/goal CONDITION` at its start works until the
    /// condition holds.
    #[arg(required = true, allow_hyphen_values = true)]
    pub(crate) prompt: Vec<String>,
    #[command(flatten)]
    pub(crate) how: HowOptions,
}

/// Who does a mission, and within which bounds.
#[derive(Debug, Args)]
pub(crate) struct HowOptions {
    /// Who works: `builtin`, `as:NAME` for a custom agent, `acp:COMMAND`, `claude`, `codex`, `gemini`.
    #[arg(long, value_name = "AGENT", default_value = "builtin")]
    pub(crate) agent: String,
    /// On which model: `anthropic:NAME`, `openai:NAME`, `ollama:NAME` or `scripted:FILE`.
    #[arg(long, value_name = "SPEC")]
    pub(crate) model: Option<String>,
    /// The address of the model's server.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The session to go on with; without it a new one begins.
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// What happens to calls that no rule speaks of.
    #[arg(long, value_name = "MODE", default_value = "ask")]
    pub(crate) mode: ModeWord,
    /// What must hold before the work is done; lines `check: COMMAND` must succeed.
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Option<String>,
    /// What may be used: `tokens=N`, `calls=N`, `time=10m`, `money=N`, divided by commas.
    #[arg(long, value_name = "LIMITS", value_delimiter = ',')]
    pub(crate) budget: Vec<String>,
    /// Runs the hooks of the project although nobody allowed them, this once.
    #[arg(long)]
    pub(crate) trust_all: bool,
}

impl Default for HowOptions {
    /// What holds where nothing is typed.
    fn default() -> HowOptions {
        HowOptions {
            agent: "builtin".to_owned(),
            model: None,
            base_url: None,
            session: None,
            mode: ModeWord::Ask,
            goal: None,
            budget: Vec::new(),
            trust_all: false,
        }
    }
}

/// A mode, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeWord {
    /// What changes something is asked about.
    Ask,
    /// Everything runs that no rule refuses.
    Auto,
    /// Nothing is changed.
    ReadOnly,
}

impl ModeWord {
    /// The mode.
    pub(crate) fn mode(self) -> permissions::Mode {
        match self {
            ModeWord::Ask => permissions::Mode::Ask,
            ModeWord::Auto => permissions::Mode::Auto,
            ModeWord::ReadOnly => permissions::Mode::ReadOnly,
        }
    }

    /// What the agent is told of it.
    pub(crate) fn told(self) -> &'static str {
        match self {
            ModeWord::Ask => "The user is asked before anything is changed.",
            ModeWord::Auto => "Nobody is asked: what no rule refuses is done.",
            ModeWord::ReadOnly => "You can look at everything and change nothing.",
        }
    }
}

/// Reads the limits of `--budget`.
pub(crate) fn budget(limits: &[String]) -> Result<Budget, CommandError> {
    let mut budget = Budget::default();
    for limit in limits {
        let wrong = || {
            CommandError::usage(format!(
                "`--budget` takes `tokens=N`, `calls=N`, `time=10m` and `money=N`, found `{limit}`"
            ))
        };
        let (key, value) = limit.trim().split_once('=').ok_or_else(wrong)?;
        match key {
            "tokens" => budget.tokens = Some(count(value).ok_or_else(wrong)?),
            "calls" => budget.tool_calls = Some(count(value).ok_or_else(wrong)?),
            "time" => budget.wall = Some(duration(value).ok_or_else(wrong)?),
            "money" => {
                let money = value.parse().ok().filter(|it: &f64| *it >= 0.0);
                budget.money = Some(money.ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(budget)
}

/// A number, `k` and `m` being thousands and millions.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1_000),
        b'm' | b'M' => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

fn duration(text: &str) -> Option<Duration> {
    let (digits, factor) = match text.as_bytes().last()? {
        b's' => (&text[..text.len() - 1], 1),
        b'm' => (&text[..text.len() - 1], 60),
        b'h' => (&text[..text.len() - 1], 3_600),
        _ => (text, 1),
    };
    let seconds = digits.parse::<u64>().ok()?.checked_mul(factor)?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use missions::Budget;

    use super::budget;

    #[track_caller]
    fn check(limits: &[&str], expected: Option<Budget>) {
        let limits: Vec<String> = limits.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(budget(&limits).ok(), expected, "{limits:?}");
    }

    #[test]
    fn each_limit_has_its_word() {
        let expected = Budget {
            tokens: Some(200_000),
            money: Some(1.5),
            tool_calls: Some(40),
            wall: Some(Duration::from_secs(600)),
        };
        check(
            &["tokens=200k", "calls=40", "time=10m", "money=1.5"],
            Some(expected),
        );
        check(&[], Some(Budget::default()));
        check(&["tokens"], None);
        check(&["tokens=-1"], None);
        check(&["time=soon"], None);
        check(&["money=-2"], None);
    }
}
