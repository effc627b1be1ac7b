//! Makes the tools of MCP servers tools of an agent.
//!
//! [`read`] makes [`ServerSpec`]s of a `.mcp.json`, with a problem for everything it could not use.
//! [`Servers::connect`] starts them side by side, over pipes or streamable HTTP, and gives their tools
//! as [`missions::Tool`]s named `mcp__<server>__<tool>`; [`connect`] does it for one. Calls end with
//! their time, and a cancel is told to the server. A program has a process group of its own, which
//! goes with it.
//!
//! Does not decide which servers may start, does not ask anybody about a call, and believes nothing
//! that a server says about itself: every tool [acts](missions::Effect::Acts).
//!
//! # Example
//!
//! ```
//! use std::collections::BTreeMap;
//! use mcp_tools::{Reach, read};
//!
//! let file = br#"{"mcpServers": {
//!     "docs": {"type": "http", "url": "https://${HOST:-docs.example}/mcp"},
//!     "old": {"type": "sse", "url": "https://old.example"}
//! }}"#;
//! let servers = read(".mcp.json".as_ref(), file, &BTreeMap::new());
//! assert_eq!(servers.value.len(), 1);
//! let url = "https://docs.example/mcp".to_owned();
//! assert_eq!(servers.value[0].reach, Reach::Http { url, headers: vec![] });
//! assert_eq!(servers.problems[0].code, "mcp/unsupported-type");
//! ```
//!
//! # Limitations
//!
//! - The list of tools is that of the start; 1000 of a server at most.
//! - Servers are opened with `initialize`; one that knows only the newer way is not understood.
//! - What a server asks of its client (a sample, an answer of the user, the roots) it does not get.
//! - A message above 16 MiB is dropped, so its call ends with its time.
//! - A process that leaves the group of its server outlives it. A host that is killed leaves its
//!   servers to notice that nobody speaks to them.
//! - No logins: a token goes into a header. Redirects are not followed.
//! - Proxies are those of the environment, which reqwest reads by itself; none for this machine.
//! - The Windows half was never built there; it ends the program alone.

mod config;
mod connect;
mod error;
mod names;
mod options;
mod outcome;
mod program;
mod race;
mod servers;
mod spec;
mod tool;
mod wire;

pub use config::{read, read_document};
pub use connect::{Connected, connect};
pub use error::McpError;
pub use options::ConnectOptions;
pub use outcome::CallOutcome;
pub use servers::Servers;
pub use spec::{Reach, ServerSpec};

#[cfg(test)]
mod tests;
