//! Runs missions on agents of others: any that speaks ACP, and the command lines of three products.
//!
//! [`agent`] makes a [`missions::Agent`] of what a person wrote. An ACP agent (`acp:COMMAND`) asks us
//! to read, write and run things and for permission; each of these goes through the
//! [`missions::Host`], and so through the same hooks, rules and tools as our own agent's calls. The
//! command lines `claude`, `codex` and `gemini` run their own tools and tell of them afterwards;
//! [`NOT_OURS`] says so to people.
//!
//! Does not decide anything, and keeps no conversation: that is for `missions`.
//!
//! # Example
//! ```
//! use external_agents::{AgentOptions, agent};
//!
//! let agent = agent("acp:my-agent --acp", AgentOptions::default())?;
//! assert_eq!(agent.name(), "acp:my-agent --acp");
//! # Ok::<(), external_agents::AgentSpecError>(())
//! ```
//!
//! # Limitations
//! - A turn must be polled within a runtime of tokio.
//! - A terminal that an ACP agent asks for is handed out once its command has ended; our tool's
//!   time-out holds.
//! - What a hook changed about a call which an agent runs by itself cannot reach it, so the call is
//!   refused.
//! - The protocol's messages are made here: its own crate brings a second runtime's worth of
//!   dependencies for the dozen messages that a client needs.

mod acp;
mod calls;
mod headless;
mod process;
mod said;
mod serve;
mod spec;
mod terminals;

pub use spec::{AgentOptions, AgentSpecError, NOT_OURS, agent, asks_us};
