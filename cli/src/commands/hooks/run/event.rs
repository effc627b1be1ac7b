//! Builds the event from what was typed or from a whole payload.

use std::io::Read;
use std::path::Path;

use hooks_core::{Event, EventName, Failed, Session, ToolOutput, ToolUse};
use serde_json::{Map, Value};
use stdx::fs::Limit;

use super::options::RunOptions;
use super::words::{self, KnownEvent};
use crate::context::Context;
use crate::error::CommandError;

/// The largest payload or tool input that is read.
const LIMIT: Limit = Limit { bytes: 64 << 20 };

/// The session that an event without one belongs to.
const SESSION: &str = "hooks-run";

/// Builds the event.
pub(crate) fn build(
    context: &mut Context,
    options: &RunOptions,
) -> Result<(Event, KnownEvent), CommandError> {
    let known = words::event(&context.world.dialects, &options.event, options.dialect)?;
    let mut facts = match &options.payload {
        Some(source) => payload(context, source)?,
        None => Map::new(),
    };
    typed(context, options, &mut facts)?;
    let session = session(context, &mut facts);
    let mut event = Event::new(known.name.clone(), session);
    event.prompt = take_text(&mut facts, "prompt");
    tool(context, options, &mut facts, &mut event)?;
    event.continuations = continuations(&mut facts)?;
    facts.shift_remove("hook_event_name");
    event.fields = facts;
    Ok((event, known))
}

/// A whole payload: a file, or standard input.
fn payload(context: &mut Context, source: &str) -> Result<Map<String, Value>, CommandError> {
    let bytes = if source == "-" {
        let mut bytes = Vec::new();
        let read = (&mut context.world.stdin)
            .take(LIMIT.bytes)
            .read_to_end(&mut bytes);
        read.map_err(|it| CommandError::fault(format!("reading standard input failed: {it}")))?;
        bytes
    } else {
        stdx::fs::read(&context.world.cwd.join(source), LIMIT)?
    };
    object(&String::from_utf8_lossy(&bytes), "the payload")
}

fn object(text: &str, what: &str) -> Result<Map<String, Value>, CommandError> {
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(CommandError::usage(format!("{what} must be a JSON object"))),
        Err(error) => Err(CommandError::usage(format!(
            "{what} must be a JSON object: {error}"
        ))),
    }
}

/// What was typed goes over what the payload says.
fn typed(
    context: &Context,
    options: &RunOptions,
    facts: &mut Map<String, Value>,
) -> Result<(), CommandError> {
    for field in &options.field {
        let Some((key, value)) = field.split_once('=') else {
            return Err(CommandError::usage(format!(
                "`--field` takes KEY=VALUE, found `{field}`"
            )));
        };
        facts.insert(key.to_owned(), field_value(value));
    }
    if let Some(prompt) = &options.prompt {
        facts.insert("prompt".to_owned(), Value::String(prompt.clone()));
    }
    if let Some(tool) = &options.tool {
        facts.insert("tool_name".to_owned(), Value::String(tool.clone()));
    }
    if let Some(input) = &options.tool_input {
        let text = text_or_file(&context.world.cwd, input)?;
        facts.insert(
            "tool_input".to_owned(),
            Value::Object(object(&text, "`--tool-input`")?),
        );
    }
    if let Some(output) = &options.tool_output {
        let text = text_or_file(&context.world.cwd, output)?;
        let value = serde_json::from_str(&text).ok().filter(Value::is_object);
        facts.insert(
            "tool_response".to_owned(),
            value.unwrap_or(Value::String(text)),
        );
    }
    Ok(())
}

/// Truth values and numbers as such, everything else as text.
fn field_value(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(
            value @ (Value::Bool(_)
            | Value::Number(_)
            | Value::Null
            | Value::Object(_)
            | Value::Array(_)),
        ) => value,
        _ => Value::String(text.to_owned()),
    }
}

fn text_or_file(cwd: &Path, text: &str) -> Result<String, CommandError> {
    match text.strip_prefix('@') {
        Some(file) => {
            let bytes = stdx::fs::read(&cwd.join(file), LIMIT)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => Ok(text.to_owned()),
    }
}

fn session(context: &Context, facts: &mut Map<String, Value>) -> Session {
    let project = context.roots.repository.clone();
    let cwd = take_text(facts, "cwd")
        .map(|it| context.world.cwd.join(it))
        .filter(|it| it.is_dir());
    Session {
        id: take_text(facts, "session_id").unwrap_or_else(|| SESSION.to_owned()),
        cwd: cwd.unwrap_or_else(|| project.clone()),
        project,
        transcript: take_text(facts, "transcript_path").map(Into::into),
    }
}

/// The tool call, under whatever name the payload's dialect has for its parts.
fn tool(
    context: &Context,
    options: &RunOptions,
    facts: &mut Map<String, Value>,
    event: &mut Event,
) -> Result<(), CommandError> {
    let input = facts.shift_remove("tool_input");
    let output = output(facts, &event.name);
    let call_id = take_text(facts, "tool_use_id").or_else(|| take_text(facts, "tool_call_id"));
    let Some(spoken) = take_text(facts, "tool_name") else {
        if is_about_tool(&event.name) {
            return Err(CommandError::usage(format!(
                "`{}` is about a tool: name it with `--tool`",
                options.event
            )));
        }
        if let Some(output) = output {
            facts.insert("output".to_owned(), output.value);
        }
        event.words = options.dialect;
        return Ok(());
    };
    let known = words::tool(&context.world.dialects, &spoken, options.dialect)?;
    event.words = known.words;
    let input = match input {
        None => Map::new(),
        Some(Value::Object(input)) => input,
        Some(_) => {
            return Err(CommandError::usage(
                "the tool's input must be a JSON object",
            ));
        }
    };
    event.tool = Some(ToolUse {
        spoken,
        meanings: known.meanings,
        input,
        call_id,
        output,
    });
    Ok(())
}

/// What the tool returned; of one that failed, its error where nothing else is said.
fn output(facts: &mut Map<String, Value>, event: &EventName) -> Option<ToolOutput> {
    let is_failure = *event == EventName::PostToolUseFailure;
    let returned = ["tool_response", "tool_result", "tool_output"]
        .into_iter()
        .find_map(|it| facts.shift_remove(it));
    let error = facts.get("error").filter(|_| is_failure).cloned();
    let is_error = facts.get("is_error").and_then(Value::as_bool) == Some(true);
    Some(ToolOutput {
        value: returned.or(error)?,
        failed: if is_error || is_failure {
            Failed::Yes
        } else {
            Failed::No
        },
    })
}

fn is_about_tool(event: &EventName) -> bool {
    matches!(
        event,
        EventName::PreToolUse
            | EventName::PostToolUse
            | EventName::PostToolUseFailure
            | EventName::PermissionRequest
    )
}

/// How often hooks kept the agent going: said as a number, or implied by `stop_hook_active`.
fn continuations(facts: &mut Map<String, Value>) -> Result<u32, CommandError> {
    let active = facts.get("stop_hook_active").and_then(Value::as_bool) == Some(true);
    match facts.shift_remove("continuations") {
        None => Ok(u32::from(active)),
        Some(value) => {
            let number = value.as_u64().and_then(|it| u32::try_from(it).ok());
            number.ok_or_else(|| CommandError::usage("`continuations` must be a whole number"))
        }
    }
}

fn take_text(facts: &mut Map<String, Value>, key: &str) -> Option<String> {
    let text = facts.get(key)?.as_str()?.to_owned();
    facts.shift_remove(key);
    Some(text)
}
