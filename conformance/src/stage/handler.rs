//! One given hook as the handler that a dialect writes.

use std::path::Path;
use std::time::Duration;

use hooks_core::{
    Action, CommandLine, DialectId, EventName, Handler, HttpAction, ListCharacters, Matcher,
    MatcherRules, McpAction, OnFailure, PromptAction, Shell, SkillAction, Times, Waiting,
    parse_document,
};
use serde_json::Value;

use crate::case::{FailureWord, GivenHook, HookType};
use crate::error::CaseError;
use crate::words::Speech;

/// The handler that a hook stands for in a dialect.
pub(super) fn handler(hook: &GivenHook, dialect: DialectId) -> Result<Handler, CaseError> {
    let speech = Speech {
        dialect: Some(dialect),
    };
    let event_word = speech.event(&hook.on);
    let given = hook.timeout_ms.map(Duration::from_millis);
    let handler = Handler {
        id: String::new(),
        event: EventName::from_word(&hook.on),
        event_word,
        matcher: matcher(hook, speech, dialect)?,
        condition: hook.condition.clone(),
        action: action(hook)?,
        timeout: given.unwrap_or(dialect.dialect().rules.timeout.default),
        on_failure: match hook.on_failure {
            FailureWord::Proceed => OnFailure::Proceed,
            FailureWord::Block => OnFailure::Block,
        },
        waiting: match (hook.is_async, hook.rewake) {
            (_, true) => Waiting::Rewake,
            (true, false) => Waiting::Background,
            (false, false) => Waiting::Awaited,
        },
        times: if hook.once {
            Times::Once
        } else {
            Times::Always
        },
        status_message: hook.status.clone(),
        place: None,
        pointer: String::new(),
    };
    Ok(match given {
        Some(_) => handler,
        None => with_usual_timeout(handler, dialect),
    })
}

/// With the timeout that holds when the file says none: it depends on the event and on the kind of
/// hook, so the dialect reads it from a file that says none.
fn with_usual_timeout(mut handler: Handler, dialect: DialectId) -> Handler {
    let row = dialect.dialect();
    let (mut file, _losses) = (row.write_config)(row.rules, std::slice::from_ref(&handler));
    if let Some(field) = row.rules.timeout.field {
        strip(&mut file, field);
    }
    let document = parse_document(Path::new("hooks.json"), file.to_string().as_bytes());
    let read = document.map(|it| (row.read_config)(row.rules, &it).handlers);
    if let Some(read) = read.ok().and_then(|it| it.into_iter().next()) {
        handler.timeout = read.timeout;
    }
    handler
}

/// Removes a key everywhere.
fn strip(value: &mut Value, key: &str) {
    match value {
        Value::Object(members) => {
            members.remove(key);
            members.values_mut().for_each(|it| strip(it, key));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| strip(it, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn matcher(hook: &GivenHook, speech: Speech, dialect: DialectId) -> Result<Matcher, CaseError> {
    let text = match (&hook.tools, &hook.matcher) {
        (None, None) => return Ok(Matcher::everything()),
        (Some(tools), None) => speech.matcher(tools)?,
        (None, Some(text)) => text.clone(),
        (Some(_), Some(_)) => {
            return Err(CaseError::nonsense(
                "`match` and `matcher` exclude each other",
            ));
        }
    };
    let rules = dialect.dialect().rules;
    let rules = MatcherRules {
        grammar: rules.matcher,
        bad: rules.bad_matcher,
        list: ListCharacters::default(),
    };
    Ok(Matcher::read(&text, rules).0)
}

fn action(hook: &GivenHook) -> Result<Action, CaseError> {
    match hook.kind {
        HookType::Command => command(hook).map(Action::Command),
        HookType::Http => Ok(Action::Http(HttpAction {
            url: needed(&hook.url, "url")?,
            headers: hook.headers.clone().into_iter().collect(),
            allowed_variables: hook.allowed_variables.clone(),
        })),
        HookType::Prompt => prompt(hook).map(Action::Prompt),
        HookType::Agent => prompt(hook).map(Action::Agent),
        HookType::Skill => Ok(Action::Skill(SkillAction {
            skill: needed(&hook.skill, "skill")?,
            args: hook.args.clone(),
        })),
        HookType::McpTool => Ok(Action::McpTool(McpAction {
            server: needed(&hook.server, "server")?,
            tool: needed(&hook.tool, "tool")?,
            input: hook.input.clone().unwrap_or_default(),
        })),
    }
}

fn command(hook: &GivenHook) -> Result<CommandLine, CaseError> {
    let shell = match hook.shell.as_deref() {
        None => Shell::Standard,
        Some("bash") => Shell::Bash,
        Some("powershell") => Shell::PowerShell,
        Some(other) => {
            return Err(CaseError::nonsense(format!(
                "`shell` must be `bash` or `powershell`, found `{other}`"
            )));
        }
    };
    match (&hook.run, hook.exec.as_deref()) {
        (Some(line), None) => Ok(CommandLine::Shell {
            line: line.clone(),
            shell,
        }),
        (None, Some([program, args @ ..])) => Ok(CommandLine::Exec {
            program: program.clone(),
            args: args.to_vec(),
        }),
        _ => Err(CaseError::nonsense(
            "a command hook needs either `run` or `exec`",
        )),
    }
}

fn prompt(hook: &GivenHook) -> Result<PromptAction, CaseError> {
    Ok(PromptAction {
        prompt: needed(&hook.prompt, "prompt")?,
        model: hook.model.clone(),
        on_no: hooks_core::OnNo::default(),
    })
}

fn needed(value: &Option<String>, key: &str) -> Result<String, CaseError> {
    let missing = || CaseError::nonsense(format!("a hook of this type needs `{key}`"));
    value.clone().ok_or_else(missing)
}
