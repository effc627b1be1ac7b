//! A hook in nobody's form: each dialect writes it in its own.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::TrustWord;

/// One entry of `given.hook`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GivenHook {
    /// The internal word of the event.
    pub(crate) on: String,
    /// Internal words of tools, with `|` between them.
    #[serde(rename = "match")]
    pub(crate) tools: Option<String>,
    /// The matcher as the file spells it.
    pub(crate) matcher: Option<String>,
    /// A command line.
    pub(crate) run: Option<String>,
    /// A program and its arguments.
    pub(crate) exec: Option<Vec<String>>,
    #[serde(default, rename = "type")]
    pub(crate) kind: HookType,
    #[serde(default)]
    pub(crate) source: HookSource,
    pub(crate) dialect: Option<String>,
    #[serde(default)]
    pub(crate) trust: TrustWord,
    pub(crate) timeout_ms: Option<u64>,
    #[serde(rename = "if")]
    pub(crate) condition: Option<String>,
    #[serde(default, rename = "async")]
    pub(crate) is_async: bool,
    #[serde(default)]
    pub(crate) rewake: bool,
    #[serde(default)]
    pub(crate) once: bool,
    pub(crate) shell: Option<String>,
    pub(crate) status: Option<String>,
    #[serde(default)]
    pub(crate) on_failure: FailureWord,
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) allowed_variables: Vec<String>,
    pub(crate) prompt: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) skill: Option<String>,
    pub(crate) args: Option<serde_json::Map<String, serde_json::Value>>,
    pub(crate) server: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) input: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The kind of a handler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HookType {
    #[default]
    Command,
    Http,
    Prompt,
    Agent,
    Skill,
    McpTool,
}

/// Whose file a hook stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HookSource {
    Managed,
    #[default]
    User,
    Project,
    Local,
    Plugin,
}

/// What the failure of a hook means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailureWord {
    #[default]
    Proceed,
    Block,
}
