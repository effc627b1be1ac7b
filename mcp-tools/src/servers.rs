//! All servers of a mission.

use std::sync::Arc;

use missions::{Tool, ToolSpec};
use serde_json::{Map, Value};
use stdx::{Cancel, Loaded, Pending, Problem, join_all};

use crate::connect::{Connected, connect};
use crate::error::McpError;
use crate::names;
use crate::options::ConnectOptions;
use crate::outcome::CallOutcome;
use crate::spec::ServerSpec;
use crate::tool::McpTool;

/// The servers that are running.
#[derive(Debug, Default)]
pub struct Servers {
    running: Vec<Arc<Connected>>,
    tools: Vec<Arc<McpTool>>,
}

impl Servers {
    /// Starts all of `specs` side by side and keeps those that started; a problem for each other.
    /// Must be polled as [`connect`] must.
    pub async fn connect(specs: &[ServerSpec], options: &ConnectOptions) -> Loaded<Servers> {
        let starting = specs.iter().map(|spec| {
            let starting: Pending<'_, _> = Box::pin(connect(spec, options));
            starting
        });
        let started = join_all(starting.collect()).await;
        let mut problems = Vec::new();
        let mut running = Vec::new();
        for (spec, res) in specs.iter().zip(started) {
            match res {
                Ok(server) => running.push(Arc::new(server)),
                Err(error) => problems.push(not_started(spec, &error)),
            }
        }
        let tools = tools(&running);
        Loaded {
            value: Servers { running, tools },
            problems,
        }
    }

    /// Their tools, named `mcp__<server>__<tool>`, none twice.
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let tools = self.tools.iter().map(Arc::clone);
        tools.map(|it| it as Arc<dyn Tool>).collect()
    }

    /// The names of the servers that are running, as they were configured.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.running.iter().map(|it| it.name())
    }

    /// Calls a tool by the names that configuration and server gave; for hooks. Asks nobody.
    ///
    /// # Errors
    /// No such server is running, and those of [`Connected::call`].
    pub async fn call(
        &self,
        (server, tool): (&str, &str),
        input: &Map<String, Value>,
        cancel: &Cancel,
    ) -> Result<CallOutcome, McpError> {
        let running = self.running.iter().find(|it| it.name() == server);
        let running = running.ok_or_else(|| McpError::NoServer {
            server: server.to_owned(),
        })?;
        running.call(tool, input, cancel).await
    }

    /// Ends all of them side by side, in bounded time. Tools that were handed out and are still held
    /// keep their server, whose program goes with the last of them.
    pub async fn close(self) {
        let Servers { running, tools } = self;
        drop(tools);
        let ending = running.into_iter().filter_map(Arc::into_inner).map(|it| {
            let ending: Pending<'_, ()> = Box::pin(it.close());
            ending
        });
        join_all(ending.collect()).await;
    }
}

fn not_started(spec: &ServerSpec, error: &McpError) -> Problem {
    let message = format!("the server `{}` is not there: {error}", spec.name);
    let problem = spec.blame(Problem::warning("mcp/not-started", message));
    match error.hint() {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    }
}

fn tools(running: &[Arc<Connected>]) -> Vec<Arc<McpTool>> {
    let servers: Vec<&str> = running.iter().map(|it| it.name()).collect();
    let names = names::server_names(&servers);
    let each = running.iter().zip(&names);
    each.flat_map(|(server, name)| of_server(server, name))
        .collect()
}

fn of_server(server: &Arc<Connected>, name: &str) -> Vec<Arc<McpTool>> {
    let listed = server.tools();
    let given: Vec<&str> = listed.iter().map(|it| it.name.as_str()).collect();
    let names = names::tool_names(name, &given);
    let tools = listed.iter().zip(names).map(|(it, name)| McpTool {
        spec: ToolSpec {
            name,
            description: it.description.clone(),
            input_schema: it.input_schema.clone(),
        },
        name: it.name.clone(),
        server: Arc::clone(server),
    });
    tools.map(Arc::new).collect()
}
