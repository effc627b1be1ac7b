//! The terminals of an agent: commands that we run for it, through the gate and in the sandbox.

use std::collections::BTreeMap;

use missions::Host;
use serde_json::{Value, json};

use crate::serve::ours;

/// The commands that the agent had run, by the ids that it was told.
#[derive(Debug, Default)]
pub(crate) struct Terminals {
    ended: BTreeMap<String, (String, i64)>,
}

impl Terminals {
    /// Serves one request about terminals. A command is run to its end before its terminal is handed
    /// out: our tool has a time-out of its own.
    pub(crate) async fn serve(
        &mut self,
        method: &str,
        params: &Value,
        host: &mut Host,
    ) -> Result<Value, String> {
        if method == "terminal/create" {
            return Ok(self.create(params, host).await);
        }
        let id = params["terminalId"].as_str().unwrap_or_default();
        let Some((output, code)) = self.ended.get(id) else {
            return Err(format!("there is no terminal `{id}`"));
        };
        let status = json!({ "exitCode": code, "signal": null });
        Ok(match method {
            "terminal/output" => {
                json!({ "output": output, "truncated": false, "exitStatus": status })
            }
            "terminal/wait_for_exit" => status,
            "terminal/release" => {
                let id = id.to_owned();
                self.ended.remove(&id);
                json!({})
            }
            _ => json!({}),
        })
    }

    async fn create(&mut self, params: &Value, host: &mut Host) -> Value {
        let command = params["command"].as_str().unwrap_or_default();
        let args = params["args"].as_array().into_iter().flatten();
        let args: Vec<&str> = args.filter_map(Value::as_str).collect();
        // A bare command may be a whole line; with arguments each is one word, whatever it holds.
        let line = match args.is_empty() {
            true => command.to_owned(),
            false => shell_words::join(std::iter::once(command).chain(args)),
        };
        let mut input = json!({ "command": line });
        if let Some(cwd) = params["cwd"].as_str() {
            input["cwd"] = json!(cwd);
        }
        let (output, code) = match ours("run_command", input, host).await {
            Ok(output) => (output, 0),
            Err(output) => {
                let code = exit_code(&output);
                (output, code)
            }
        };
        let id = format!("terminal-{}", self.ended.len() + 1);
        self.ended.insert(id.clone(), (output, code));
        json!({ "terminalId": id })
    }
}

/// The code that our tool writes at the end of what it tells; 1 where a command did not run at all.
fn exit_code(output: &str) -> i64 {
    let said = output.rsplit_once("[exit code ").map(|it| it.1);
    let code = said.and_then(|it| it.split(']').next()?.parse().ok());
    code.unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::exit_code;

    #[test]
    fn the_code_is_read_from_the_end() {
        assert_eq!(exit_code("no\n[exit code 3]"), 3);
        assert_eq!(exit_code("refused by a hook"), 1);
    }
}
