//! An agent that speaks the Agent Client Protocol, version 1, over its standard streams.
//!
//! The messages are few and made here: only what a client says and hears is needed, and an agent that
//! says more, or something new, is not a fault.

use missions::{Agent, Host, Message, Shown, Success, ToolCall, ToolResult, TurnEnd};
use serde_json::{Value, json};
use stdx::Pending;

use crate::calls::{call, contents};
use crate::process::{Process, Start};
use crate::serve::{permission, read, write};
use crate::spec::AgentOptions;
use crate::terminals::Terminals;

/// The version of the protocol that is spoken here.
const VERSION: u64 = 1;
/// How long an agent may take to say hello.
const HELLO: std::time::Duration = std::time::Duration::from_secs(30);
/// How long a cancelled agent has to end its turn.
const GRACE: std::time::Duration = std::time::Duration::from_secs(2);

/// An agent behind ACP.
#[derive(Debug)]
pub(crate) struct AcpAgent {
    name: String,
    program: String,
    args: Vec<String>,
    options: AgentOptions,
    running: Option<Running>,
}

/// A conversation with a running agent.
#[derive(Debug)]
struct Running {
    process: Process,
    session: String,
    next_id: u64,
    terminals: Terminals,
    said: String,
    calls: Vec<ToolCall>,
}

/// What became of waiting for the agent.
enum Heard {
    Message(Value),
    Gone,
    Cancelled(String),
}

impl AcpAgent {
    pub(crate) fn new(
        name: &str,
        (program, args): (String, Vec<String>),
        options: AgentOptions,
    ) -> AcpAgent {
        AcpAgent {
            name: name.to_owned(),
            program,
            args,
            options,
            running: None,
        }
    }

    async fn work(&mut self, instruction: &str, host: &mut Host) -> Result<TurnEnd, TurnEnd> {
        if self.running.is_none() {
            self.running = Some(self.open(host).await?);
        }
        let Some(running) = &mut self.running else {
            return Err(failed("the agent is not running"));
        };
        host.record(Message::User(instruction.to_owned()), None)?;
        running.said.clear();
        let prompt = json!({
            "sessionId": running.session,
            "prompt": [{ "type": "text", "text": instruction }],
        });
        let answer = running.ask("session/prompt", prompt, host).await;
        let text = std::mem::take(&mut running.said);
        if !text.is_empty() {
            host.show(Shown::Message(&text));
            let message = Message::Assistant {
                text: text.clone(),
                calls: Vec::new(),
            };
            host.record(message, None)?;
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(end) => {
                self.running = None;
                return Err(end);
            }
        };
        Ok(match answer["stopReason"].as_str() {
            Some("cancelled") => TurnEnd::Cancelled("the agent says so".to_owned()),
            Some("refusal") => failed("the agent refused to go on"),
            _ => TurnEnd::Finished(text),
        })
    }

    async fn open(&self, host: &mut Host) -> Result<Running, TurnEnd> {
        let cwd = host.scene().cwd.clone();
        let start = Start {
            program: &self.program,
            args: &self.args,
            env: &self.options.env,
            cwd: &cwd,
        };
        let process = Process::start(&start).map_err(TurnEnd::Failed)?;
        let mut running = Running {
            process,
            session: String::new(),
            next_id: 0,
            terminals: Terminals::default(),
            said: String::new(),
            calls: Vec::new(),
        };
        let hello = json!({
            "protocolVersion": VERSION,
            "clientCapabilities": {
                "fs": { "readTextFile": true, "writeTextFile": true },
                "terminal": true,
            },
        });
        let timer = host.timer().sleep(HELLO);
        let answer = {
            let asked = running.ask("initialize", hello, host);
            tokio::select! {
                answer = asked => answer?,
                () = timer => return Err(failed("the agent did not answer within 30s")),
            }
        };
        if answer["protocolVersion"].as_u64() != Some(VERSION) {
            let spoken = &answer["protocolVersion"];
            return Err(failed(&format!(
                "the agent speaks version {spoken} of the protocol, and this is version {VERSION}"
            )));
        }
        let new = json!({ "cwd": cwd, "mcpServers": [] });
        let answer = running.ask("session/new", new, host).await?;
        match answer["sessionId"].as_str() {
            Some(session) => running.session = session.to_owned(),
            None => return Err(failed("the agent opened no session")),
        }
        Ok(running)
    }
}

impl Agent for AcpAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn turn<'a>(&'a mut self, instruction: String, host: &'a mut Host) -> Pending<'a, TurnEnd> {
        Box::pin(async move {
            match self.work(&instruction, host).await {
                Ok(end) | Err(end) => end,
            }
        })
    }
}

fn failed(why: &str) -> TurnEnd {
    TurnEnd::Failed(why.to_owned())
}

impl Running {
    /// Asks and serves the agent's own requests until it has answered.
    async fn ask(
        &mut self,
        method: &str,
        params: Value,
        host: &mut Host,
    ) -> Result<Value, TurnEnd> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await?;
        let mut cancelled: Option<(String, Pending<'static, ()>)> = None;
        loop {
            let message = match self.hear(host, cancelled.as_mut()).await? {
                Heard::Message(message) => message,
                Heard::Gone => return Err(self.gone().await),
                Heard::Cancelled(reason) if cancelled.is_none() => {
                    let params = json!({ "sessionId": self.session });
                    let cancel =
                        json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": params });
                    self.send(cancel).await?;
                    cancelled = Some((reason, host.timer().sleep(GRACE)));
                    continue;
                }
                Heard::Cancelled(reason) => return Err(TurnEnd::Cancelled(reason)),
            };
            if message["method"].is_string() {
                self.serve(&message, host).await?;
            } else if message["id"] == id {
                return match cancelled {
                    Some((reason, _)) => Err(TurnEnd::Cancelled(reason)),
                    None => answer(method, &message),
                };
            }
        }
    }

    async fn send(&mut self, message: Value) -> Result<(), TurnEnd> {
        match self.process.send(&message.to_string()).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.gone().await),
        }
    }

    async fn gone(&mut self) -> TurnEnd {
        let why = self.process.ended().await;
        failed(&format!("the agent is gone: {why}"))
    }

    /// The next message; lines that are none are passed over, since some agents print words as well.
    async fn hear(
        &mut self,
        host: &Host,
        grace: Option<&mut (String, Pending<'static, ()>)>,
    ) -> Result<Heard, TurnEnd> {
        let cancel = host.scene().cancel.clone();
        let is_over = async {
            match grace {
                Some((reason, timer)) => {
                    timer.await;
                    reason.clone()
                }
                None => {
                    cancel.cancelled().await;
                    cancel.reason().unwrap_or_default()
                }
            }
        };
        let next = async {
            loop {
                match self.process.line().await {
                    Ok(None) => return Ok(Heard::Gone),
                    Ok(Some(line)) => {
                        let message = serde_json::from_str::<Value>(&line);
                        if let Ok(message) = message.map(|it| (it.is_object(), it))
                            && message.0
                        {
                            return Ok(Heard::Message(message.1));
                        }
                    }
                    Err(why) => return Err(failed(&format!("the agent cannot be read: {why}"))),
                }
            }
        };
        tokio::select! {
            heard = next => heard,
            reason = is_over => Ok(Heard::Cancelled(reason)),
        }
    }

    /// Does what the agent asks of us, through the same gate as our own agent.
    async fn serve(&mut self, message: &Value, host: &mut Host) -> Result<(), TurnEnd> {
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        let served = match method {
            "session/update" => {
                self.update(&params["update"], host)?;
                return Ok(());
            }
            "session/request_permission" => Ok(permission(params, host).await),
            "fs/read_text_file" => read(params, host).await,
            "fs/write_text_file" => write(params, host).await,
            it if it.starts_with("terminal/") => self.terminals.serve(it, params, host).await,
            other => Err(format!("`{other}` is not served here")),
        };
        if message["id"].is_null() {
            return Ok(());
        }
        let mut answer = json!({ "jsonrpc": "2.0", "id": message["id"] });
        match served {
            Ok(result) => answer["result"] = result,
            Err(why) => answer["error"] = error(method, params, why),
        }
        self.send(answer).await
    }

    fn update(&mut self, update: &Value, host: &mut Host) -> Result<(), TurnEnd> {
        match update["sessionUpdate"].as_str() {
            Some("agent_message_chunk") => {
                if let Some(text) = update["content"]["text"].as_str() {
                    host.show(Shown::Words(text));
                    self.said.push_str(text);
                }
                Ok(())
            }
            Some("tool_call") => {
                let call = call(update);
                host.show(Shown::ToolStarted {
                    call_id: &call.id,
                    tool: &call.name,
                    input: &call.input,
                });
                self.calls.push(call);
                self.ended(update, host)
            }
            Some("tool_call_update") => self.ended(update, host),
            _ => Ok(()),
        }
    }

    /// A call that has ended is evidence.
    fn ended(&mut self, update: &Value, host: &mut Host) -> Result<(), TurnEnd> {
        let success = match update["status"].as_str() {
            Some("completed") => Success::Yes,
            Some("failed") => Success::No,
            _ => return Ok(()),
        };
        let id = update["toolCallId"].as_str().unwrap_or_default();
        let Some(at) = self.calls.iter().position(|it| it.id == id) else {
            return Ok(());
        };
        let call = self.calls.remove(at);
        let text = contents(update);
        let result = ToolResult {
            summary: text.lines().next().unwrap_or_default().to_owned(),
            text: text.clone(),
            success,
            changed: Vec::new(),
        };
        host.show(Shown::ToolEnded {
            call_id: &call.id,
            tool: &call.name,
            result: &result,
            refused_by: None,
            took: std::time::Duration::ZERO,
        });
        let (call_id, tool) = (call.id.clone(), call.name.clone());
        host.record(
            Message::Assistant {
                text: String::new(),
                calls: vec![call],
            },
            None,
        )?;
        host.record(
            Message::Result {
                call_id,
                tool,
                text,
                success,
            },
            None,
        )
    }
}

fn answer(method: &str, message: &Value) -> Result<Value, TurnEnd> {
    let error = &message["error"];
    if error.is_null() {
        return Ok(message["result"].clone());
    }
    let why = error["message"].as_str().unwrap_or("no reason given");
    let why = stdx::text::printable(why).into_owned();
    // The protocol's own code for an agent that wants a login first.
    Err(match error["code"].as_i64() {
        Some(-32000) => failed(&format!("the agent wants a login first: {why}")),
        _ => failed(&format!("the agent refused `{method}`: {why}")),
    })
}

/// A refusal. Agents tell a file that is not there from other faults by its code, or by these words.
fn error(method: &str, params: &Value, why: String) -> Value {
    let path = params["path"].as_str().map(std::path::Path::new);
    match method == "fs/read_text_file" && path.is_some_and(|it| !it.exists()) {
        true => json!({ "code": -32002, "message": format!("Resource not found: {why}") }),
        false => json!({ "code": -32603, "message": why }),
    }
}
