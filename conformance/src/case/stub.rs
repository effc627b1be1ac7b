//! What answers in place of programs, servers, models and skills.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::Content;

/// The answers under one name: to the first call, to the second, and so on; one alone answers all.
#[derive(Clone, Debug)]
pub(crate) struct Stubs(pub(crate) Vec<Stub>);

/// One answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stub {
    #[serde(default)]
    pub(crate) kind: StubKind,
    #[serde(default)]
    pub(crate) exit: i32,
    pub(crate) signal: Option<i32>,
    pub(crate) stdout: Option<Content>,
    pub(crate) stderr: Option<Content>,
    pub(crate) says: Option<Says>,
    #[serde(default)]
    pub(crate) sleeps_until_killed: bool,
    pub(crate) waits_for: Option<String>,
    #[serde(default = "yes")]
    pub(crate) reads_stdin: bool,
    #[serde(default)]
    pub(crate) times: Called,
    /// Of a server.
    pub(crate) status: Option<u16>,
    /// Of a model.
    pub(crate) verdict: Option<Verdict>,
    pub(crate) reason: Option<String>,
    pub(crate) possible: Option<PossibleWord>,
    /// Why a skill, a model or a server fails.
    pub(crate) fails: Option<String>,
}

/// In place of what it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StubKind {
    #[default]
    Command,
    Http,
    Prompt,
    Agent,
    Skill,
}

/// How often a stub is called in the whole case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Called {
    #[default]
    AtLeastOnce,
    Times(usize),
    Any,
}

/// A model's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Yes,
    No,
}

/// Whether a model's no can still become a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PossibleWord {
    Yes,
    Never,
}

/// An answer in nobody's words.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Says {
    pub(crate) block: Option<String>,
    pub(crate) allow: Option<String>,
    pub(crate) ask: Option<String>,
    pub(crate) rewrite: Option<serde_json::Map<String, serde_json::Value>>,
    pub(crate) context: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) halt: Option<String>,
}

impl Stubs {
    /// How often it is called in the whole case.
    pub(crate) fn called(&self) -> Called {
        match self.0.as_slice() {
            [one] => one.times,
            several => Called::Times(several.len()),
        }
    }

    /// In place of what it stands.
    pub(crate) fn kind(&self) -> StubKind {
        self.0.first().map(|it| it.kind).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Stubs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stubs, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        let stubs = match value {
            toml::Value::Array(_) => value.try_into(),
            one => one.try_into().map(|it| vec![it]),
        };
        stubs
            .map(Stubs)
            .map_err(|it: toml::de::Error| D::Error::custom(it.message()))
    }
}

impl<'de> Deserialize<'de> for Called {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Called, D::Error> {
        let wrong = || D::Error::custom("`times` must be a number or `any`");
        match toml::Value::deserialize(deserializer)? {
            toml::Value::String(word) if word == "any" => Ok(Called::Any),
            toml::Value::Integer(number) => usize::try_from(number)
                .map(Called::Times)
                .map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

fn yes() -> bool {
    true
}
