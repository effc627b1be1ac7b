//! What an ACP agent tells of its calls, in our words. Pure.

use missions::ToolCall;
use serde_json::{Value, json};

/// What a call gave, as text.
pub(crate) fn contents(update: &Value) -> String {
    let parts = update["content"].as_array().into_iter().flatten();
    let texts: Vec<String> = parts
        .map(|it| match it["type"].as_str() {
            Some("diff") => format!("changed {}", it["path"].as_str().unwrap_or_default()),
            _ => it["content"]["text"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        })
        .filter(|it| !it.is_empty())
        .collect();
    match (texts.is_empty(), &update["rawOutput"]) {
        (true, Value::Null) => String::new(),
        (true, Value::String(text)) => text.clone(),
        (true, other) => other.to_string(),
        (false, _) => texts.join("\n"),
    }
}

/// A call of the agent in our words, as far as its kind says what it is.
pub(crate) fn call(update: &Value) -> ToolCall {
    let raw = &update["rawInput"];
    let text = |keys: &[&str]| {
        let found = keys.iter().find_map(|it| raw[*it].as_str());
        found.map(str::to_owned)
    };
    let path = || {
        let located = update["locations"][0]["path"].as_str().map(str::to_owned);
        text(&["path", "file_path", "abs_path"]).or(located)
    };
    let (name, input) = match update["kind"].as_str() {
        Some("execute") => match text(&["command", "cmd"]) {
            Some(command) => ("run_command", json!({ "command": command })),
            None => ("run_command", json!({ "command": title(update) })),
        },
        Some("read") => ("read_file", json!({ "path": path() })),
        Some("edit") => (
            "create_file",
            json!({ "path": path(), "content": text(&["content", "new_text", "newText"]).unwrap_or_default() }),
        ),
        Some("delete") => ("delete_file", json!({ "path": path() })),
        Some("search") => (
            "search_code",
            json!({ "pattern": text(&["pattern", "query"]).unwrap_or_default() }),
        ),
        Some("fetch") => (
            "fetch_url",
            json!({ "url": text(&["url"]).unwrap_or_default() }),
        ),
        _ => ("other", raw.clone()),
    };
    let name = match name {
        "other" => title(update),
        known => known.to_owned(),
    };
    ToolCall {
        id: update["toolCallId"].as_str().unwrap_or_default().to_owned(),
        name,
        input,
    }
}

fn title(update: &Value) -> String {
    let title = update["title"].as_str().unwrap_or("a tool of the agent");
    stdx::text::cut_chars(title, 200).0.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{call, contents};

    #[track_caller]
    fn check(update: Value, name: &str, input: Value) {
        let call = call(&update);
        assert_eq!((call.name.as_str(), call.input), (name, input), "{update}");
    }

    #[test]
    fn a_kind_says_which_tool_of_ours_it_is() {
        let run = json!({"toolCallId": "1", "kind": "execute", "title": "ls", "rawInput": {"command": "ls -l"}});
        check(run, "run_command", json!({"command": "ls -l"}));
        let unsaid = json!({"toolCallId": "1", "kind": "execute", "title": "ls"});
        check(unsaid, "run_command", json!({"command": "ls"}));
        let read = json!({"toolCallId": "1", "kind": "read", "title": "x", "locations": [{"path": "/p/a.rs"}]});
        check(read, "read_file", json!({"path": "/p/a.rs"}));
        let other =
            json!({"toolCallId": "1", "kind": "think", "title": "Thinking", "rawInput": {"a": 1}});
        check(other, "Thinking", json!({"a": 1}));
    }

    #[test]
    fn what_a_call_gave_is_text() {
        let text = json!({"content": [{"type": "content", "content": {"type": "text", "text": "ok"}},
            {"type": "diff", "path": "a.rs", "newText": "x"}]});
        assert_eq!(contents(&text), "ok\nchanged a.rs");
        assert_eq!(contents(&json!({"rawOutput": {"code": 0}})), "{\"code\":0}");
        assert_eq!(contents(&json!({})), "");
    }
}
