//! Rules on the tools of MCP servers.

use crate::text::plain;
use crate::wildcard::{Reach, Wildcard};

/// `mcp__server`, `mcp__server__tool`, `mcp__server__*`, and with single strokes in the words of
/// hosts that write them so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct McpPattern {
    /// The name as written, `*` being any text.
    written: Wildcard,
    /// What the name means where a server's tools are written `mcp_server_tool`.
    single: Option<SingleStroke>,
    /// `mcp__server` and what every tool of that server begins with.
    server: Option<Wildcard>,
    /// The server of a name that is itself written with single strokes; its first part is taken to
    /// be the server.
    named_server: Option<String>,
}

/// A name whose server and tool can no longer be told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SingleStroke {
    /// One tool: unambiguous.
    Tool(String),
    /// All tools of a server: `mcp_a_` may also begin the tools of a server `a_b`.
    Server(String),
}

impl McpPattern {
    /// Reads the name of a rule, if it speaks of MCP tools.
    pub(crate) fn parse(name: &str) -> Option<McpPattern> {
        let rest = name.strip_prefix("mcp_")?;
        let names_something = !rest.trim_matches('_').is_empty();
        names_something.then(|| McpPattern {
            written: Wildcard::parse(name),
            single: single_of(name),
            server: server_of(name).map(|it| Wildcard::parse(&format!("mcp__{it}__*"))),
            named_server: named_server(rest),
        })
    }

    /// Whether the tool called `tool` is meant.
    pub(crate) fn matches(&self, tool: &str, reach: Reach) -> bool {
        let text = plain(tool);
        let is_written = |it: &Wildcard| it.matches(&text, reach);
        is_written(&self.written)
            || self.server.as_ref().is_some_and(is_written)
            || self
                .single
                .as_ref()
                .is_some_and(|it| it.matches(tool, reach))
            || self.is_in_single_strokes(tool, reach)
    }

    /// Whether a rule with single strokes means a tool that is written with double ones. Where the
    /// server ends is not plain then: to narrow, any reading will do; to grant, only the first.
    fn is_in_single_strokes(&self, tool: &str, reach: Reach) -> bool {
        let parts = tool
            .strip_prefix("mcp__")
            .and_then(|it| it.split_once("__"));
        let (Some(named), Some((server, name))) = (&self.named_server, parts) else {
            return false;
        };
        let is_plain = reach == Reach::May || named == server;
        is_plain
            && self
                .written
                .matches(&plain(&format!("mcp_{server}_{name}")), reach)
    }
}

impl SingleStroke {
    fn matches(&self, tool: &str, reach: Reach) -> bool {
        match self {
            SingleStroke::Tool(name) => tool == name,
            SingleStroke::Server(head) => reach == Reach::May && tool.starts_with(head.as_str()),
        }
    }
}

/// The server of a name that means all its tools.
fn server_of(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("mcp__")?;
    match rest.split_once("__") {
        None if !rest.contains('*') => Some(rest),
        Some((server, "*")) => Some(server),
        None | Some(_) => None,
    }
}

/// The first part of what stands behind `mcp_`; nothing where double strokes tell the parts.
fn named_server(rest: &str) -> Option<String> {
    let first = rest.split('_').next()?;
    (!rest.starts_with('_')).then(|| first.to_owned())
}

fn single_of(name: &str) -> Option<SingleStroke> {
    if let Some(server) = server_of(name) {
        return Some(SingleStroke::Server(format!("mcp_{server}_")));
    }
    let (server, tool) = name.strip_prefix("mcp__")?.split_once("__")?;
    (!tool.contains('*')).then(|| SingleStroke::Tool(format!("mcp_{server}_{tool}")))
}
