//! A mission: what is asked, and what its scripted model does.

use serde::Deserialize;
use serde_json::Value;

/// A prompt is given to an agent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mission {
    #[serde(rename = "mission")]
    pub(crate) prompt: String,
    /// The section `script` that the model follows; `work` unless given.
    pub(crate) script: Option<String>,
    pub(crate) mode: Option<String>,
    /// A session to go on with, `[SESSION-1]` being the first that was seen.
    pub(crate) session: Option<String>,
    pub(crate) agent: Option<String>,
    pub(crate) goal: Option<String>,
    pub(crate) budget: Option<String>,
    /// Whether helpers work beside the agent, so that what they say is listed after the rest.
    #[serde(default)]
    pub(crate) apart: bool,
    /// Further words, as they are.
    #[serde(default)]
    pub(crate) options: Vec<String>,
}

/// What a scripted model does, in the form of the product's own scripts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    #[serde(default)]
    rules: Vec<Value>,
    #[serde(default)]
    steps: Vec<Value>,
}

/// The script of a mission that names none.
pub(crate) const USUAL_SCRIPT: &str = "work";

impl Script {
    /// Where the script of this name is put.
    pub(crate) fn path(name: &str) -> String {
        format!("<root>/scripts/{name}.json")
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        serde_json::json!({ "rules": self.rules, "steps": self.steps }).to_string()
    }
}
