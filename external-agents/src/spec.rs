//! What a person writes to name an agent.

use std::ffi::OsString;

use missions::Agent;

use crate::acp::AcpAgent;
use crate::headless::{Headless, Product};

/// That an agent's own tool calls are not ours, for people.
pub const NOT_OURS: &str =
    "this agent runs its own tools: your hooks, rules and sandbox do not reach them";

/// What an agent is started with.
#[derive(Clone, Debug, Default)]
pub struct AgentOptions {
    /// The whole environment: agents of others need their keys.
    pub env: Vec<(OsString, OsString)>,
    /// The model to ask for, where the agent lets one choose.
    pub model: Option<String>,
}

/// No agent is called so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentSpecError {
    /// Nobody is called this.
    #[error(
        "no agent is called `{spec}`; there are `builtin`, `as:NAME`, `acp:COMMAND`, `claude`, `codex` and `gemini`"
    )]
    Unknown {
        /// As it was written.
        spec: String,
    },
    /// The command after `acp:` cannot be read.
    #[error("the command of `{spec}` cannot be read: {why}")]
    Command {
        /// As it was written.
        spec: String,
        /// Why.
        why: String,
    },
}

/// The agent of `spec`: `acp:COMMAND`, `claude`, `codex` or `gemini`. It is started with its first
/// turn.
///
/// # Errors
/// There is no such agent, or its command has an open quote.
pub fn agent(spec: &str, options: AgentOptions) -> Result<Box<dyn Agent>, AgentSpecError> {
    if let Some(command) = spec.strip_prefix("acp:") {
        let words = shell_words::split(command);
        let words = words.map_err(|it| AgentSpecError::Command {
            spec: spec.to_owned(),
            why: it.to_string(),
        })?;
        let Some((program, args)) = words.split_first() else {
            return Err(AgentSpecError::Command {
                spec: spec.to_owned(),
                why: "it is empty".to_owned(),
            });
        };
        let agent = AcpAgent::new(spec, (program.clone(), args.to_vec()), options);
        return Ok(Box::new(agent));
    }
    let product = match spec {
        "claude" => Product::Claude,
        "codex" => Product::Codex,
        "gemini" => Product::Gemini,
        other => {
            return Err(AgentSpecError::Unknown {
                spec: other.to_owned(),
            });
        }
    };
    Ok(Box::new(Headless::new(product, options)))
}

/// Whether the agent's tools pass our gate: those of ACP agents are asked of us.
pub fn asks_us(spec: &str) -> bool {
    spec.starts_with("acp:")
}
