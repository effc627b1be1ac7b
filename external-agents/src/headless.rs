//! The command lines `claude`, `codex` and `gemini`, run once a turn.

use missions::{Agent, Host, Message, Shown, Success, ToolCall, ToolResult, TurnEnd, Usage};
use serde_json::Value;
use stdx::Pending;

use crate::process::{Process, Start};
use crate::said::{self, Said};
use crate::spec::AgentOptions;

/// Whose command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    Claude,
    Codex,
    Gemini,
}

/// A command line of somebody else's. Its own session goes on from turn to turn.
#[derive(Debug)]
pub(crate) struct Headless {
    product: Product,
    options: AgentOptions,
    session: Option<String>,
}

/// What a turn brought so far.
#[derive(Debug, Default)]
struct Turn {
    text: String,
    calls: Vec<ToolCall>,
    result: Option<(Option<String>, Usage, Success)>,
}

impl Product {
    fn program(self) -> &'static str {
        match self {
            Product::Claude => "claude",
            Product::Codex => "codex",
            Product::Gemini => "gemini",
        }
    }

    fn install(self) -> &'static str {
        match self {
            Product::Claude => "npm install -g @anthropic-ai/claude-code",
            Product::Codex => "npm install -g @openai/codex",
            Product::Gemini => "npm install -g @google/gemini-cli",
        }
    }

    fn read(self) -> fn(&Value) -> Vec<Said> {
        match self {
            Product::Claude => said::claude,
            Product::Codex => said::codex,
            Product::Gemini => said::gemini,
        }
    }

    /// The arguments. The instruction goes to standard input, whatever it holds.
    fn args(self, model: Option<&str>, session: Option<&str>) -> Vec<String> {
        let mut res: Vec<&str> = match (self, session) {
            (Product::Claude, _) => vec!["-p", "--output-format", "stream-json", "--verbose"],
            (Product::Codex, Some(session)) => vec!["exec", "resume", session, "--json"],
            (Product::Codex, None) => vec!["exec", "--json"],
            (Product::Gemini, _) => vec!["--output-format", "stream-json"],
        };
        if let Some(model) = model {
            res.extend(["--model", model]);
        }
        match (self, session) {
            (Product::Claude | Product::Gemini, Some(session)) => res.extend(["--resume", session]),
            (Product::Codex, _) => res.push("-"),
            _ => {}
        }
        res.into_iter().map(str::to_owned).collect()
    }
}

impl Headless {
    pub(crate) fn new(product: Product, options: AgentOptions) -> Headless {
        Headless {
            product,
            options,
            session: None,
        }
    }

    async fn work(&mut self, instruction: &str, host: &mut Host) -> Result<TurnEnd, TurnEnd> {
        host.record(Message::User(instruction.to_owned()), None)?;
        let mut process = self.start(host)?;
        let sent = process.finish_input(instruction).await;
        // A program that ended at once says why at its end.
        drop(sent);
        let mut turn = Turn::default();
        let cancel = host.scene().cancel.clone();
        loop {
            let line = tokio::select! {
                line = process.line() => line.map_err(TurnEnd::Failed)?,
                () = cancel.cancelled() => {
                    return Err(TurnEnd::Cancelled(cancel.reason().unwrap_or_default()));
                }
            };
            let Some(line) = line else { break };
            let Ok(line) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            for said in self.product.read()(&line) {
                self.heard(said, (&mut turn, host))?;
            }
        }
        self.end(turn, (process, host)).await
    }

    fn start(&self, host: &Host) -> Result<Process, TurnEnd> {
        let args = self
            .product
            .args(self.options.model.as_deref(), self.session.as_deref());
        let start = Start {
            program: self.product.program(),
            args: &args,
            env: &self.options.env,
            cwd: &host.scene().cwd,
        };
        Process::start(&start).map_err(|it| {
            TurnEnd::Failed(format!("{it}; `{}` installs it", self.product.install()))
        })
    }

    fn heard(&mut self, said: Said, (turn, host): (&mut Turn, &mut Host)) -> Result<(), TurnEnd> {
        match said {
            Said::Session(session) => self.session = Some(session),
            Said::Text(text) => {
                host.show(Shown::Words(&text));
                turn.text.push_str(&text);
            }
            Said::Started(call) => {
                host.show(Shown::ToolStarted {
                    call_id: &call.id,
                    tool: &call.name,
                    input: &call.input,
                });
                turn.calls.push(call);
            }
            Said::Ended {
                call_id,
                text,
                success,
            } => {
                let at = turn.calls.iter().position(|it| it.id == call_id);
                if let Some(at) = at {
                    let call = turn.calls.remove(at);
                    ended(call, (text, success), host)?;
                }
            }
            Said::Result {
                text,
                usage,
                success,
            } => turn.result = Some((text, usage, success)),
        }
        Ok(())
    }

    async fn end(
        &self,
        turn: Turn,
        (mut process, host): (Process, &mut Host),
    ) -> Result<TurnEnd, TurnEnd> {
        let Some((text, usage, success)) = turn.result else {
            let why = process.ended().await;
            let program = self.product.program();
            return Err(TurnEnd::Failed(format!(
                "`{program}` said no result: {why}"
            )));
        };
        host.used(usage)?;
        let text = text.unwrap_or(turn.text);
        if success == Success::No {
            return Err(TurnEnd::Failed(stdx::text::printable(&text).into_owned()));
        }
        host.show(Shown::Message(&text));
        let message = Message::Assistant {
            text: text.clone(),
            calls: Vec::new(),
        };
        host.record(message, Some(usage))?;
        Ok(TurnEnd::Finished(text))
    }
}

/// A call that the agent made by itself is evidence, and nothing that our gate decided.
fn ended(
    call: ToolCall,
    (text, success): (String, Success),
    host: &mut Host,
) -> Result<(), TurnEnd> {
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
    let asked = Message::Assistant {
        text: String::new(),
        calls: vec![call],
    };
    host.record(asked, None)?;
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

impl Agent for Headless {
    fn name(&self) -> &str {
        self.product.program()
    }

    fn turn<'a>(&'a mut self, instruction: String, host: &'a mut Host) -> Pending<'a, TurnEnd> {
        Box::pin(async move {
            match self.work(&instruction, host).await {
                Ok(end) | Err(end) => end,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Product;

    #[test]
    fn a_session_goes_on() {
        let args = |product: Product, session| product.args(Some("m"), session).join(" ");
        assert_eq!(
            args(Product::Claude, Some("s")),
            "-p --output-format stream-json --verbose --model m --resume s"
        );
        assert_eq!(
            args(Product::Codex, Some("s")),
            "exec resume s --json --model m -"
        );
        assert_eq!(args(Product::Codex, None), "exec --json --model m -");
        assert_eq!(
            args(Product::Gemini, None),
            "--output-format stream-json --model m"
        );
    }
}
