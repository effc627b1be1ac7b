//! Speaks the protocol. Everything that knows the protocol's own crate is in here.

mod http;
mod result;
mod trouble;

use std::time::Duration;

use missions::Success;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, PaginatedRequestParams,
};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Map, Value};
use stdx::Timer;

use crate::error::McpError;
use crate::outcome::CallOutcome;
use crate::program::Pipes;

/// Tools of one server that are taken; a server can list more than anybody can use.
const MOST_TOOLS: usize = 1000;

/// Characters of a description that are taken.
const LONGEST_DESCRIPTION: usize = 4000;

/// A tool as its server describes it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) input_schema: Value,
}

/// An open conversation. It needs a runtime of tokio to begin, and none to be used.
#[derive(Debug)]
pub(crate) struct Link {
    service: Service,
}

type Service = RunningService<RoleClient, ClientConfig>;

impl Link {
    pub(crate) async fn over_pipes((stdout, stdin): Pipes) -> Result<Link, McpError> {
        let transport = AsyncRwTransport::<RoleClient, _, _>::new(stdout, stdin);
        let service = rmcp::serve_client(client(), transport).await;
        let service = service.map_err(|it| trouble::at_start(&it))?;
        Ok(Link { service })
    }

    pub(crate) async fn over_http(
        url: &str,
        headers: &[(String, String)],
    ) -> Result<Link, McpError> {
        let transport = http::transport(url, headers)?;
        let service = rmcp::serve_client(client(), transport).await;
        let service = service.map_err(|it| trouble::at_start(&it))?;
        Ok(Link { service })
    }

    /// All tools, page by page.
    pub(crate) async fn tools(&self) -> Result<Vec<Listed>, McpError> {
        let mut tools = Vec::new();
        let mut page = None;
        loop {
            let res = self.service.list_tools(page).await;
            let res = res.map_err(|it| trouble::later(&it))?;
            tools.extend(res.tools.into_iter().map(listed));
            match res.next_cursor {
                Some(next) if tools.len() < MOST_TOOLS => {
                    page = Some(PaginatedRequestParams::default().with_cursor(Some(next)));
                }
                Some(_) | None => break,
            }
        }
        tools.truncate(MOST_TOOLS);
        Ok(tools)
    }

    /// Calls a tool. Dropping the future tells the server that the call is cancelled.
    pub(crate) async fn call(
        &self,
        tool: &str,
        input: &Map<String, Value>,
    ) -> Result<CallOutcome, McpError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(input.clone());
        let res = self.service.call_tool(params).await;
        let res = res.map_err(|it| trouble::later(&it))?;
        let success = match res.is_error {
            Some(true) => Success::No,
            Some(false) | None => Success::Yes,
        };
        Ok(CallOutcome::new(result::text(&res), success))
    }

    /// Ends the conversation; what it does not end within `grace` is left.
    pub(crate) async fn close(mut self, timer: &dyn Timer, grace: Duration) {
        let _ = crate::race::within(timer, grace, self.service.close()).await;
    }
}

fn client() -> ClientConfig {
    let us = Implementation::new("tacklebox", env!("CARGO_PKG_VERSION"));
    ClientConfig::new(ClientCapabilities::default(), us)
}

fn listed(tool: rmcp::model::Tool) -> Listed {
    let described = tool.description.as_deref().or(tool.title.as_deref());
    let (description, _) = stdx::text::cut_chars(described.unwrap_or(""), LONGEST_DESCRIPTION);
    Listed {
        name: tool.name.into_owned(),
        description: description.to_owned(),
        input_schema: Value::Object((*tool.input_schema).clone()),
    }
}
