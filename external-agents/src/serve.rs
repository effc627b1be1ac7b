//! What an ACP agent asks of us: permission, and files. Each goes through the gate.

use missions::{Host, Permit, Success, ToolCall};
use serde_json::{Value, json};

use crate::calls::call;

/// Hooks, rules and the person decide; the agent's own options say the answer.
pub(crate) async fn permission(params: &Value, host: &mut Host) -> Value {
    let call = call(&params["toolCall"]);
    let permitted = host.permit(&call).await;
    let wanted = match permitted.permit {
        // What a hook changed cannot be handed to an agent that runs the call itself.
        Permit::Yes(input) if Value::Object(input.clone()) == call.input => {
            ["allow_once", "allow_always"]
        }
        Permit::Yes(_) | Permit::No(_) => ["reject_once", "reject_always"],
    };
    let options = params["options"].as_array();
    let option = wanted.iter().find_map(|kind| {
        let mut options = options.into_iter().flatten();
        options.find(|it| it["kind"] == *kind)
    });
    match option {
        Some(option) => {
            json!({ "outcome": { "outcome": "selected", "optionId": option["optionId"] } })
        }
        None => json!({ "outcome": { "outcome": "cancelled" } }),
    }
}

pub(crate) async fn read(params: &Value, host: &mut Host) -> Result<Value, String> {
    let mut input = json!({ "path": params["path"] });
    for (theirs, ours) in [("line", "offset"), ("limit", "limit")] {
        if params[theirs].is_u64() {
            input[ours] = params[theirs].clone();
        }
    }
    let content = ours("read_file", input, host).await?;
    Ok(json!({ "content": content }))
}

pub(crate) async fn write(params: &Value, host: &mut Host) -> Result<Value, String> {
    let input = json!({ "path": params["path"], "content": params["content"] });
    ours("create_file", input, host).await?;
    Ok(json!({}))
}

/// One of our own tools, through the gate.
pub(crate) async fn ours(tool: &str, input: Value, host: &mut Host) -> Result<String, String> {
    let call = ToolCall {
        id: missions::unique("acp-", std::time::UNIX_EPOCH),
        name: tool.to_owned(),
        input,
    };
    let (text, success, _end) = host.call(&call).await;
    match success {
        Success::Yes => Ok(text),
        Success::No => Err(text),
    }
}
