//! A server's tool as a tool of the agent.

use std::sync::Arc;

use missions::{Effect, Success, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use crate::connect::Connected;

/// A server's tool. What a server says about its effects is not believed: it always acts.
#[derive(Debug)]
pub(crate) struct McpTool {
    pub(crate) spec: ToolSpec,
    /// As its server calls it.
    pub(crate) name: String,
    pub(crate) server: Arc<Connected>,
}

impl Tool for McpTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move {
            match self.server.call(&self.name, input, cx.cancel).await {
                Ok(outcome) => ToolResult {
                    summary: summary(&outcome.text),
                    text: outcome.text,
                    success: outcome.success,
                    changed: Vec::new(),
                },
                Err(error) => ToolResult {
                    success: Success::No,
                    ..ToolResult::failed(error.to_string())
                },
            }
        })
    }
}

/// The text where it is one short line, how much it is elsewhere.
fn summary(text: &str) -> String {
    match text.trim().lines().count() {
        0 => "no output".to_owned(),
        1 => {
            let line = stdx::text::printable(text.trim());
            let (start, cut) = stdx::text::cut_chars(&line, 80);
            format!("{start}{}", if cut { "…" } else { "" })
        }
        n => format!("{n} lines"),
    }
}
