//! What command lines of others say, line by line. Pure.

use missions::{Success, ToolCall, Usage};
use serde_json::Value;

/// One thing that an agent said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// Its session, to go on with.
    Session(String),
    /// Words.
    Text(String),
    /// A tool of its own begins.
    Started(ToolCall),
    /// A tool of its own has ended.
    Ended {
        call_id: String,
        text: String,
        success: Success,
    },
    /// The turn is over.
    Result {
        text: Option<String>,
        usage: Usage,
        success: Success,
    },
}

/// Reads a line of `claude -p --output-format stream-json`.
pub(crate) fn claude(line: &Value) -> Vec<Said> {
    match line["type"].as_str() {
        Some("system") if line["subtype"] == "init" => session(&line["session_id"]),
        Some("assistant") => blocks(&line["message"]["content"]),
        Some("user") => blocks(&line["message"]["content"]),
        Some("result") => vec![Said::Result {
            text: line["result"].as_str().map(str::to_owned),
            usage: usage(
                &line["usage"],
                ["input_tokens", "output_tokens", "cache_read_input_tokens"],
            ),
            success: success(line["is_error"] != true),
        }],
        _ => Vec::new(),
    }
}

fn blocks(content: &Value) -> Vec<Said> {
    let blocks = content.as_array().into_iter().flatten();
    blocks.filter_map(block).collect()
}

fn block(block: &Value) -> Option<Said> {
    match block["type"].as_str()? {
        "text" => Some(Said::Text(block["text"].as_str()?.to_owned())),
        "tool_use" => Some(Said::Started(ToolCall {
            id: text(&block["id"]),
            name: text(&block["name"]),
            input: block["input"].clone(),
        })),
        "tool_result" => Some(Said::Ended {
            call_id: text(&block["tool_use_id"]),
            text: result_text(&block["content"]),
            success: success(block["is_error"] != true),
        }),
        _ => None,
    }
}

fn result_text(content: &Value) -> String {
    match content {
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|it| it["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        other => text(other),
    }
}

/// Reads a line of `codex exec --json`.
pub(crate) fn codex(line: &Value) -> Vec<Said> {
    let item = &line["item"];
    match line["type"].as_str() {
        Some("thread.started") => session(&line["thread_id"]),
        Some("item.started") => item_call(item).map(Said::Started).into_iter().collect(),
        Some("item.completed") => item_ended(item),
        Some("turn.completed") => vec![Said::Result {
            text: None,
            usage: usage(
                &line["usage"],
                ["input_tokens", "output_tokens", "cached_input_tokens"],
            ),
            success: Success::Yes,
        }],
        Some("turn.failed") => failure(&line["error"]["message"]),
        Some("error") => failure(&line["message"]),
        _ => Vec::new(),
    }
}

fn item_call(item: &Value) -> Option<ToolCall> {
    let name = item["type"].as_str()?;
    let is_tool = matches!(
        name,
        "command_execution" | "file_change" | "mcp_tool_call" | "web_search"
    );
    is_tool.then(|| ToolCall {
        id: text(&item["id"]),
        name: name.to_owned(),
        input: item.clone(),
    })
}

fn item_ended(item: &Value) -> Vec<Said> {
    if item["type"] == "agent_message" {
        return vec![Said::Text(text(&item["text"]))];
    }
    let Some(call) = item_call(item) else {
        return Vec::new();
    };
    let is_failed =
        item["status"] == "failed" || item["exit_code"].as_i64().is_some_and(|it| it != 0);
    let output = match &item["aggregated_output"] {
        Value::Null => item["changes"].to_string(),
        output => text(output),
    };
    vec![Said::Ended {
        call_id: call.id,
        text: output,
        success: success(!is_failed),
    }]
}

/// Reads a line of `gemini --output-format stream-json`.
pub(crate) fn gemini(line: &Value) -> Vec<Said> {
    match line["type"].as_str() {
        Some("init") => session(&line["session_id"]),
        Some("message") if line["role"] == "assistant" => {
            vec![Said::Text(text(&line["content"]))]
        }
        Some("tool_use") => vec![Said::Started(ToolCall {
            id: text(&line["tool_id"]),
            name: text(&line["tool_name"]),
            input: line["parameters"].clone(),
        })],
        Some("tool_result") => vec![Said::Ended {
            call_id: text(&line["tool_id"]),
            text: text(&line["output"]),
            success: success(line["status"] != "error"),
        }],
        Some("result") => {
            let error = line["error"]["message"].as_str().map(str::to_owned);
            vec![Said::Result {
                text: error,
                usage: usage(&line["stats"], ["input_tokens", "output_tokens", "cached"]),
                success: success(line["status"] != "error"),
            }]
        }
        Some("error") if line["severity"] == "error" => failure(&line["message"]),
        _ => Vec::new(),
    }
}

fn session(id: &Value) -> Vec<Said> {
    let id = id.as_str().map(str::to_owned);
    id.map(Said::Session).into_iter().collect()
}

fn failure(message: &Value) -> Vec<Said> {
    vec![Said::Result {
        text: Some(text(message)),
        usage: Usage::default(),
        success: Success::No,
    }]
}

fn usage(from: &Value, [input, output, cached]: [&str; 3]) -> Usage {
    let of = |key: &str| from[key].as_u64().unwrap_or_default();
    Usage {
        input_tokens: of(input),
        output_tokens: of(output),
        cached_tokens: of(cached),
    }
}

fn success(yes: bool) -> Success {
    match yes {
        true => Success::Yes,
        false => Success::No,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use missions::{Success, ToolCall, Usage};
    use serde_json::{Value, json};

    use super::{Said, claude, codex, gemini};

    #[track_caller]
    fn check(read: fn(&Value) -> Vec<Said>, line: Value, expected: &[Said]) {
        assert_eq!(read(&line), expected, "{line}");
    }

    fn said(text: &str) -> Said {
        Said::Text(text.to_owned())
    }

    fn ended(call_id: &str, text: &str, success: Success) -> Said {
        Said::Ended {
            call_id: call_id.to_owned(),
            text: text.to_owned(),
            success,
        }
    }

    #[test]
    fn lines_of_claude() {
        let init = json!({"type":"system","subtype":"init","session_id":"s1","tools":[]});
        check(claude, init, &[Said::Session("s1".to_owned())]);
        let spoken = json!({"type":"assistant","message":{"role":"assistant","content":[
            {"type":"text","text":"I look."},
            {"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}});
        let call = ToolCall {
            id: "t1".to_owned(),
            name: "Bash".to_owned(),
            input: json!({"command":"ls"}),
        };
        check(claude, spoken, &[said("I look."), Said::Started(call)]);
        let result = json!({"type":"user","message":{"content":[
            {"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a.rs"}],"is_error":true}]}});
        check(claude, result, &[ended("t1", "a.rs", Success::No)]);
        let end = json!({"type":"result","subtype":"success","is_error":false,"result":"done",
            "usage":{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":5}});
        let usage = Usage {
            input_tokens: 3,
            output_tokens: 4,
            cached_tokens: 5,
        };
        let end_said = Said::Result {
            text: Some("done".to_owned()),
            usage,
            success: Success::Yes,
        };
        check(claude, end, &[end_said]);
        check(claude, json!({"type":"rate_limit_event"}), &[]);
    }

    #[test]
    fn lines_of_codex() {
        let started = json!({"type":"thread.started","thread_id":"t9"});
        check(codex, started, &[Said::Session("t9".to_owned())]);
        let ran = json!({"type":"item.completed","item":{"id":"i1","type":"command_execution",
            "command":"ls","aggregated_output":"a.rs\n","exit_code":2,"status":"failed"}});
        check(codex, ran, &[ended("i1", "a.rs\n", Success::No)]);
        let spoken =
            json!({"type":"item.completed","item":{"id":"i2","type":"agent_message","text":"hi"}});
        check(codex, spoken, &[said("hi")]);
        let failed = json!({"type":"turn.failed","error":{"message":"no quota"}});
        let failed_said = Said::Result {
            text: Some("no quota".to_owned()),
            usage: Usage::default(),
            success: Success::No,
        };
        check(codex, failed, &[failed_said]);
        check(
            codex,
            json!({"type":"item.completed","item":{"type":"reasoning"}}),
            &[],
        );
    }

    #[test]
    fn lines_of_gemini() {
        check(
            gemini,
            json!({"type":"init","session_id":"g"}),
            &[Said::Session("g".to_owned())],
        );
        check(
            gemini,
            json!({"type":"message","role":"assistant","content":"hi","delta":true}),
            &[said("hi")],
        );
        check(
            gemini,
            json!({"type":"message","role":"user","content":"no"}),
            &[],
        );
        let result = json!({"type":"tool_result","tool_id":"x","status":"error","output":"no"});
        check(gemini, result, &[ended("x", "no", Success::No)]);
    }
}
