//! What its hooks are told.

use serde_json::{Map, Value};

use crate::dialect::Telling;
use crate::event::EventName;
use crate::tool::{Failed, ToolOutput};
use crate::words::shown;

/// Three fields always, then those of the event [V-66..72]. `cwd` is the workspace folder.
pub(super) fn payload(telling: &Telling<'_>) -> Map<String, Value> {
    let event = telling.event;
    let mut res = Map::new();
    let workspace = event.session.project.to_string_lossy();
    res.insert("session_id".to_owned(), event.session.id.as_str().into());
    res.insert("cwd".to_owned(), workspace.as_ref().into());
    res.insert(
        "hook_event_name".to_owned(),
        telling.event_rules.word.into(),
    );
    match telling.event_rules.event {
        EventName::PreToolUse => call(telling, &mut res),
        EventName::PostToolUse => {
            call(telling, &mut res);
            response(telling, &mut res);
        }
        EventName::Stop | EventName::SubagentStop => {
            res.insert("stop_hook_active".to_owned(), was_prolonged(telling).into());
        }
        EventName::UserPromptSubmit => {
            let prompt = event.prompt.as_deref();
            res.extend(prompt.map(|it| ("prompt".to_owned(), it.into())));
        }
        EventName::PreCompact => field(telling, "trigger", &mut res),
        EventName::SessionEnd => field(telling, "reason", &mut res),
        EventName::Notification => field(telling, "message", &mut res),
        EventName::SessionStart => field(telling, "source", &mut res),
        _ => {}
    }
    res
}

fn call(telling: &Telling<'_>, res: &mut Map<String, Value>) {
    if let Some(call) = shown(telling.vocabulary, telling.event) {
        res.insert("tool_name".to_owned(), call.name.as_ref().into());
        res.insert("tool_input".to_owned(), call.input.into());
    }
}

fn response(telling: &Telling<'_>, res: &mut Map<String, Value>) {
    let tool = telling.event.tool.as_ref();
    if let Some(output) = tool.and_then(|it| it.output.as_ref()) {
        let response = ok_and_content(output);
        res.insert("tool_response".to_owned(), response.into());
    }
}

fn ok_and_content(output: &ToolOutput) -> Map<String, Value> {
    let mut res = Map::new();
    res.insert("ok".to_owned(), (output.failed == Failed::No).into());
    res.insert("content".to_owned(), output.text().into());
    res
}

/// Whether a hook kept this turn going already [V-69, A-82].
fn was_prolonged(telling: &Telling<'_>) -> bool {
    let said = telling.event.fields.get("stop_hook_active");
    telling.event.continuations > 0 || said == Some(&Value::Bool(true))
}

/// A field that has the same name inside; what is not known is left out.
fn field(telling: &Telling<'_>, name: &str, res: &mut Map<String, Value>) {
    let value = telling.event.fields.get(name).cloned();
    res.extend(value.map(|it| (name.to_owned(), it)));
}
